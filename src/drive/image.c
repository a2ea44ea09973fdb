/* image.c - what kind of file a kernel is, by its content. */
#include "drive/image.h"

#include "base/mem.h"
#include "base/text.h"
#include "drive/unpack.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCAN       (1 << 20)
#define CONFIG_MAX (8 << 20)
#define NOTES_MAX  65536
#define PVH_NOTE   18
#define BANNER     "Linux version "
#define CONFIG_ST  "IKCFG_ST\x1f\x8b"
#define CONFIG_ED  "IKCFG_ED"

static uint64_t number(const unsigned char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes > 0)
		v = v << 8 | p[--bytes];
	return v;
}

static size_t read_at(int fd, int64_t at, void *out, size_t len)
{
	size_t have = 0;
	ssize_t n;

	while (have < len) {
		n = pread(fd, (char *)out + have, len - have,
		    (off_t)(at + (int64_t)have));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		have += (size_t)n;
	}
	return have;
}

/* Offset of the needle from `from` on, or -1. */
static int64_t find(int fd, int64_t from, const char *needle, size_t len)
{
	char *block = xmalloc(SCAN);
	int64_t at = from, hit = -1;
	const char *in;
	size_t n;

	while (hit < 0 && (n = read_at(fd, at, block, SCAN)) >= len) {
		in = memmem(block, n, needle, len);
		if (in)
			hit = at + (in - block);
		at += (int64_t)(n - len + 1);
	}
	free(block);
	return hit;
}

/* The word that stands there, if it can be a release. */
static void release_at(struct image *im, int fd, int64_t at)
{
	char word[sizeof(im->release)];
	size_t n = read_at(fd, at, word, sizeof(word) - 1), len;

	word[n] = '\0';
	len = strcspn(word, " \t\n");
	if (len == 0 || len == n || word[0] < '0' || word[0] > '9')
		return;
	word[len] = '\0';
	memcpy(im->release, text_clean(word), len + 1);
}

/* -- bzImage ------------------------------------------------------------- */

static void bzimage(struct image *im, int fd, const unsigned char *head)
{
	uint64_t version = number(head + 0x206, 2);
	int64_t setup = (head[0x1f1] ? head[0x1f1] : 4) + 1;
	int64_t text = (int64_t)number(head + 0x20e, 2);

	im->kind = IMAGE_BZIMAGE;
	setup *= 512;
	im->need = setup + (int64_t)number(head + 0x1f4, 4) * 16;
	if (text)
		release_at(im, fd, text + 0x200);
	/* XLF_KERNEL_64, from 2.12 on */
	if (version < 0x20c || !(number(head + 0x236, 2) & 1)) {
		im->kind = IMAGE_FOREIGN;
		im->arch = "32-bit x86";
		return;
	}
	im->payload = setup + (int64_t)number(head + 0x248, 4);
	im->payload_len = (int64_t)number(head + 0x24c, 4);
	if (im->need < im->payload + im->payload_len)
		im->need = im->payload + im->payload_len;
}

/* -- ELF ----------------------------------------------------------------- */

static const char *machine(unsigned m)
{
	static const struct {
		unsigned m;
		const char *name;
	} known[] = { { EM_AARCH64, "ARM64" }, { EM_ARM, "ARM" },
		{ EM_386, "32-bit x86" }, { EM_PPC64, "PowerPC" },
		{ EM_S390, "S/390" }, { 243, "RISC-V" }, { 258, "LoongArch" },
		{ EM_MIPS, "MIPS" } };

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].m == m)
			return known[i].name;
	return "another architecture";
}

/* Whether one of the notes in a segment is Xen's entry point. */
static bool has_pvh(int fd, const Elf64_Phdr *ph)
{
	size_t len =
	    ph->p_filesz < NOTES_MAX ? (size_t)ph->p_filesz : NOTES_MAX;
	char *notes = xmalloc(NOTES_MAX);
	size_t at = 0, name, desc;
	bool found = false;
	Elf64_Nhdr nh;

	len = read_at(fd, (int64_t)ph->p_offset, notes, len);
	while (!found && at + sizeof(nh) <= len) {
		memcpy(&nh, notes + at, sizeof(nh));
		at += sizeof(nh);
		name = ((size_t)nh.n_namesz + 3) & ~(size_t)3;
		desc = ((size_t)nh.n_descsz + 3) & ~(size_t)3;
		if (name > len - at || desc > len - at - name)
			break;
		found = nh.n_type == PVH_NOTE && nh.n_namesz == 4 &&
		    memcmp(notes + at, "Xen", 4) == 0;
		at += name + desc;
	}
	free(notes);
	return found;
}

