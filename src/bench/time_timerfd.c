/* time_timerfd.c - how late the expiry of a timer is read from a descriptor.
 *
 * One operation: one read(2) of a timerfd that expires every `us`
 * microseconds; its event is the time from the expiry to the return of read;
 * ns. An expiry that was missed is an event of its own, with its whole wait
 * (P16). Inside the clock: the reads. Outside: making the timer; it is set
 * anew, by absolute times, once a batch. Such a timer has no slack (P10).
 * Avoids P10, P11, P16. */
#include "bench/common_due.h"

#include <sys/timerfd.h>
#include <unistd.h>

struct time_timerfd {
	struct due due;
	int fd;
};

static int setup(struct bench_ctx *c)
{
	struct time_timerfd *s = c->state;

	s->due.interval = c->arg[0] * 1000;
	s->fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	return s->fd >= 0 ? 0 : bench_fail(c, "timerfd_create");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct time_timerfd *s = c->state;
	struct itimerspec t = { .it_value = due_time(due_begin(&s->due)),
		.it_interval = due_time(s->due.interval) };
	uint64_t expired;

	if (timerfd_settime(s->fd, TFD_TIMER_ABSTIME, &t, NULL) != 0)
		return bench_fail(c, "timerfd_settime");
	while (n-- > 0) {
		if (read(s->fd, &expired, 8) != 8)
			return bench_fail(c, "read");
		while (expired-- > 0)
			if (due_happens(c, &s->due) != 0)
				return -1;
	}
	due_end(&s->due);
	return 0;
}

const struct bench time_timerfd = {
	.name = "time_timerfd",
	.summary = "how late a timer's expiry is read from its descriptor",
	.params = bench_params(bench_count("us", 10, 1000000,
	    "microseconds from expiry to expiry")),
	.cases = bench_cases(bench_case(BENCH_FULL, 100)),
	.state_size = sizeof(struct time_timerfd),
	.events = DUE_EVENTS,
	.calls = "read=1",
	.setup = setup,
	.run = run,
};
