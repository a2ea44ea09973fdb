/* sched_thread_ctx.c - a token goes round a ring of threads.
 *
 * One operation: one hop, which is one context switch between two threads of
 * one process (P2); ns. Otherwise as sched_ctx, which is the same between
 * processes: the difference of the two rows is the switch of address spaces.
 * The base does the same reads, sums and writes over as many pipes and the same
 * arrays in one thread, and is subtracted; both are kept (P22).
 * Inside the clock: laps of the ring. Outside: pipes, threads, arrays.
 * Avoids P1, P2, P11 (the token counts hops and sums), P22. */
#include "bench/common_place.h"
#include "bench/common_ring.h"

static size_t list(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_FULL, .arg = { 2, 0, 0 } };

	return common_places(out, max, &one, RING_CPU);
}

static const struct bench_param params[] = {
	bench_count("threads", 2, COMMON_RING, "threads in the ring"),
	bench_bytes("size", 0, 64 << 20, "array that each thread sums"),
	bench_place("cpu", "where neighbours in the ring run"),
	{ 0 },
};

const struct bench sched_thread_ctx = {
	.name = "sched_thread_ctx",
	.summary = "a token goes round a ring of threads, per switch",
	.params = params,
	.list = list,
	.state_size = sizeof(struct common_ring),
	.calls = "write=1 read=1",
	.setup = common_ring_threads,
	.run = common_ring_run,
	.base = common_ring_base,
	.tidy = common_ring_tidy,
};
