/* sys_dup_close.c - duplicate a descriptor and close it.
 *
 * One operation: dup(2) of the standard input and close(2) of the new
 * descriptor; ns. Inside the clock: both calls and the checks (P11). Outside:
 * one that tells whether it is allowed. The lowest free number is found at
 * once, as few descriptors are open. */
#include "bench/common_call.h"

#include <unistd.h>

static long one(void *state)
{
	int fd = dup(0);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "dup and close");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "dup and close");
}

const struct bench sys_dup_close = {
	.name = "sys_dup_close",
	.summary = "duplicate a descriptor and close it",
	.in = BENCH_FULL,
	.calls = "dup=1 close=1",
	.setup = setup,
	.run = run,
};
