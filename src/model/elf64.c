/* elf64.c - what an ELF file says. */
#include "model/elf64.h"

#include "base/mem.h"
#include "model/symbols.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PARTS_MOST  512  /* program headers; a linker writes about a dozen */
#define NEEDED_MOST 1024 /* libraries of one file */

/* n bytes at an offset, copied as they may lie at any address; false where the
 * file does not have them. */
static bool take(const struct elf64 *f, uint64_t offset, void *to, size_t n)
{
	if (offset > f->size || f->size - offset < n)
		return false;
	memcpy(to, f->data + offset, n);
	return true;
}

/* Text that ends within the file, or NULL. */
static const char *text_at(const struct elf64 *f, uint64_t offset)
{
	if (offset >= f->size ||
	    !memchr(f->data + offset, '\0', f->size - offset))
		return NULL;
	return (const char *)f->data + offset;
}

bool elf64_is(const void *data, size_t size)
{
	return size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}

static int check(const struct elf64 *f, const char *name, Elf64_Ehdr *h,
    struct err *e)
{
	if (!elf64_is(f->data, f->size))
		return err_set(e, -EINVAL, "'%s' is not an ELF file", name);
	if (!take(f, 0, h, sizeof(*h)))
		return err_set(e, -EINVAL, "'%s' is cut", name);
	if (h->e_ident[EI_CLASS] != ELFCLASS64 ||
	    h->e_ident[EI_DATA] != ELFDATA2LSB || h->e_machine != EM_X86_64)
		return err_set(e, -ENOEXEC,
		    "'%s' is for another architecture than x86-64", name);
	if (h->e_type != ET_EXEC && h->e_type != ET_DYN)
		return err_set(e, -EINVAL, "'%s' is no program or library",
		    name);
	if (h->e_phentsize != sizeof(Elf64_Phdr) || h->e_phnum == 0 ||
	    h->e_phnum > PARTS_MOST)
		return err_set(e, -EINVAL,
		    "'%s' has no program headers that can be read", name);
	return 0;
}

/* Where the file has what is loaded at an address; UINT64_MAX: nowhere. */
static uint64_t offset_of(const struct elf64 *f, const Elf64_Phdr *part,
    size_t n, uint64_t address)
{
	for (size_t i = 0; i < n; i++)
		if (part[i].p_type == PT_LOAD && address >= part[i].p_vaddr &&
		    address - part[i].p_vaddr < part[i].p_filesz &&
		    part[i].p_offset < f->size)
			return part[i].p_offset + (address - part[i].p_vaddr);
	return UINT64_MAX;
}

/* Entries of the dynamic section: the first pass finds where its texts are. */
static int read_dynamic(struct elf64 *f, const Elf64_Phdr *part, size_t n,
    const Elf64_Phdr *d, const char *name, struct err *e)
{
	uint64_t texts = UINT64_MAX;
	const char *s;
	Elf64_Dyn y;

	for (int pass = 0; pass < 2; pass++)
		for (uint64_t at = 0; at + sizeof(y) <= d->p_filesz &&
		     take(f, d->p_offset + at, &y, sizeof(y)) &&
		     y.d_tag != DT_NULL;
		     at += sizeof(y)) {
			if (pass == 0 && y.d_tag == DT_STRTAB)
				texts = offset_of(f, part, n, y.d_un.d_ptr);
			if (pass == 0 ||
			    (y.d_tag != DT_NEEDED && y.d_tag != DT_RPATH &&
				y.d_tag != DT_RUNPATH))
				continue;
			s = texts == UINT64_MAX || y.d_un.d_val > f->size ?
			    NULL :
			    text_at(f, texts + y.d_un.d_val);
			if (!s || f->n_needed == NEEDED_MOST)
				return err_set(e, -EINVAL,
				    "the list of libraries of '%s' is damaged",
				    name);
			if (y.d_tag == DT_RPATH)
				f->rpath = s;
			else if (y.d_tag == DT_RUNPATH)
				f->runpath = s;
			else
				f->needed[f->n_needed++] = s;
		}
	return 0;
}

