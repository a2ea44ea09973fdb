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

static const char *const via_words[] = { "socket", "pipe", NULL };
static const char *const as_words[] = { "process", "thread", NULL };

static const struct bench_param params[] = {
	{ "groups", BENCH_COUNT, 1, 500, NULL, "groups" },
	{ "fds", BENCH_COUNT, 1, 100, NULL, "senders, receivers of a group" },
	{ "loops", BENCH_COUNT, 1, 100000, NULL, "rounds of each sender" },
	{ "via", BENCH_WORD, 0, 0, via_words, "what messages go through" },
	{ "as", BENCH_WORD, 0, 0, as_words, "what sends and receives" },
	{ "cpu", BENCH_PLACE, 0, 0, NULL, "where senders and receivers run" },
	{ 0 },
};

static const struct bench_case cases[] = {
	{ .in = BENCH_DEFAULT, .arg = { 1, 20, 10, 0, 0, PLAT_SAME } },
	{ .in = BENCH_FULL, .arg = { 1, 20, 10, 1, 1, PLAT_SAME } },
	{ .in = BENCH_FULL, .arg = { 1, 20, 10, 0, 0, PLAT_FREE } },
	{ 0 },
};

const struct bench sched_hackbench = {
	.name = "sched_hackbench",
	.summary = "groups in which everybody sends to everybody, per message",
	.alias = "hackbench",
	.params = params,
	.cases = cases,
	.state_size = sizeof(struct hack),
	.calls = "write=1 read=1 futex>=0",
	.setup = hack_setup,
	.run = run,
};
