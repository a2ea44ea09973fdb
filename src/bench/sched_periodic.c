/* sched_periodic.c - a program that computes for a part of each period.
 *
 * Every `us` microseconds a period begins; in each the program does the same
 * work, a fixed number of turns. One operation: one turn; a batch is one
 * period, and its event is the response: from the moment the period began to
 * the end of its work; ns. Work that has not ended when the next period begins
 * is an overrun: the next then starts at once, and counts from when it was due
 * (P16). Notes: "overruns"; "periods"; "block", what all of them took against
 * what they should; "work" and "share", the turns and what they take of a
 * period when nothing disturbs.
 * work=N: N turns, the same on every machine and in every run. work=0: as many
 * as take `share` percent of a period, found when the row is calibrated, once
 * a run, and then the same for all its processes; they are the row's batch
 * size. load=N: N more such programs on the same CPU.
 * The work itself is in common_period.h. Inside the clock: waiting for the
 * period and the work. Outside: vectors, load, finding the share.
 * Avoids P1 (one CPU), P10 (timer slack of 1 ns), P11, P16, P19. */
#include "bench/common_period.h"

#include <errno.h>

enum { ARG_US, ARG_WORK, ARG_SHARE, ARG_LOAD };

static int load(struct bench_ctx *c)
{
	bench_ready(c);
	return period_for_ever(c);
}

static int setup(struct bench_ctx *c)
{
	struct period *s = c->state;
	double turns;
	int i;

	if (due_slack(c, 1) != 0 || period_init(c, c->arg[ARG_US] * 1000) != 0)
		return -1;
	turns = (double)s->due.interval * (double)c->arg[ARG_SHARE] / 100 /
	    s->turn_ns;
	c->batch_ops = (uint64_t)c->arg[ARG_WORK];
	if (c->batch_ops == 0)
		c->batch_ops = (uint64_t)turns + 1;
	for (i = 0; i < c->arg[ARG_LOAD]; i++)
		if (bench_partner(c, 0, load) < 0)
			return bench_fail(c, "fork");
	return bench_wait_ready(c, (int)c->arg[ARG_LOAD]);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct period *s = c->state;

	if (s->periods > 0)
		return 0;
	s->own = n;
	atomic_store(s->turns, (unsigned)n);
	return common_futex_wake(c, s->turns, (int)c->arg[ARG_LOAD]);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct period *s = c->state;
	int64_t from = due_now();

	due_begin(&s->due);
	errno = period_one(s, n);
	if (errno != 0)
		return bench_fail(c, "clock_nanosleep");
	if (due_happens(c, &s->due) != 0)
		return -1;
	due_end(&s->due);
	s->took += s->due.left - from;
	s->overruns += s->due.left > s->due.at;
	s->periods++;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	return period_done(c->state, n) ?
	    0 :
	    bench_fail_why(c, "the work was not done");
}

static int teardown(struct bench_ctx *c)
{
	const struct period *s = c->state;
	double whole = (double)s->due.interval;

	bench_note(c, "work", "%.0f", (double)s->own);
	bench_note(c, "share", "%.1f %%",
	    100 * (double)s->own * s->turn_ns / whole);
	bench_note(c, "periods", "%.0f", (double)s->periods);
	bench_note(c, "overruns", "%.0f", (double)s->overruns);
	bench_note(c, "block", "%.2f %%",
	    100 * (double)s->took / whole / (double)s->periods);
	return 0;
}

static const struct bench_param params[] = {
	bench_count("us", 10, 1000000, "microseconds of a period"),
	bench_count("work", 0, 1000000000,
	    "turns in a period; 0 = as share says"),
	bench_count("share", 1, 200,
	    "percent of a period that work=0 shall fill"),
	bench_count("load", 0, 200, "more such programs"),
	{ 0 },
};

const struct bench sched_periodic = {
	.name = "sched_periodic",
	.summary = "response of a program that computes in each period",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 100, 40000, 50, 0),
	    bench_case(BENCH_FULL, 10000, 0, 90, 0)),
	.state_size = sizeof(struct period),
	.events = DUE_EVENTS,
	.calls = "clock_nanosleep>=0",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
