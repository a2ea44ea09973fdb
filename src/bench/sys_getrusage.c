/* sys_getrusage.c - ask what this process has used.
 *
 * One operation: getrusage(2) of the own process, which has one thread; ns.
 * Inside the clock: the call, copying the structure, the check (P11). Outside:
 * one that tells whether it is allowed. */
#include "bench/common_call.h"

#include <sys/resource.h>

static long one(void *state)
{
	struct rusage u;

	(void)state;
	return getrusage(RUSAGE_SELF, &u);
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "getrusage");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "getrusage");
}

const struct bench sys_getrusage = {
	.name = "sys_getrusage",
	.summary = "ask what this process has used",
	.in = BENCH_FULL,
	.calls = "getrusage=1",
	.setup = setup,
	.run = run,
};
