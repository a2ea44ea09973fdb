/* sched_request.c - requests that come at a fixed rate are given to workers.
 *
 * `rate` times a second a request is due; the measuring thread waits for that
 * moment and wakes the next of `workers` threads by a futex. One operation:
 * one request; its event is the time from when the request was due to when its
 * worker had the CPU; ns. The rate does not wait for the workers, and one that
 * is late counts its whole wait (P16). Nothing is pinned: where a woken worker
 * runs is the scheduler's choice. Inside the clock: the requests of a batch and
 * the wait for the last of them. Outside: starting the threads.
 * Source: schbench with a rate (-R); without, it wakes them as they are done.
 * Avoids P1 (free, and stated), P10 (timer slack of 1 ns), P11, P16, P27. */
#include "bench/common_due.h"
#include "bench/common_hand.h"
#include "bench/common_thread.h"

#include <errno.h>
#include <unistd.h>

#define MOST  64
#define SLOTS 4096 /* requests of a batch */

enum { ARG_WORKERS, ARG_RATE };

struct worker {
	struct common_thread thread;
	struct bench_ctx *c;
	atomic_uint given;
	char apart[64]; /* words of two workers share no cache line */
};

struct sched_request {
	struct due due;
	uint64_t first; /* number of the first request of the batch */
	uint64_t last;  /* and of the one behind its last */
	atomic_uint done, over;
	int64_t due_at[SLOTS], late[SLOTS];
	struct worker worker[MOST];
};

/* Worker w has requests w, w + workers, w + 2 workers, ... */
static int serve(void *arg)
{
	struct worker *w = arg;
	struct bench_ctx *c = w->c;
	struct sched_request *s = c->state;
	uint64_t id = (uint64_t)(w - s->worker);
	unsigned seen = 0;

	bench_ready(c);
	for (;; seen++, id += (uint64_t)c->arg[ARG_WORKERS]) {
		while (atomic_load(&w->given) == seen)
			if (common_futex_wait(c, &w->given, seen) != 0)
				_exit(1);
		s->late[id % SLOTS] = due_now() - s->due_at[id % SLOTS];
		if (atomic_fetch_add(&s->done, 1) + 1 != (unsigned)s->last)
			continue;
		atomic_fetch_add(&s->over, 1);
		if (common_futex_wake(c, &s->over, 1) != 0)
			_exit(1);
	}
}

static int setup(struct bench_ctx *c)
{
	struct sched_request *s = c->state;
	int i;

	s->due.interval = 1000000000 / c->arg[ARG_RATE];
	if (due_slack(c, 1) != 0)
		return -1;
	for (i = 0; i < c->arg[ARG_WORKERS]; i++) {
		s->worker[i].c = c;
		if (common_thread_start(c, &s->worker[i].thread, -1, serve,
			&s->worker[i]) != 0)
			return -1;
	}
	return bench_wait_ready(c, (int)c->arg[ARG_WORKERS]);
}

static int request(struct bench_ctx *c, uint64_t id)
{
	struct sched_request *s = c->state;
	struct worker *w = &s->worker[id % (uint64_t)c->arg[ARG_WORKERS]];
	struct timespec t = due_time(s->due.at);

	errno = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	if (errno != 0)
		return bench_fail(c, "clock_nanosleep");
	s->due_at[id % SLOTS] = s->due.at;
	s->due.at += s->due.interval;
	atomic_fetch_add(&w->given, 1);
	return common_futex_wake(c, &w->given, 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct sched_request *s = c->state;
	unsigned over = atomic_load(&s->over);
	uint64_t id = s->first;

	s->last = s->first + n;
	due_begin(&s->due);
	for (; id < s->last; id++)
		if (request(c, id) != 0)
			return -1;
	while (atomic_load(&s->over) == over)
		if (common_futex_wait(c, &s->over, over) != 0)
			return -1;
	due_end(&s->due);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct sched_request *s = c->state;

	if (atomic_load(&s->done) != (unsigned)s->last)
		return bench_fail_why(c, "not all of %llu requests were served",
		    (unsigned long long)n);
	for (; s->first < s->last; s->first++)
		bench_record(c, (uint64_t)s->late[s->first % SLOTS]);
	return 0;
}

static const struct bench_param params[] = {
	{ "workers", BENCH_COUNT, 1, MOST, NULL, "threads that serve" },
	{ "rate", BENCH_COUNT, 1, 100000, NULL, "requests per second" },
	{ 0 },
};

static const struct bench_case cases[] = {
	{ .in = BENCH_FULL, .arg = { 2, 10000 } },
	{ 0 },
};

const struct bench sched_request = {
	.name = "sched_request",
	.summary = "from when a request is due to when its worker runs",
	.alias = "schbench",
	.params = params,
	.cases = cases,
	.state_size = sizeof(struct sched_request),
	.max_ops = SLOTS,
	.events = DUE_EVENTS,
	.flags = BENCH_NO_PIN,
	.calls = "clock_nanosleep=1 futex>=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
