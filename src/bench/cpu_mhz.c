/* cpu_mhz.c - the frequency at which the CPU really runs.
 *
 * One operation: one addition to the result of the one before, which takes one
 * cycle on all CPUs that are known; Hz. So this is cycles per second of the
 * measuring clock, whatever the system or the CPU's name says of it; a turbo, a
 * governor, heat and a hypervisor that takes time away show.
 * Inside the clock: the additions, 16 in a turn of a loop that hides in their
 * shadow. Outside: checking the sum. `drift` is noted: by how much the last
 * batches of the invocation ran faster than the first. Avoids P19 (both
 * operands are in registers: newer cores add a constant for nothing), P21, P25
 * (no search for a repeatable value). Source: lmbench's mhz, which takes
 * minutes. */
#include "bench/common_op.h"
#include "measure/bench.h"

#include <time.h>

#define EACH 3 /* batches at either end that are compared: the best of them */

struct state {
	uint64_t value[OP_VALUES];
	uint64_t batches;
	double first, last[EACH]; /* ns per operation */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int setup(struct bench_ctx *c)
{
	c->ops_step = OP_STEP;
	return 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	(void)n;
	op_kinds[OP_INT64][OP_ADD].start(s->value);
	return 0;
}

/* Two readings of the clock are nothing beside a batch. */
static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	double from = now(), ns;

	op_kinds[OP_INT64][OP_ADD].chain(s->value, n);
	ns = (now() - from) / (double)(n > 0 ? n : 1);
	if (s->batches < EACH && (s->batches == 0 || ns < s->first))
		s->first = ns;
	s->last[s->batches++ % EACH] = ns;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	return op_kinds[OP_INT64][OP_ADD].is(s->value, n) ?
	    0 :
	    bench_fail_why(c, "the sum is wrong");
}

static int teardown(struct bench_ctx *c)
{
	const struct state *s = c->state;
	double last = s->last[0];

	if (s->batches < 2 * EACH)
		return 0;
	for (int i = 1; i < EACH; i++)
		if (s->last[i] < last)
			last = s->last[i];
	bench_note(c, "drift", "%+.2f %%", (s->first / last - 1) * 100);
	return 0;
}

const struct bench cpu_mhz = {
	.name = "cpu_mhz",
	.summary = "cycles per second, by a chain of additions",
	.alias = "mhz",
	.unit = BENCH_HZ,
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
