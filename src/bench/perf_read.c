/* perf_read.c - read a counter of the kernel's.
 *
 * One operation: read(2) of a perf_event_open(2) descriptor that counts this
 * process's own CPU time in user space (a software clock: the same in every
 * guest, and allowed up to perf_event_paranoid 2); ns. It is what a program
 * pays that watches itself. Inside the clock: the call, the check that the
 * counter does not go back. Outside: opening it.
 * Avoids P11 (the counter has to grow over a batch). */
#include "measure/bench.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct perf_read {
	int fd;
	uint64_t first, last;
};

static int setup(struct bench_ctx *c)
{
	struct perf_read *s = c->state;
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.type = PERF_TYPE_SOFTWARE;
	attr.size = sizeof(attr);
	attr.config = PERF_COUNT_SW_TASK_CLOCK;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	s->fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0UL);
	if (s->fd >= 0)
		return 0;
	if (errno == ENOSYS || errno == ENOENT || errno == EOPNOTSUPP)
		return bench_skip(c,
		    "this kernel has no perf events (or a "
		    "sandbox says so)");
	if (errno == EPERM || errno == EACCES)
		return bench_skip(c,
		    "perf events are not allowed here "
		    "(kernel.perf_event_paranoid, seccomp)");
	return bench_fail(c, "perf_event_open");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct perf_read *s = c->state;
	uint64_t now;

	s->first = s->last;
	while (n-- > 0) {
		if (read(s->fd, &now, sizeof(now)) != (ssize_t)sizeof(now))
			return bench_fail(c, "read");
		if (now < s->last)
			return bench_fail_why(c, "the counter went back");
		s->last = now;
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct perf_read *s = c->state;

	if (n > 1 && s->last == s->first)
		return bench_fail_why(c, "the counter stood still");
	return 0;
}

const struct bench perf_read = {
	.name = "perf_read",
	.summary = "read a counter of the kernel's",
	.in = BENCH_FULL,
	.state_size = sizeof(struct perf_read),
	.calls = "read=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
