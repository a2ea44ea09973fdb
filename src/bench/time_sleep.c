/* time_sleep.c - how much longer a sleep takes than it was asked to.
 *
 * One operation: one clock_nanosleep(2) of `us` microseconds; its event is the
 * time beyond these; ns. Inside the clock: the sleep between two readings of
 * CLOCK_MONOTONIC. Outside: setting the timer slack, how much later than asked
 * the kernel may let a timer fire (50000 ns is its own default, 1 the least).
 * The processor may fall asleep meanwhile: waking it counts.
 * A closed loop: each sleep begins when the last has ended (P16); sched_wakeup
 * is the open one. Avoids P10 (the slack is part of the row), P11. */
#include "bench/common_due.h"

#include <errno.h>

static int setup(struct bench_ctx *c)
{
	return due_slack(c, c->arg[1]);
}

static int wait(const struct timespec *t)
{
	errno = clock_nanosleep(CLOCK_MONOTONIC, 0, t, NULL);
	return errno == 0 ? 0 : -1;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return due_sleeps(c, n, "clock_nanosleep", wait);
}

const struct bench time_sleep = {
	.name = "time_sleep",
	.summary = "how much longer a sleep takes than asked",
	.params =
	    bench_params(bench_count("us", 0, 1000000, "microseconds to sleep"),
		bench_count("slack_ns", 1, 1000000000, "timer slack")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 100, DUE_SLACK),
	    bench_case(BENCH_FULL, 0, DUE_SLACK),
	    bench_case(BENCH_FULL, 1000, DUE_SLACK)),
	.events = DUE_EVENTS,
	.calls = "clock_nanosleep=1",
	.setup = setup,
	.run = run,
};
