/* common_image.c - the bytes of a program that does nothing, dynamically. */
#include "bench/common_image.h"

#include "measure/bench.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

/* A page, mapped twice: its first half as program, its second as data, at a
 * distance that is whole pages of any size (64 KB) and that a literal load of
 * ARM64 reaches. */
#define PAGE COMMON_IMAGE
#define TEXT UINT64_C(0x400000)
#define DATA UINT64_C(0x420000)
#define WIDE 0x10000

enum { HEADERS = 5, DYNAMIC = 11, STRINGS = 64 };

struct text {
	Elf64_Ehdr e;
	Elf64_Phdr p[HEADERS];
	Elf64_Sym symbol[2];
	Elf64_Rela import;
	uint32_t hash[2 + 1 + 2]; /* one bucket, two symbols, none to find */
	uint32_t code[8];
	char strings[STRINGS], loader[LOADER_PATH];
};

struct data {
	Elf64_Dyn d[DYNAMIC];
	uint64_t slot; /* where the loader writes the address of _exit */
};

union image {
	unsigned char page[PAGE];
	struct {
		struct text text;
		unsigned char gap[PAGE / 2 - sizeof(struct text)];
		struct data data;
	} at;
};

#define AT(member)      (TEXT + offsetof(union image, at.text.member))
#define AT_DATA(member) (DATA + offsetof(union image, at.data.member))

#if defined(__x86_64__) && defined(__LP64__)
#define MACHINE EM_X86_64
#define BIND    R_X86_64_GLOB_DAT
static void write_code(uint32_t *code)
{
	/* mov $BENCH_EXIT, %edi; call *slot; hlt */
	static const unsigned char text[] = { 0xbf, BENCH_EXIT, 0, 0, 0, 0xff,
		0x14, 0x25, 0, 0, 0, 0, 0xf4 };
	const uint32_t slot = (uint32_t)AT_DATA(slot);

	memcpy(code, text, sizeof(text));
	memcpy((unsigned char *)code + 8, &slot, sizeof(slot));
}
#elif defined(__aarch64__) && defined(__LP64__) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define MACHINE EM_AARCH64
#define BIND    R_AARCH64_GLOB_DAT
static void write_code(uint32_t *code)
{
	const uint64_t far = AT_DATA(slot) - AT(code) - 4;

	code[0] = 0x52800000 | BENCH_EXIT << 5; /* mov w0, #BENCH_EXIT */
	code[1] = 0x58000010 | (uint32_t)(far / 4) << 5; /* ldr x16, slot */
	code[2] = 0xd63f0200;                            /* blr x16 */
	code[3] = 0xd4200000;                            /* brk #0 */
}
#else
#define MACHINE EM_NONE
#define BIND    0
static void write_code(uint32_t *code)
{
	(void)code;
}
#endif

const int common_machine = MACHINE;

static void write_headers(struct text *t)
{
	const uint64_t data = PAGE / 2, size = sizeof(struct data);

	t->e = (Elf64_Ehdr){ .e_type = ET_EXEC,
		.e_machine = MACHINE,
		.e_version = EV_CURRENT,
		.e_entry = AT(code),
		.e_phoff = offsetof(struct text, p),
		.e_ehsize = sizeof(Elf64_Ehdr),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = HEADERS };
	memcpy(t->e.e_ident, ELFMAG, SELFMAG);
	t->e.e_ident[EI_CLASS] = ELFCLASS64;
	t->e.e_ident[EI_DATA] = ELFDATA2LSB;
	t->e.e_ident[EI_VERSION] = EV_CURRENT;
	t->p[0] = (Elf64_Phdr){ PT_INTERP, PF_R, offsetof(struct text, loader),
		AT(loader), AT(loader), strlen(t->loader) + 1,
		strlen(t->loader) + 1, 1 };
	t->p[1] = (Elf64_Phdr){ PT_LOAD, PF_R | PF_X, 0, TEXT, TEXT, sizeof(*t),
		sizeof(*t), WIDE };
	t->p[2] = (Elf64_Phdr){ PT_LOAD, PF_R | PF_W, data, DATA + data,
		DATA + data, size, size, WIDE };
	t->p[3] = (Elf64_Phdr){ PT_DYNAMIC, PF_R | PF_W, data, DATA + data,
		DATA + data, DYNAMIC * sizeof(Elf64_Dyn),
		DYNAMIC * sizeof(Elf64_Dyn), 8 };
	t->p[4] =
	    (Elf64_Phdr){ .p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W };
}

void common_image(unsigned char page[COMMON_IMAGE], const char *loader,
    const char *library)
{
	static const char import[] = "_exit";
	static union image image;
	union image *const m = &image;
	struct text *const t = &m->at.text;

	snprintf(t->loader, sizeof(t->loader), "%s", loader);
	write_headers(t);
	memcpy(t->strings + 1, import, sizeof(import));
	snprintf(t->strings + 16, STRINGS - 16, "%s", library);
	t->symbol[1] = (Elf64_Sym){ .st_name = 1,
		.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) };
	t->import = (Elf64_Rela){ .r_offset = AT_DATA(slot),
		.r_info = ELF64_R_INFO(1, BIND) };
	t->hash[0] = 1;
	t->hash[1] = 2;
	write_code(t->code);
	const Elf64_Dyn d[DYNAMIC] = { { DT_NEEDED, { 16 } },
		{ DT_HASH, { AT(hash) } }, { DT_STRTAB, { AT(strings) } },
		{ DT_SYMTAB, { AT(symbol) } }, { DT_STRSZ, { STRINGS } },
		{ DT_SYMENT, { sizeof(Elf64_Sym) } },
		{ DT_RELA, { AT(import) } },
		{ DT_RELASZ, { sizeof(Elf64_Rela) } },
		{ DT_RELAENT, { sizeof(Elf64_Rela) } }, { DT_DEBUG, { 0 } },
		{ DT_NULL, { 0 } } };
	memcpy(m->at.data.d, d, sizeof(d));
	memcpy(page, m->page, PAGE);
}
