/* time_poll.c - how much longer a poll waits than it was asked to.
 *
 * One operation: one ppoll(2) of no descriptor with a time limit of `us`
 * microseconds; its event is the time beyond these; ns. Inside the clock: the
 * call between two readings of CLOCK_MONOTONIC. Outside: setting the timer
 * slack. select and poll wait by the same function of the kernel, which allows
 * itself a thousandth of the limit where that is more than the slack.
 * A closed loop (P16). Avoids P10 (the slack is part of the row), P11. */
#include "bench/common_due.h"

#include <poll.h>

static int setup(struct bench_ctx *c)
{
	return due_slack(c, c->arg[1]);
}

static int wait(const struct timespec *t)
{
	return ppoll(NULL, 0, t, NULL);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return due_sleeps(c, n, "ppoll", wait);
}

static const struct bench_param params[] = {
	bench_count("us", 1, 1000000, "time limit in microseconds"),
	bench_count("slack_ns", 1, 1000000000, "timer slack"),
	{ 0 },
};

const struct bench time_poll = {
	.name = "time_poll",
	.summary = "how much longer a poll waits than asked",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, 100, DUE_SLACK)),
	.events = DUE_EVENTS,
	.calls = "poll=1",
	.setup = setup,
	.run = run,
};
