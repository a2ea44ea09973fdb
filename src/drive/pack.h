/* pack.h - a program with all the files that it needs to start, for a machine
 * that has none: its interpreter, libraries, and what it is told to take. */
#ifndef PERFLOSS_DRIVE_PACK_H
#define PERFLOSS_DRIVE_PACK_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct pack_file {
	char *guest; /* path in the machine, absolute */
	char *host;  /* path here of the content */
	unsigned mode;
};

/* The current directory here is "/" there: what a relative name means here it
 * means there. Absolute names stay as they are. */
struct pack {
	struct pack_file *file;
	size_t n, cap;
	char *cwd;
	/* Directories of libraries in which no loader looks by itself, with
	 * colons between, or NULL. */
	char *library_path;
};

void pack_init(struct pack *p);
void pack_release(struct pack *p);

/* Add a program as it would be typed (looked for in PATH) and what it needs:
 * of a script its interpreter. -ENOENT where it, its interpreter or a library
 * is missing (the sentence names all that are), -ENOEXEC where it is no program
 * of x86-64, -EINVAL where its file is damaged. */
int pack_program(struct pack *p, const char *name, struct err *e);

/* Add "HOST" or "HOST:GUEST", a file or a directory with all in it; libraries
 * of programs in it, too. */
int pack_add(struct pack *p, const char *word, struct err *e);

/* Where a name as typed here is there; the caller frees. NULL with a sentence
 * for one that the machine has itself (/proc, /init and the like). */
char *pack_guest(const struct pack *p, const char *name, struct err *e);

/* 0 for a regular file that can be read, or the reason. */
int pack_is_file(const char *host, struct err *e);

/* Bytes of all files. */
unsigned long long pack_size(const struct pack *p);

#endif
