/* sys_fcntl.c - ask for the flags of a descriptor.
 *
 * One operation: fcntl(2) with F_GETFD of the standard input, which is not
 * closed by exec; ns. Inside the clock: the call and the check of its result
 * (P11). Outside: one that tells whether it is allowed. lmbench's lat_fcntl is
 * another thing, the hand-over of a file lock between two processes: ipc_fcntl.
 * */
#include "bench/common_call.h"

#include <fcntl.h>

static long one(void *state)
{
	(void)state;
	return fcntl(0, F_GETFD);
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "fcntl");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "fcntl");
}

const struct bench sys_fcntl = {
	.name = "sys_fcntl",
	.summary = "ask for the flags of a descriptor",
	.in = BENCH_FULL,
	.calls = "fcntl=1",
	.setup = setup,
	.run = run,
};
