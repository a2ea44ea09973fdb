/* sys_eventfd.c - add to an event counter and take it back.
 *
 * One operation: write(2) of 1 to an eventfd and read(2) of it, in one process;
 * ns. Inside the clock: both calls and the check of the value (P11). Outside:
 * making the eventfd. Two calls on an object in memory; waking somebody with
 * one is ipc_eventfd. */
#include "bench/common_call.h"

#include <sys/eventfd.h>
#include <unistd.h>

static long one(void *state)
{
	const struct call_fd *s = state;
	uint64_t v = 1;

	if (write(s->fd, &v, sizeof(v)) != sizeof(v) ||
	    read(s->fd, &v, sizeof(v)) != sizeof(v))
		return -1;
	return (long)v;
}

static int setup(struct bench_ctx *c)
{
	struct call_fd *s = c->state;

	s->fd = eventfd(0, EFD_CLOEXEC);
	if (s->fd < 0)
		return call_refused(c, "eventfd");
	return call_try(c, one, 1, "eventfd");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 1, "eventfd");
}

const struct bench sys_eventfd = {
	.name = "sys_eventfd",
	.summary = "add to an event counter and take it back",
	.state_size = sizeof(struct call_fd),
	.calls = "write=1 read=1",
	.setup = setup,
	.run = run,
};