static void segments(struct image *im, int fd, const Elf64_Ehdr *eh)
{
	Elf64_Phdr ph;
	int64_t end;

	for (unsigned i = 0; i < eh->e_phnum; i++) {
		if (eh->e_phoff > (uint64_t)im->size ||
		    read_at(fd,
			(int64_t)eh->e_phoff + (int64_t)(i * sizeof(ph)), &ph,
			sizeof(ph)) < sizeof(ph)) {
			im->need = im->size + 1;
			return;
		}
		if (ph.p_offset > INT64_MAX / 2 || ph.p_filesz > INT64_MAX / 2)
			end = INT64_MAX;
		else
			end = (int64_t)(ph.p_offset + ph.p_filesz);
		if ((ph.p_type == PT_LOAD || ph.p_type == PT_NOTE) &&
		    end > im->need)
			im->need = end;
		if (ph.p_type == PT_NOTE && end <= im->size && has_pvh(fd, &ph))
			im->pvh = true;
	}
}

static void elf(struct image *im, int fd, const unsigned char *head)
{
	bool wide =
	    head[EI_CLASS] == ELFCLASS64 && head[EI_DATA] == ELFDATA2LSB;
	unsigned m = head[EI_DATA] == ELFDATA2MSB ?
	    (unsigned)head[18] << 8 | head[19] :
	    (unsigned)number(head + 18, 2);
	Elf64_Ehdr eh;
	int64_t at = 0;

	if (!wide || m != EM_X86_64) {
		im->kind = IMAGE_FOREIGN;
		im->arch = machine(m);
		return;
	}
	memcpy(&eh, head, sizeof(eh));
	segments(im, fd, &eh);
	/* The format of the banner, "Linux version %s", may come first. */
	while (!im->release[0] &&
	    (at = find(fd, at, BANNER, sizeof(BANNER) - 1)) >= 0) {
		at += (int64_t)sizeof(BANNER) - 1;
		release_at(im, fd, at);
	}
	im->kind = im->release[0] || im->pvh ? IMAGE_VMLINUX : IMAGE_PROGRAM;
}

/* -- Others -------------------------------------------------------------- */

/* Where images of other architectures have a word of their own. */
static const char *foreign(const unsigned char *head)
{
	if (memcmp(head + 0x38, "ARM\x64", 4) == 0)
		return "ARM64";
	if (number(head + 0x24, 4) == 0x016f2818)
		return "ARM";
	if (memcmp(head + 0x38, "RSC\x05", 4) == 0)
		return "RISC-V";
	if (memcmp(head, "MZ", 2) == 0 && memcmp(head + 4, "zimg", 4) == 0)
		return "another architecture";
	return NULL;
}

static bool is_packed(const unsigned char *head)
{
	static const struct {
		const char *magic;
		size_t len;
	} known[] = { { "\x1f\x8b", 2 },
		{ "\xfd"
		  "7zXZ",
		    5 },
		{ "BZh", 3 }, { "\x28\xb5\x2f\xfd", 4 },
		{ "\x04\x22\x4d\x18", 4 }, { "\x02\x21\x4c\x18", 4 } };

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (memcmp(head, known[i].magic, known[i].len) == 0)
			return true;
	return false;
}

int image_look(struct image *im, int fd, struct err *e)
{
	unsigned char head[1024];
	struct stat st;

	memset(im, 0, sizeof(*im));
	memset(head, 0, sizeof(head));
	if (fstat(fd, &st) != 0)
		return err_sys(e, -errno, "cannot read the kernel");
	if (!S_ISREG(st.st_mode))
		return err_set(e, -EINVAL, "it is no regular file");
	im->size = st.st_size;
	if (read_at(fd, 0, head, sizeof(head)) == 0 && st.st_size > 0)
		return err_sys(e, -EIO, "cannot read the kernel");
	im->arch = foreign(head);
	if (memcmp(head,
		"\x7f"
		"ELF",
		4) == 0)
		elf(im, fd, head);
	else if (memcmp(head + 0x202, "HdrS", 4) == 0)
		bzimage(im, fd, head);
	else if (memcmp(head, "!<arch>\ndebian", 14) == 0)
		im->kind = IMAGE_DEB;
	else if (im->arch)
		im->kind = IMAGE_FOREIGN;
	else if (is_packed(head))
		im->kind = IMAGE_PACKED;
	return 0;
}

int image_config(int fd, struct buf *out)
{
	int64_t from = find(fd, 0, CONFIG_ST, sizeof(CONFIG_ST) - 1), to;
	struct unpack_to text = { .fd = -1, .text = out, .max = CONFIG_MAX };
	struct err why;

	if (from < 0)
		return 0;
	from += 8; /* IKCFG_ST */
	to = find(fd, from, CONFIG_ED, sizeof(CONFIG_ED) - 1);
	if (to < 0 || to - from > CONFIG_MAX ||
	    unpack_stream(fd, (off_t)from, to - from, &text, &why) < 0) {
		buf_clear(out);
		return 0;
	}
	return 1;
}
