/* sched_fair.c - how evenly processes that compete for a CPU share it.
 *
 * n processes on one CPU compute without end, the measuring one among them.
 * One operation: a window of `us` microseconds; its event is the difference
 * between the most and the least CPU time that one of them got, per second of
 * the window; ns per second. 0 is perfectly fair; where one gets nothing it is
 * what the most favoured gets. A window ends when the measuring process has the
 * CPU after it is over, which is mostly when its next turn begins, so it is a
 * whole number of rounds; shorter than a round of all it would show how long a
 * turn is instead. An invocation has only a few windows (three at least), since
 * one takes a turn of each at least: 4 ms mostly.
 * Inside the clock: the window, and reading each process's CPU clock at its
 * beginning and end, which the measuring process does while it runs. Outside:
 * starting the processes.
 * Avoids P1 (all on one CPU), P11, P29 (competing is what is measured). */
#include "bench/common_due.h"

#include <sys/syscall.h>
#include <unistd.h>

#define MOST 64

enum { ARG_N, ARG_US };

struct sched_fair {
	clockid_t clock[MOST];
	int64_t from[MOST];
};

static int spin(struct bench_ctx *c)
{
	uint64_t x = 0;

	bench_ready(c);
	for (;;) {
		x++;
		bench_hide(x);
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct sched_fair *s = c->state;
	int i, n = (int)c->arg[ARG_N];
	pid_t pid;

	c->batch_ops = 1;
	if (c->cpu[0] < 0)
		return bench_skip(c, "nothing can be pinned to one CPU here");
	s->clock[0] = CLOCK_PROCESS_CPUTIME_ID;
	for (i = 1; i < n; i++) {
		pid = bench_partner(c, 0, spin);
		if (pid < 0)
			return bench_fail(c, "fork");
		if (clock_getcpuclockid(pid, &s->clock[i]) != 0)
			return bench_skip(c,
			    "the CPU clock of another process cannot be read");
	}
	return bench_wait_ready(c, n - 1);
}

/* What each has used since; all at one moment, as only this one runs. */
static int used(struct bench_ctx *c, int64_t *out)
{
	struct sched_fair *s = c->state;
	struct timespec t;
	int i;

	for (i = 0; i < c->arg[ARG_N]; i++) {
		if (syscall(SYS_clock_gettime, s->clock[i], &t) != 0)
			return bench_fail(c, "clock_gettime");
		out[i] = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	}
	return 0;
}

static int window(struct bench_ctx *c)
{
	struct sched_fair *s = c->state;
	int64_t to[MOST], from = due_now(), end = from + c->arg[ARG_US] * 1000;
	int64_t now, got, least = INT64_MAX, most = 0;
	int i;

	if (used(c, s->from) != 0)
		return -1;
	do {
		now = due_now();
	} while (now < end);
	if (used(c, to) != 0)
		return -1;
	for (i = 0; i < c->arg[ARG_N]; i++) {
		got = to[i] - s->from[i];
		least = got < least ? got : least;
		most = got > most ? got : most;
	}
	bench_record(c,
	    (uint64_t)((double)(most - least) * 1e9 / (double)(now - from)));
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	while (n-- > 0)
		if (window(c) != 0)
			return -1;
	return 0;
}

const struct bench sched_fair = {
	.name = "sched_fair",
	.summary = "difference in CPU time of processes that compete, per s",
	.params =
	    bench_params(bench_count("n", 2, MOST, "processes that compute"),
		bench_count("us", 1000, 10000000,
		    "length of a window in microseconds")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 2, 5000),
	    bench_case(BENCH_FULL, 4, 10000)),
	.state_size = sizeof(struct sched_fair),
	.calls = "clock_gettime>=4",
	.setup = setup,
	.run = run,
};
