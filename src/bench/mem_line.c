/* mem_line.c - two loads that are near each other.
 *
 * One operation: a load from a random place, and one `step` bytes after it,
 * whose address the first fetched; ns for both. Within a line (step=32) the
 * second is a hit of the first cache, in the next line (step=64) it is less
 * than a miss where the CPU fetches lines in pairs, further on it is a miss of
 * its own: the step at which it becomes dear is what the CPU fetches at once.
 * Beside mem_lat of that size stands what the second costs.
 * Inside the clock: the loads, unrolled (the loop hides in their shadow).
 * Outside: mapping, building. A batch goes on where the last one stopped.
 *
 * Places are blocks of 512 bytes, all of them, in an order that is random
 * (common_order.h). Avoids P7 (eight times the second cache), P18, P19, P30.
 * Source: lmbench's line, which takes the jump for the answer. */
#include "bench/common_chase.h"
#include "bench/common_order.h"

#define BLOCK 512

enum { ARG_SIZE, ARG_STEP };

struct state {
	struct common_chase chase; /* first: common_chase_* find it there */
	struct common_order order;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const uint64_t n = (uint64_t)c->arg[ARG_SIZE] / BLOCK;
	const uint64_t step = (uint64_t)c->arg[ARG_STEP];
	int rc;

	if (step % sizeof(void *) != 0)
		return bench_skip(c, "the step must be a multiple of %zu",
		    sizeof(void *));
	rc = common_chase_map(c, n * BLOCK, COMMON_4K);
	if (rc != 0)
		return rc;
	if (common_order_init(&s->order, n) != 0)
		return bench_fail(c, "getentropy");
	for (uint64_t i = 0; i < n; i++) {
		char *at = s->chase.at + BLOCK * common_order_at(&s->order, i);
		char *next = s->chase.at +
		    BLOCK * common_order_at(&s->order, (i + 1) % n);

		*(void **)at = at + step;
		*(void **)(at + step) = next;
	}
	s->chase.p = s->chase.at + BLOCK * common_order_at(&s->order, 0);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	common_chase_walk(c->state, 2 * n);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	(void)n;
	return common_chase_check(c,
	    BLOCK * common_order_at(&s->order, s->chase.done / 2 % s->order.n));
}

static size_t list(struct bench_case *out, size_t max)
{
	const int64_t l2 = bench_size_in(2), size = l2 > 0 ? 8 * l2 : 16 << 20;
	size_t n = 0;

	for (int64_t step = 32; step <= 64 && n < max; step *= 2)
		out[n++] = (struct bench_case){ .in = BENCH_FULL,
			.arg = { size, step } };
	return n;
}

static const struct bench_param params[] = {
	bench_bytes("size", 2 * BLOCK, INT64_C(1) << 40,
	    "bytes that are visited"),
	bench_bytes("step", 8, BLOCK - 8, "from the first load to the second"),
	{ 0 },
};

const struct bench mem_line = {
	.name = "mem_line",
	.summary = "two loads that are near each other",
	.alias = "line",
	.params = params,
	.list = list,
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
