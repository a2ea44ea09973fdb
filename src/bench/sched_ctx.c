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

enum { ARG_PROCS, ARG_SIZE, ARG_CPU };

static int run(struct bench_ctx *c, uint64_t n)
{
	uint64_t procs = (uint64_t)c->arg[ARG_PROCS], laps = n / procs;

	if (n % procs != 0)
		return bench_fail_why(c, "a batch must be whole laps");
	((struct common_ring *)c->state)->token = 0;
	while (laps-- > 0)
		if (common_ring_give(c, 1) != 0 ||
		    common_ring_take(c, 0, 0) != 0)
			return -1;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct common_ring *s = c->state;
	uint64_t want = n * (1 + s->words);

	if (s->token != want)
		return bench_fail_why(c, "the token counts %llu, not %llu",
		    (unsigned long long)s->token, (unsigned long long)want);
	return 0;
}

static int base(struct bench_ctx *c, uint64_t n)
{
	struct common_ring *s = c->state;
	int procs = (int)c->arg[ARG_PROCS], i = 0;
	bool hot = c->arg[ARG_CPU] == PLAT_FREE;
	uint64_t left;

	s->token = 0;
	for (left = n; left > 0; left--) {
		if (common_ring_give(c, procs + i) != 0 ||
		    common_ring_take(c, procs + i, hot ? 0 : i) != 0)
			return -1;
		i = i + 1 < procs ? i + 1 : 0;
	}
	return tidy(c, n);
}

static int setup(struct bench_ctx *c)
{
	int procs = (int)c->arg[ARG_PROCS];

	c->ops_step = (uint64_t)procs;
	if (common_ring(c, procs, (size_t)c->arg[ARG_SIZE] / 8) != 0)
		return -1;
	return run(c, (uint64_t)procs); /* once round: all wait in read */
}

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
			out[n].in = BENCH_DEFAULT;
			out[n].arg[ARG_PROCS] = column[i][0];
			out[n].arg[ARG_SIZE] = column[i][1] << 10;
			out[n].arg[ARG_CPU] = place[k];
			out[n].lm = place[k] == PLAT_FREE;
		}
	out[0].in |= BENCH_QUICK;
	return n;
}

static const struct bench_param params[] = {
	{ "procs", BENCH_COUNT, 2, COMMON_RING, NULL, "processes in the ring" },
	{ "size", BENCH_BYTES, 0, 64 << 20, NULL,
	    "array that each process sums" },
	{ "cpu", BENCH_PLACE, 0, 0, NULL, "where neighbours in the ring run" },
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
	.setup = setup,
	.run = run,
	.base = base,
	.tidy = tidy,
};
