/* sys_yield.c - yield to nobody.
 *
 * One operation: sched_yield(2) of a process that is alone on its CPU; ns.
 * Inside the clock: the call and the check of its result (P11). Outside: one
 * that tells whether it is allowed. It is not known to be alone: where other
 * programs want the CPU, their time slices are in it, and the row is noisy
 * (P21). A yield to a partner is sched_yield_pair. Source: sysbench's threads,
 * which takes and leaves a mutex around each yield. */
#include "bench/common_call.h"

#include <sched.h>

static long one(void *state)
{
	(void)state;
	return sched_yield();
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "sched_yield");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "sched_yield");
}

const struct bench sys_yield = {
	.name = "sys_yield",
	.summary = "yield to nobody",
	.calls = "sched_yield=1",
	.setup = setup,
	.run = run,
};
