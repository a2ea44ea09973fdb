/* sys_enosys.c - a system call that does not exist.
 *
 * One operation: system call number 1023, which no call has, so that entering
 * and leaving the kernel is all that is done; ns. What sys_null costs more is
 * getppid itself. Inside the clock: the call and the check that it gave ENOSYS
 * (P11). Outside: one that tells whether it is allowed. A sandbox or tracer
 * that looks at calls is part of it (P20), and one that answers with another
 * error leaves nothing to measure. */
#include "bench/common_call.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOBODY 1023

static long one(void *state)
{
	(void)state;
	return syscall(NOBODY) == -1 && errno == ENOSYS ? 0 : -1;
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "call 1023");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "call 1023");
}

const struct bench sys_enosys = {
	.name = "sys_enosys",
	.summary = "a system call that does not exist",
	.calls = "enosys=1",
	.setup = setup,
	.run = run,
};
