/* cpu_branch.c - a branch that nobody can foresee.
 *
 * One operation: one conditional branch on a bit of a random sequence that does
 * not repeat; ns, less the same loop whose branch is never taken. Half of the
 * branches are foreseen by chance, so this is half of what a wrong one costs.
 * Inside the clock: the loop with the generator (xorshift, Marsaglia 2003), and
 * the branch. Outside: replaying the sequence, which must have taken it as
 * often. Avoids P19 (the branch is one: what it leads to cannot be done without
 * jumping), P22 (both values are kept). */
#include "measure/bench.h"

struct state {
	uint64_t x, from; /* now, and before the batch */
	uint64_t taken;
};

static inline uint64_t next(uint64_t x)
{
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	/* Any but 0; Marsaglia's own. The period is 2^64 - 1. */
	s->x = UINT64_C(88172645463325252);
	return 0;
}

/* Of a single bit the mask leaves it or nothing. */
static void loop(struct state *s, uint64_t n, uint64_t mask)
{
	uint64_t x = s->x, taken = 0;

	bench_hide(mask);
	for (; n > 0; n--) {
		x = next(x);
		if (x & mask) {
			taken++;
			bench_hide(taken);
		}
	}
	s->x = x;
	s->taken = taken;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	s->from = s->x;
	loop(s, n, 1u << 20);
	return 0;
}

static int base(struct bench_ctx *c, uint64_t n)
{
	loop(c->state, n, 0);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t x = s->from, taken = 0;

	while (n-- > 0) {
		x = next(x);
		taken += x >> 20 & 1;
	}
	return x == s->x && taken == s->taken ?
	    0 :
	    bench_fail_why(c, "the branches taken are not as many");
}

const struct bench cpu_branch = {
	.name = "cpu_branch",
	.summary = "a branch that cannot be foreseen",
	.in = BENCH_FULL,
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.base = base,
	.tidy = tidy,
};
