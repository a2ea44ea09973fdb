/* calls.h - the names in a benchmark's "calls": "write=1 read>=1 ...". */
#ifndef PERFLOSS_TESTS_OPS_CALLS_H
#define PERFLOSS_TESTS_OPS_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CALLS_MAX 12

#define CALLS_ENOSYS 1023 /* "enosys": a number that no call has */

struct call {
	char name[32];
	uint64_t per_op;
	bool at_least; /* ">=" */
	bool vdso;     /* "=vdso": none or one, as vdso.h says */
};

struct calls {
	struct call item[CALLS_MAX];
	size_t n;
	bool others; /* "...": further calls are no fault */
};

/* Take the string apart; false if it is not understood or a name is not one
 * of a system call. */
bool calls_parse(struct calls *c, const char *text);

/* Whether system call nr goes by this name. Some have several: a C library
 * chooses among open and openat, fork and clone, wait4 and waitid. */
bool calls_is(const char *name, long nr);

#endif
