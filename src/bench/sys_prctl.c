/* sys_prctl.c - ask for the name of the own process.
 *
 * One operation: prctl(2) with PR_GET_NAME; ns. Inside the clock: the call,
 * which copies 16 bytes, and the check of its result (P11). Outside: one that
 * tells whether it is allowed. */
#include "bench/common_call.h"

#include <sys/prctl.h>

static long one(void *state)
{
	char name[16]; /* TASK_COMM_LEN */

	(void)state;
	return prctl(PR_GET_NAME, name, 0UL, 0UL, 0UL);
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "prctl");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "prctl");
}

const struct bench sys_prctl = {
	.name = "sys_prctl",
	.summary = "ask for the name of the own process",
	.in = BENCH_FULL,
	.calls = "prctl=1",
	.setup = setup,
	.run = run,
};
