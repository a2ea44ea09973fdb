/* sys_umask.c - set the file mode mask.
 *
 * One operation: one umask(2) with the mask that is in force; ns. Inside the
 * clock: the call and the check of its result (P11). Outside: setting it. */
#include "bench/common_call.h"

#include <sys/stat.h>

#define MASK 022

static long one(void *state)
{
	(void)state;
	return (long)umask(MASK);
}

static int setup(struct bench_ctx *c)
{
	umask(MASK);
	return call_try(c, one, MASK, "umask");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, MASK, "umask");
}

const struct bench sys_umask = {
	.name = "sys_umask",
	.summary = "set the file mode mask",
	.in = BENCH_FULL,
	.calls = "umask=1",
	.setup = setup,
	.run = run,
};
