/* common_parent.h - getppid, the null call, with something that watches it.
 *
 * The loop is that of sys_null, so that the difference of the two rows is what
 * watches: the same call without it cannot be timed in the same process, as it
 * stays for good or is there for the whole process. */
#ifndef PERFLOSS_BENCH_COMMON_PARENT_H
#define PERFLOSS_BENCH_COMMON_PARENT_H

#include "measure/bench.h"

#define PARENT_CALLS "getppid=1"

/* The state of such a row begins with it. */
struct parent {
	long pid;
};

/* setup, with what watches in place: whose child this is. */
int parent_setup(struct bench_ctx *c);

/* One getppid an operation, entered directly (P4), its result checked (P11). */
int parent_run(struct bench_ctx *c, uint64_t n);

#endif
