/* sched_request.c - requests that come at a fixed rate are given to workers.
 *
 * `rate` times a second a request is due; the measuring thread waits for that
 * moment and wakes the next of `workers` threads by a futex. One operation:
 * one request; its event is the time from when the request was due to when its
 * worker had the CPU; ns. The rate does not wait for the workers, and one that
 * is late counts its whole wait (P16). Nothing is pinned: where a woken worker
 * runs is the scheduler's choice. The note "served_per_s" is how many requests
 * a second were served: `rate`, or, where that is more than can be done, as
 * many as can; the events then grow from request to request, and nothing is
 * dropped. Inside the clock: the requests of a
 * batch and the wait for the last of them. Outside: starting the threads.
 * Source: schbench with a rate (-R); without, it wakes them as they are done.
 * Avoids P1 (free, and stated), P10 (timer slack of 1 ns), P11, P16, P27. */
#include "bench/common_hand.h"
#include "bench/common_serve.h"

#include <errno.h>

enum { ARG_WORKERS, ARG_RATE };

struct sched_request {
	struct due due;
	uint64_t first; /* number of the first request of the batch */
	int64_t took;   /* all batches */
	struct serve serve;
};

static int setup(struct bench_ctx *c)
{
	struct sched_request *s = c->state;

	s->due.interval = 1000000000 / c->arg[ARG_RATE];
	if (due_slack(c, 1) != 0)
		return -1;
	return serve_start(c, &s->serve, (int)c->arg[ARG_WORKERS]);
}

static int request(struct bench_ctx *c, uint64_t id)
{
	struct sched_request *s = c->state;
	struct serve_worker *w =
	    &s->serve.worker[id % (uint64_t)c->arg[ARG_WORKERS]];
	struct timespec t = due_time(s->due.at);

	errno = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	if (errno != 0)
		return bench_fail(c, "clock_nanosleep");
	s->serve.due_at[id % SERVE_SLOTS] = s->due.at;
	s->due.at += s->due.interval;
	atomic_fetch_add(&w->given, 1);
	return common_futex_wake(c, &w->given, 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct sched_request *s = c->state;
	unsigned over = atomic_load(&s->serve.over);
	uint64_t id = s->first;
	int64_t from = due_now();

	s->serve.last = s->first + n;
	due_begin(&s->due);
	for (; id < s->serve.last; id++)
		if (request(c, id) != 0)
			return -1;
	while (atomic_load(&s->serve.over) == over)
		if (common_futex_wait(c, &s->serve.over, over) != 0)
			return -1;
	due_end(&s->due);
	s->took += s->due.left - from;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct sched_request *s = c->state;

	if (atomic_load(&s->serve.done) != (unsigned)s->serve.last)
		return bench_fail_why(c, "not all of %llu requests were served",
		    (unsigned long long)n);
	for (; s->first < s->serve.last; s->first++)
		bench_record(c,
		    (uint64_t)s->serve.late[s->first % SERVE_SLOTS]);
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	const struct sched_request *s = c->state;

	bench_note(c, "served_per_s", "%.0f",
	    (double)s->first * 1e9 / (double)(s->took > 0 ? s->took : 1));
	return 0;
}

static const struct bench_param params[] = {
	bench_count("workers", 1, SERVE_MOST, "threads that serve"),
	bench_count("rate", 1, 100000, "requests per second"),
	{ 0 },
};

const struct bench sched_request = {
	.name = "sched_request",
	.summary = "from when a request is due to when its worker runs",
	.alias = "schbench",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, 2, 10000)),
	.state_size = sizeof(struct sched_request),
	.max_ops = SERVE_SLOTS,
	.events = DUE_EVENTS,
	.flags = BENCH_NO_PIN,
	.calls = "clock_nanosleep=1 futex>=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
