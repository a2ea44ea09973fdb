/* self_spin.c - a loop of known length: the self-test's own row.
 *
 * One operation: `turns` turns of a loop in which each step needs the result
 * of the one before (one multiplication and one addition), so a turn takes the
 * same few cycles on any one CPU. `perfloss-probe --inject spin:N` makes it N
 * turns more: the cost then grows by N / turns, known beforehand.
 * Inside the clock: the loops. Avoids P19. tidy proves the number of turns: it
 * computes where the sequence must be after so many.
 * Outside: nothing. */
#include "measure/bench.h"

/* Knuth's linear congruential generator MMIX: any odd pair would do. */
#define MUL UINT64_C(6364136223846793005)
#define ADD UINT64_C(1442695040888963407)

struct state {
	uint64_t x;
};

static uint64_t turns(const struct bench_ctx *c)
{
	return (uint64_t)c->arg[0] + c->spin;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t each = turns(c), x = 0, i;

	for (; n > 0; n--)
		for (i = each; i > 0; i--) {
			x = x * MUL + ADD;
			bench_hide(x);
		}
	s->x = x;
	return 0;
}

/* The sequence after n steps from 0, by doubling: two steps are one with
 * MUL^2 and ADD (MUL + 1). */
static uint64_t after(uint64_t n)
{
	uint64_t mul = MUL, add = ADD, x = 0;

	for (; n > 0; n >>= 1) {
		if (n & 1)
			x = x * mul + add;
		add *= mul + 1;
		mul *= mul;
	}
	return x;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	if (s->x != after(n * turns(c)))
		return bench_fail_why(c, "not %llu turns",
		    (unsigned long long)(n * turns(c)));
	return 0;
}

const struct bench self_spin = {
	.name = "self_spin",
	.summary = "a loop of known length, for the self-test",
	.params = bench_params(
	    bench_count("turns", 1, 1000000000, "turns of the loop")),
	.cases = bench_cases(bench_case(BENCH_FULL, 1000)),
	.state_size = sizeof(struct state),
	.run = run,
	.tidy = tidy,
};
