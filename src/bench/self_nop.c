/* self_nop.c - the harness's own floor: a loop round nothing.
 *
 * One operation: one turn of an empty loop that the compiler may not drop.
 * Inside the clock: the call of run, the loop. Avoids P19. What this costs is
 * the least that any row can show.
 * Outside: nothing. */
#include "measure/bench.h"

struct state {
	uint64_t turns;
};

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t i;

	for (i = 0; i < n; i++)
		bench_hide(i);
	s->turns = i;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	if (s->turns != n)
		return bench_fail_why(c, "%llu turns instead of %llu",
		    (unsigned long long)s->turns, (unsigned long long)n);
	return 0;
}

const struct bench self_nop = {
	.name = "self_nop",
	.summary = "nothing: the floor of the harness itself",
	.in = BENCH_QUICK | BENCH_DEFAULT | BENCH_FULL,
	.state_size = sizeof(struct state),
	.run = run,
	.tidy = tidy,
};
