/* elf64.h - what an ELF file says: the libraries it needs, its code, its
 * functions. Files are strangers': nothing in them is trusted. */
#ifndef PERFLOSS_MODEL_ELF64_H
#define PERFLOSS_MODEL_ELF64_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbols;

/* A piece of code as it is loaded. */
struct elf64_code {
	uint64_t address, offset, size; /* size: of what the file has */
};

/* Pointers are into the file's bytes. */
struct elf64 {
	const unsigned char *data;
	size_t size;
	bool shared;         /* can be loaded anywhere (ET_DYN) */
	const char *interp;  /* or NULL */
	const char *rpath;   /* DT_RPATH, or NULL */
	const char *runpath; /* DT_RUNPATH, or NULL */
	const char **needed; /* DT_NEEDED, in its order */
	size_t n_needed;
	struct elf64_code *code;
	size_t n_code;
};

/* Whether it begins as an ELF file does, of any kind. */
bool elf64_is(const void *data, size_t size);

/* Understand a program or library of x86-64; the bytes (borrowed) have to
 * outlive *f. 0, or -EINVAL with the reason, in which name is what the file is
 * called; -ENOEXEC for another architecture. Release in any case. */
int elf64_read(struct elf64 *f, const void *data, size_t size, const char *name,
    struct err *e);
void elf64_release(struct elf64 *f);

/* Add its functions, at the addresses that the file says. What cannot be
 * understood is left out. */
void elf64_symbols(const struct elf64 *f, struct symbols *s);

#endif
