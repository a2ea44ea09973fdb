/* mem_lat_stride.c - lmbench's memory latency: a chain with a fixed stride.
 *
 * One operation: one load of a chain that steps forwards by `stride` bytes
 * through `size` bytes and starts again; ns. Beyond the caches a prefetcher
 * sees the stride, so this is not the latency of memory: mem_lat is. Kept
 * (lm) for old numbers.
 * Inside the clock: the loads, unrolled (the loop hides in their shadow).
 * Outside: mapping, building. A batch goes on where the last one stopped.
 * Avoids P7 (sizes from the caches), P19, P30; is an example of P18.
 * Source: lmbench's lat_mem_rd. */
#include "bench/common_chase.h"
#include "bench/common_mem.h"

enum { ARG_SIZE, ARG_STRIDE };

static uint64_t steps(const struct bench_ctx *c)
{
	return (uint64_t)(c->arg[ARG_SIZE] / c->arg[ARG_STRIDE]);
}

static int setup(struct bench_ctx *c)
{
	struct common_chase *m = c->state;
	uint64_t i, n = steps(c), stride = (uint64_t)c->arg[ARG_STRIDE];
	int rc;

	if (n < 2 || stride % sizeof(void *) != 0)
		return bench_skip(c,
		    "the stride must be a multiple of %zu and "
		    "fit twice into the size",
		    sizeof(void *));
	rc = common_chase_map(c, n * stride, COMMON_4K);
	for (i = 0; rc == 0 && i < n; i++)
		*(void **)(m->at + i * stride) =
		    m->at + (i + 1 < n ? i + 1 : 0) * stride;
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	common_chase_walk(c->state, n);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct common_chase *m = c->state;

	(void)n;
	return common_chase_check(c,
	    m->done % steps(c) * (uint64_t)c->arg[ARG_STRIDE]);
}

/* lmbench's columns: first and second level, main memory. */
static size_t list(struct bench_case *out, size_t max)
{
	static const int levels[] = { 1, 2, 0 };
	size_t i, n = 0;
	int64_t size;

	(void)max;
	for (i = 0; i < 3; i++) {
		size = bench_size_in(levels[i]);
		if (size > 0)
			out[n++] = (struct bench_case){
				.in = mem_is_dear(size, 1) ? BENCH_FULL :
							     BENCH_DEFAULT,
				.arg = { size, 128 },
				.lm = true,
			};
	}
	/* Of a machine that is not known: well beyond most caches. */
	if (n == 0)
		out[n++] = (struct bench_case){ .in = BENCH_DEFAULT,
			.arg = { 64 << 20, 128 },
			.lm = true };
	return n;
}

static const struct bench_param params[] = {
	bench_bytes("size", 128, INT64_C(1) << 40, "bytes that are visited"),
	bench_bytes("stride", 8, 1 << 20, "from one load to the next"),
	{ 0 },
};

const struct bench mem_lat_stride = {
	.name = "mem_lat_stride",
	.summary = "dependent loads with a fixed stride (prefetched)",
	.alias = "lat_mem_rd",
	.params = params,
	.list = list,
	.state_size = sizeof(struct common_chase),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
