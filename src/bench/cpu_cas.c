/* cpu_cas.c - add one to a shared number by compare and exchange.
 *
 * One operation: read a number that threads share, compute, and exchange it if
 * it is still the same, again until that succeeds; ns, over all threads
 * (common_crowd.h). Contention is the metric (P29): unlike an addition
 * (cpu_atomic) an exchange can fail, and the note `failed` says how many did
 * for one that succeeded. Inside the clock: all attempts. Outside: the threads,
 * which are awake when it starts.
 * Avoids P11 (the number counts what succeeded), P27. */
#include "bench/common_crowd.h"

struct cpu_cas {
	struct common_crowd crowd;
	uint64_t failed, done;
	_Alignas(2 * COMMON_LINE) _Atomic uint64_t number;
};

static int work(struct common_crowd *t, struct common_member *m)
{
	struct cpu_cas *s = (struct cpu_cas *)t;
	uint64_t failed = 0;

	for (uint64_t n = m->share; n > 0; n--) {
		uint64_t v =
		    atomic_load_explicit(&s->number, memory_order_relaxed);

		while (!atomic_compare_exchange_strong(&s->number, &v, v + 1))
			failed++;
	}
	m->sum = failed;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	return common_crowd(c, work);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct cpu_cas *s = c->state;
	uint64_t got = atomic_exchange(&s->number, 0);

	if (got != n)
		return bench_fail_why(c, "counted %llu, not %llu",
		    (unsigned long long)got, (unsigned long long)n);
	s->failed += common_crowd_sum(&s->crowd);
	s->done += n;
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	const struct cpu_cas *s = c->state;

	bench_note(c, "failed", "%.3f",
	    (double)s->failed / (double)(s->done > 0 ? s->done : 1));
	return common_crowd_stop(c);
}

const struct bench cpu_cas = {
	.name = "cpu_cas",
	.summary = "compare and exchange of a number that threads share",
	.params = common_crowd_params,
	.cases = bench_cases(bench_case(BENCH_FULL, 2)),
	.state_size = sizeof(struct cpu_cas),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.prepare = common_crowd_prepare,
	.run = common_crowd_run,
	.tidy = tidy,
	.teardown = teardown,
};
