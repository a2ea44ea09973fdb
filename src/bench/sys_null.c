/* sys_null.c - the least system call: getppid, entered directly.
 *
 * One operation: one getppid through syscall(2), so that no libc can cache it
 * (P4). Inside the clock: entry, a read of the parent's number, exit, and the
 * check of the result (P11).
 * Outside: nothing. Source: lmbench's lat_syscall null ("null call"),
 * through the C library's getppid. */
#include "measure/bench.h"

#include <sys/syscall.h>
#include <unistd.h>

struct state {
	long parent;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->parent = syscall(SYS_getppid);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	long parent = s->parent;
	uint64_t i;

	for (i = 0; i < n; i++)
		if (syscall(SYS_getppid) != parent)
			return bench_fail_why(c, "getppid: another parent");
	return 0;
}

const struct bench sys_null = {
	.name = "sys_null",
	.summary = "the least system call: getppid",
	.alias = "lat_syscall null, null call",
	.in = BENCH_QUICK | BENCH_DEFAULT | BENCH_FULL,
	.state_size = sizeof(struct state),
	.calls = "getppid=1",
	.setup = setup,
	.run = run,
};
