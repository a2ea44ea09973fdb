/* proc_call.c - a function call.
 *
 * One operation: the call of a function that adds 1 to its argument and
 * returns it, each on the result of the last; ns. The function is not known to
 * the caller: neither inlined nor folded (P19). What is left of it beside the
 * addition is call, return and their prediction, a few cycles; mitigations that
 * change returns show here. Inside the clock: calls and the loop. Outside:
 * nothing else.
 * Source: lmbench's lat_proc procedure is a call of the same kind; its function
 * takes no argument that depends on the last call.
 * Avoids P11 (the sum), P19. */
#include "measure/bench.h"

struct proc_call {
	uint64_t sum;
};

__attribute__((noinline)) static uint64_t successor(uint64_t x)
{
	bench_hide(x);
	return x + 1;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct proc_call *s = c->state;
	uint64_t x = 0;

	while (n-- > 0)
		x = successor(x);
	s->sum = x;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct proc_call *s = c->state;

	if (s->sum != n)
		return bench_fail_why(c, "%llu calls, not %llu",
		    (unsigned long long)s->sum, (unsigned long long)n);
	return 0;
}

const struct bench proc_call = {
	.name = "proc_call",
	.summary = "a function call",
	.alias = "lat_proc procedure",
	.in = BENCH_FULL,
	.state_size = sizeof(struct proc_call),
	.run = run,
	.tidy = tidy,
};
