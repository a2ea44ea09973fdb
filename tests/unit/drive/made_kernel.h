/* made_kernel.h - kernels made up for tests: all that is looked at is there,
 * and nothing to run. */
#ifndef PERFLOSS_TESTS_MADE_KERNEL_H
#define PERFLOSS_TESTS_MADE_KERNEL_H

#include "base/buf.h"
#include "base/mem.h"

#include <elf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MADE_RELEASE "6.9.1-made"
#define MADE_CONFIG  "# made\nCONFIG_X86_64=y\nCONFIG_HZ=250\n"

__attribute__((unused)) static void made_write(const char *path,
    const void *data, size_t len)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(data, 1, len, f) != len)
		abort();
	fclose(f);
}

/* A file's content; the caller releases. */
__attribute__((unused)) static void made_read(const char *path, struct buf *b)
{
	FILE *f = fopen(path, "r");
	char block[4096];
	size_t n;

	while (f && (n = fread(block, 1, sizeof(block), f)) > 0)
		buf_add_mem(b, block, n);
	if (f)
		fclose(f);
}

/* Run a command of the shell. */
__attribute__((format(printf, 1, 2), unused)) static bool made_shell(
    const char *fmt, ...)
{
	va_list ap;
	char *text;
	int r;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	r = system(text); /* NOLINT */
	free(text);
	return r == 0;
}

/* An ELF file of one segment with a banner in it and, if wanted, the note by
 * which QEMU starts it. */
__attribute__((unused)) static void made_vmlinux(const char *path,
    unsigned machine, bool pvh, const char *banner)
{
	struct {
		Elf64_Ehdr eh;
		Elf64_Phdr ph[2];
		Elf64_Nhdr nh;
		char name[4];
		uint32_t entry;
		char text[8192];
	} f;

	memset(&f, 0, sizeof(f));
	memcpy(f.eh.e_ident, ELFMAG, SELFMAG);
	f.eh.e_ident[EI_CLASS] = ELFCLASS64;
	f.eh.e_ident[EI_DATA] = ELFDATA2LSB;
	f.eh.e_type = ET_EXEC;
	f.eh.e_machine = (Elf64_Half)machine;
	f.eh.e_phoff = sizeof(f.eh);
	f.eh.e_phnum = 2;
	f.ph[0].p_type = PT_LOAD;
	f.ph[0].p_filesz = sizeof(f);
	f.ph[1].p_type = PT_NOTE;
	f.ph[1].p_offset = (size_t)((char *)&f.nh - (char *)&f);
	f.ph[1].p_filesz = sizeof(f.nh) + 8;
	f.nh.n_namesz = 4;
	f.nh.n_descsz = 4;
	f.nh.n_type = pvh ? 18 : 1;
	memcpy(f.name, "Xen", 4);
	/* so that it cannot be packed into nothing */
	for (size_t i = 0; i < sizeof(f.text); i++)
		f.text[i] = (char)((i * i * 2654435761u) >> 13);
	snprintf(f.text + 5000, 1000, "%s", banner);
	made_write(path, &f, sizeof(f));
}

/* A bzImage with the file at payload in it as it is: its size then stands at
 * its end, as the kernel's build puts it there. */
__attribute__((unused)) static void made_bzimage(const char *path,
    const char *payload, bool size_at_end, const char *vmlinux)
{
	struct buf b = BUF_INIT, data = BUF_INIT;
	uint32_t off = 64, len;
	struct stat st;

	made_read(payload, &data);
	if (size_at_end && stat(vmlinux, &st) == 0) {
		len = (uint32_t)st.st_size;
		buf_add_mem(&data, &len, sizeof(len));
	}
	buf_add_fill(&b, '\0', 1024);
	b.s[0x1f1] = 1;
	memcpy(b.s + 0x202, "HdrS", 4);
	b.s[0x206] = 0x0f;
	b.s[0x207] = 2;
	b.s[0x20e] = 0x50; /* of the release, less 0x200 */
	b.s[0x20f] = 1;
	memcpy(b.s + 0x350, MADE_RELEASE " (made)", sizeof(MADE_RELEASE) + 7);
	b.s[0x236] = 1;
	len = (uint32_t)data.len;
	memcpy(b.s + 0x248, &off, sizeof(off));
	memcpy(b.s + 0x24c, &len, sizeof(len));
	len = (64 + (uint32_t)data.len) / 16;
	memcpy(b.s + 0x1f4, &len, sizeof(len));
	buf_add_fill(&b, '\0', 64);
	buf_add_mem(&b, data.s, data.len);
	made_write(path, b.s, b.len);
	buf_release(&b);
	buf_release(&data);
}

#endif
