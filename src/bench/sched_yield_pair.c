/* sched_yield_pair.c - two processes on one CPU yield to each other.
 *
 * One operation: the turn goes from one process to the other, which is one
 * context switch (P2); ns. Whose turn it is stands in memory that both see;
 * the one whose turn it is not calls sched_yield(2) until it is. A scheduler
 * that switches at each call makes one call per switch; one that does not
 * makes more, and so takes longer.
 * Inside the clock: the calls and the looks at the word. Outside: starting the
 * partner.
 * Avoids P1 (both on one CPU, or not at all), P2, P11 (the turn proves each
 * switch). */
#include "bench/common_hand.h"

#include <sched.h>

static int wait(struct bench_ctx *c, struct hand *h, unsigned me)
{
	while (atomic_load_explicit(h->turn, memory_order_acquire) != me)
		if (sched_yield() != 0)
			return bench_fail(c, "sched_yield");
	return 0;
}

static int give(struct bench_ctx *c, struct hand *h, unsigned to)
{
	(void)c;
	atomic_store_explicit(h->turn, to, memory_order_release);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct hand *h = c->state;

	if (c->cpu[0] < 0 || c->cpu[0] != c->cpu[1])
		return bench_skip(c, "two cannot be pinned to one CPU here");
	h->wait = wait;
	h->give = give;
	return common_hand(c);
}

const struct bench sched_yield_pair = {
	.name = "sched_yield_pair",
	.summary = "two processes on one CPU yield to each other, per switch",
	.in = BENCH_FULL,
	.state_size = sizeof(struct hand),
	.calls = "sched_yield>=1",
	.setup = setup,
	.run = common_hand_run,
};
