/* cpu_atomic.c - add one to a number that threads share.
 *
 * One operation: one atomic addition that gives back the old value, to a
 * number in a line of its own; ns, over all threads (common_crowd.h). With one
 * thread the line stays in its cache; with more it goes from one to the other,
 * and that is what is measured: contention is the metric (P29). Inside the
 * clock: the additions. Outside: the threads, which are awake when it starts.
 * Avoids P11 (the number counts them), P27 (counts of their own in lines of
 * their own). */
#include "bench/common_crowd.h"

struct cpu_atomic {
	struct common_crowd crowd;
	_Alignas(2 * COMMON_LINE) _Atomic uint64_t number;
};

static int work(struct common_crowd *t, struct common_member *m)
{
	struct cpu_atomic *s = (struct cpu_atomic *)t;

	for (uint64_t n = m->share; n > 0; n--)
		bench_use(atomic_fetch_add(&s->number, 1));
	return 0;
}

static int setup(struct bench_ctx *c)
{
	return common_crowd(c, work);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct cpu_atomic *s = c->state;
	uint64_t got = atomic_exchange(&s->number, 0);

	if (got != n)
		return bench_fail_why(c, "counted %llu, not %llu",
		    (unsigned long long)got, (unsigned long long)n);
	return 0;
}

const struct bench cpu_atomic = {
	.name = "cpu_atomic",
	.summary = "atomic addition to a number that threads share",
	.params = common_crowd_params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 2),
	    bench_case(BENCH_FULL, 1)),
	.state_size = sizeof(struct cpu_atomic),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.prepare = common_crowd_prepare,
	.run = common_crowd_run,
	.tidy = tidy,
	.teardown = common_crowd_stop,
};
