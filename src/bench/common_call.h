/* common_call.h - rows that make one and the same call again and again.
 *
 * Such a row has a function that does one operation on its state and returns
 * what the call returned; the loop, the check of every result (P11) and the
 * words for what went wrong are here. call_loop is inlined together with that
 * function, so the clock sees a plain loop round the call (P19). */
#ifndef PERFLOSS_BENCH_COMMON_CALL_H
#define PERFLOSS_BENCH_COMMON_CALL_H

#include "measure/bench.h"

/* A call that returned got instead of want: -1 after bench_fail. */
int call_wrong(struct bench_ctx *c, const char *what, long got, long want);

/* A call of setup failed: this kernel or a sandbox refuses it (then the row is
 * skipped and says so), or it has failed. -1. */
int call_refused(struct bench_ctx *c, const char *what);

/* run: n operations one(c->state); each must return want. */
static inline __attribute__((always_inline)) int call_loop(struct bench_ctx *c,
    uint64_t n, long (*one)(void *state), long want, const char *what)
{
	void *state = c->state;

	while (n-- > 0) {
		long got = one(state);

		if (got != want)
			return call_wrong(c, what, got, want);
	}
	return 0;
}

/* setup: one operation, so that what cannot be had here is a reason. */
static inline __attribute__((always_inline)) int call_try(struct bench_ctx *c,
    long (*one)(void *state), long want, const char *what)
{
	long got = one(c->state);

	if (got == want)
		return 0;
	return got < 0 ? call_refused(c, what) : call_wrong(c, what, got, want);
}

/* The state of rows that need a descriptor. */
struct call_fd {
	int fd;
};

/* A hot regular file of one page in c->dir (BENCH_DIR), open for reading and
 * writing, as the fd of c->state. 0 or what bench_fail returned. */
int call_file(struct bench_ctx *c);

#endif
