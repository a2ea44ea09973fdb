/* sched_futex_ctx.c - two processes hand a turn over by futexes.
 *
 * One operation: the turn goes from one process to the other, which is one
 * context switch (P2); ns. Whose turn it is stands in memory that both see;
 * the giver wakes the other by futex(2) and then sleeps on the word itself.
 * The base makes the same two calls in one process, a wake of nobody and a
 * wait that returns at once, and is subtracted: the difference is sleeping,
 * waking and the switch; both are kept (P22). The turn may be back before the
 * giver sleeps, on two CPUs because the other was quick, on one because, once
 * woken, it had the CPU at once: then that call is not made, and the wake that
 * gave the turn back woke nobody. The switch took place all the same. The note
 * "asleep" says how often the other was asleep when it was given the turn.
 * Inside the clock: the calls and the looks at the word. Outside: starting the
 * partner. Avoids P1 (the placement is part of the row), P2, P11, P22. */
#include "bench/common_hand.h"
#include "bench/common_note.h"
#include "bench/common_place.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int wait(struct bench_ctx *c, struct hand *h, unsigned me)
{
	while (atomic_load_explicit(h->turn, memory_order_acquire) != me)
		if (common_futex_wait(c, h->turn, !me) != 0)
			return -1;
	return 0;
}

static int give(struct bench_ctx *c, struct hand *h, unsigned to)
{
	long woken;

	h->both->to[to].given++;
	atomic_store_explicit(h->turn, to, memory_order_release);
	woken = syscall(SYS_futex, h->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
	if (woken < 0)
		return bench_fail(c, "futex");
	h->both->to[to].woken += (uint64_t)woken;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct hand *h = c->state;

	h->wait = wait;
	h->give = give;
	return common_hand(c);
}

static int base(struct bench_ctx *c, uint64_t n)
{
	static atomic_uint word;

	while (n-- > 0)
		if (common_futex_wake(c, &word, 1) != 0 ||
		    common_futex_wait(c, &word, 1) != 0)
			return -1;
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	const struct hand_both *both = ((struct hand *)c->state)->both;

	common_note_share(c, "asleep", both->to[0].woken + both->to[1].woken,
	    both->to[0].given + both->to[1].given);
	return 0;
}

const struct bench sched_futex_ctx = {
	.name = "sched_futex_ctx",
	.summary = "two processes hand a turn over by futexes, per switch",
	.params = bench_params(bench_place("cpu",
	    "how the CPUs of the two processes are related")),
	.list = common_places_full,
	.state_size = sizeof(struct hand),
	.calls = "futex>=1",
	.setup = setup,
	.run = common_hand_run,
	.base = base,
	.teardown = teardown,
};
