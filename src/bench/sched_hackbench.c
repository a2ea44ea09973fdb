/* sched_hackbench.c - groups in which everybody sends to everybody.
 *
 * In each of `groups` groups `fds` senders write messages of 100 bytes, by
 * turns to each of `fds` receivers, `loops` times round; every receiver has a
 * pipe or socket that all senders of its group write to.
 * One operation: one message; ns. A batch is a whole exchange, from the word
 * to begin until the last receiver has its last message: groups x fds x fds x
 * loops messages, so this value times their number is what hackbench prints.
 * Inside the clock: the exchange, waking the senders and the main process.
 * Outside: starting the parties, which live through all batches; the note
 * "start_us" has it. cpu=same: all on one CPU; another place: senders on one,
 * receivers on the other; free: the scheduler places.
 * Avoids P1, P11 (each message is counted where it arrives), P23, P29.
 * Source: hackbench of rt-tests ("-g groups -f fds -l loops -s 100", -p for
 * via=pipe, -T for as=thread; unless said 10 groups and 100 loops). It has the
 * ends of its processes inside the clock as well. */
#include "bench/common_hack.h"

static int run(struct bench_ctx *c, uint64_t n)
{
	struct hack *h = c->state;
	unsigned seen = atomic_load(&h->all->done);

	h->all->n = n;
	atomic_store(&h->all->left, hack_receivers(h, n));
	atomic_fetch_add(&h->all->go, 1);
	if (common_futex_wake(c, &h->all->go, hack_parties(h)) != 0)
		return -1;
	while (atomic_load(&h->all->done) == seen)
		if (common_futex_wait(c, &h->all->done, seen) != 0)
			return -1;
	return 0;
}

const struct bench sched_hackbench = {
	.name = "sched_hackbench",
	.summary = "groups in which everybody sends to everybody, per message",
	.alias = "hackbench",
	.params = bench_params(bench_count("groups", 1, 500, "groups"),
	    bench_count("fds", 1, 100, "senders, receivers of a group"),
	    bench_count("loops", 1, 100000, "rounds of each sender"),
	    bench_word("via", "what messages go through", "socket", "pipe"),
	    bench_word("as", "what sends and receives", "process", "thread"),
	    bench_place("cpu", "where senders and receivers run")),
	.cases =
	    bench_cases(bench_case(BENCH_DEFAULT, 1, 20, 10, 0, 0, PLAT_SAME),
		bench_case(BENCH_FULL, 1, 20, 10, 1, 1, PLAT_SAME),
		bench_case(BENCH_FULL, 1, 20, 10, 0, 0, PLAT_FREE)),
	.state_size = sizeof(struct hack),
	.calls = "write=1 read=1 futex>=0",
	.setup = hack_setup,
	.run = run,
};