static int read_part(struct elf64 *f, const Elf64_Phdr *part, size_t n,
    const Elf64_Phdr *p, const char *name, struct err *e)
{
	uint64_t there = p->p_offset < f->size ? f->size - p->p_offset : 0;

	if (p->p_type == PT_INTERP) {
		f->interp = text_at(f, p->p_offset);
		if (!f->interp || strlen(f->interp) >= p->p_filesz)
			return err_set(e, -EINVAL,
			    "the interpreter of '%s' is damaged", name);
	}
	if (p->p_type == PT_LOAD && p->p_filesz > there)
		return err_set(e, -EINVAL, "'%s' is cut", name);
	if (p->p_type == PT_LOAD && (p->p_flags & PF_X))
		f->code[f->n_code++] =
		    (struct elf64_code){ p->p_vaddr, p->p_offset, p->p_filesz };
	if (p->p_type == PT_DYNAMIC)
		return read_dynamic(f, part, n, p, name, e);
	return 0;
}

int elf64_read(struct elf64 *f, const void *data, size_t size, const char *name,
    struct err *e)
{
	Elf64_Phdr part[PARTS_MOST];
	Elf64_Ehdr h;
	int r;

	memset(f, 0, sizeof(*f));
	f->data = data;
	f->size = size;
	r = check(f, name, &h, e);
	if (r < 0)
		return r;
	if (h.e_phoff > size ||
	    !take(f, h.e_phoff, part, h.e_phnum * sizeof(*part)))
		return err_set(e, -EINVAL, "'%s' is cut", name);
	f->shared = h.e_type == ET_DYN;
	f->needed = xcalloc(NEEDED_MOST, sizeof(*f->needed));
	f->code = xcalloc(h.e_phnum, sizeof(*f->code));
	for (size_t i = 0; i < h.e_phnum && r == 0; i++)
		r = read_part(f, part, h.e_phnum, &part[i], name, e);
	return r;
}

void elf64_release(struct elf64 *f)
{
	free(f->needed);
	free(f->code);
	memset(f, 0, sizeof(*f));
}

/* -- Functions ----------------------------------------------------------- */

static void read_table(const struct elf64 *f, const Elf64_Shdr *t,
    const Elf64_Shdr *texts, struct symbols *s)
{
	const char *name;
	Elf64_Sym y;
	int type;

	for (uint64_t at = 0; at + sizeof(y) <= t->sh_size &&
	     take(f, t->sh_offset + at, &y, sizeof(y));
	     at += sizeof(y)) {
		type = ELF64_ST_TYPE(y.st_info);
		if ((type != STT_FUNC && type != STT_GNU_IFUNC &&
			type != STT_NOTYPE) ||
		    y.st_shndx == SHN_UNDEF || y.st_shndx >= SHN_LORESERVE ||
		    y.st_name >= texts->sh_size || texts->sh_offset > f->size)
			continue;
		name = text_at(f, texts->sh_offset + y.st_name);
		/* Without a type: labels of assembler, _start among them. */
		if (name && *name && (type != STT_NOTYPE || y.st_size > 0))
			symbols_add(s, y.st_value, y.st_size, name);
	}
}

void elf64_symbols(const struct elf64 *f, struct symbols *s)
{
	Elf64_Ehdr h;
	Elf64_Shdr t, texts;

	if (!take(f, 0, &h, sizeof(h)) || h.e_shentsize != sizeof(t) ||
	    h.e_shoff > f->size)
		return;
	for (unsigned i = 0; i < h.e_shnum; i++) {
		if (!take(f, h.e_shoff + (uint64_t)i * sizeof(t), &t,
			sizeof(t)) ||
		    (t.sh_type != SHT_SYMTAB && t.sh_type != SHT_DYNSYM) ||
		    t.sh_offset > f->size || t.sh_link >= h.e_shnum ||
		    !take(f, h.e_shoff + (uint64_t)t.sh_link * sizeof(t),
			&texts, sizeof(texts)))
			continue;
		read_table(f, &t, &texts, s);
	}
}
