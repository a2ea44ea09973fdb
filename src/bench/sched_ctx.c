/* sched_ctx.c - a token goes round a ring of processes.
 *
 * One operation: one hop, which is one context switch (P2: a lap of `procs`
 * hops is `procs` switches); ns. Each process reads the token (8 bytes) from
 * its pipe, sums an array of `size` bytes of its own, adds to the token and
 * writes it to the next pipe. The base does the same reads, sums and writes
 * over as many pipes and the same arrays in one process: the difference is the
 * switch, with what it does to caches and TLB; both are kept (P22). On one CPU
 * all share it; on two every hop crosses (P1).
 * cpu=free is lmbench's definition (lm): not pinned, and the base sums one
 * array that stays in the cache, so that the refilling of the cache counts as
 * part of the switch.
 * Inside the clock: laps of the ring. Outside: pipes, processes, arrays.
 * Avoids P1, P2, P11 (the token counts hops and sums), P22.
 * Source: lmbench's lat_ctx, as said of cpu=free. */
#include "bench/common_ring.h"

static size_t list(struct bench_case *out, size_t max)
{
	static const int64_t column[][2] = { { 2, 0 }, { 2, 16 }, { 8, 16 },
		{ 2, 64 }, { 8, 64 }, { 16, 16 }, { 16, 64 } };
	int64_t place[] = { PLAT_SAME, PLAT_CACHE, PLAT_FREE };
	size_t i, k, n = 0;
	int cpu[2];

	(void)max; /* 17 of BENCH_CASES */
	if (plat_pick(PLAT_CACHE, -1, cpu, NULL) != 0 &&
	    plat_pick(PLAT_OTHER, -1, cpu, NULL) == 0)
		place[1] = PLAT_OTHER;
	for (k = 0; k < 3; k++)
		for (i = 0; i < (k == 1 ? 3 : 7); i++, n++) {
			out[n].in = k == 0 || i == 0 || (k == 2 && i == 2) ?
			    BENCH_DEFAULT :
			    BENCH_FULL;
			out[n].arg[RING_PROCS] = column[i][0];
			out[n].arg[RING_SIZE] = column[i][1] << 10;
			out[n].arg[RING_CPU] = place[k];
			out[n].lm = place[k] == PLAT_FREE;
		}
	out[0].in |= BENCH_QUICK;
	return n;
}

static const struct bench_param params[] = {
	bench_count("procs", 2, COMMON_RING, "processes in the ring"),
	bench_bytes("size", 0, 64 << 20, "array that each process sums"),
	bench_place("cpu", "where neighbours in the ring run"),
	{ 0 },
};

const struct bench sched_ctx = {
	.name = "sched_ctx",
	.summary = "a token goes round a ring of processes, per switch",
	.alias = "lat_ctx",
	.params = params,
	.list = list,
	.state_size = sizeof(struct common_ring),
	.calls = "write=1 read=1",
	.setup = common_ring_procs,
	.run = common_ring_run,
	.base = common_ring_base,
	.tidy = common_ring_tidy,
};
