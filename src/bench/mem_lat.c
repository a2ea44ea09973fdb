/* mem_lat.c - a load whose address the load before it fetched.
 *
 * One operation: one load of a chain that visits every 64-byte line of `size`
 * bytes exactly once, in an order random over all lines of all pages; ns. The
 * levels of the curve are the caches and memory. pages=4k: never huge;
 * pages=2m: huge, as seen in smaps, else skipped.
 * Inside the clock: the loads, unrolled (the loop hides in their shadow).
 * Outside: mapping, building. A batch goes on where the last one stopped.
 *
 * A line's successor is computed (common_order.h), so memory is written once,
 * forwards, and after any number of loads it is known where the walk stands.
 * Avoids P7 (sizes from the caches), P18 (no stride for a prefetcher, no lines
 * left out, TLB reach as its own row, pages new in each process), P19, P30.
 * Source: lmbench's lat_mem_rd -t and multichase; the former leaves lines
 * out. */
#include "bench/common_chase.h"
#include "bench/common_curve.h"
#include "bench/common_order.h"

#define LINE     64
#define WALK_MAX 65536 /* lines up to which setup walks the whole chain */

struct mem_lat {
	struct common_chase chase; /* first: common_chase_* find it there */
	struct common_order order;
};

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct mem_lat *s = c->state;

	(void)n;
	return common_chase_check(c,
	    LINE * common_order_at(&s->order, s->chase.done % s->order.n));
}

/* The walk visits as many lines as there are and only then comes home. */
static int walk_all(struct bench_ctx *c)
{
	struct mem_lat *s = c->state;
	void *home = s->chase.p, *p = home;
	uint64_t n = 0;

	do {
		p = *(void **)p;
		n++;
	} while (p != home && n <= s->order.n);
	if (n != s->order.n)
		return bench_fail_why(c, "the chain has not %llu lines",
		    (unsigned long long)s->order.n);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct mem_lat *s = c->state;
	uint64_t i, next, lines = (uint64_t)c->arg[COMMON_SIZE] / LINE;
	char *at;
	int rc;

	rc = common_chase_map(c, lines * LINE,
	    (enum common_pages)c->arg[COMMON_PAGES]);
	if (rc != 0)
		return rc;
	if (common_order_init(&s->order, lines) != 0)
		return bench_fail(c, "getentropy");
	at = s->chase.at;
	for (i = 0; i < lines; i++) {
		next = common_order_place(&s->order, i) + 1;
		next = common_order_at(&s->order, next < lines ? next : 0);
		*(void **)(at + i * LINE) = at + next * LINE;
	}
	s->chase.p = at + LINE * common_order_at(&s->order, 0);
	return lines <= WALK_MAX ? walk_all(c) : 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	common_chase_walk(c->state, n);
	return 0;
}

static const struct bench_param params[] = {
	{ "size", BENCH_BYTES, 2 * LINE, INT64_C(1) << 40, NULL,
	    "bytes that are visited" },
	{ "pages", BENCH_WORD, 0, 0, common_pages_words, "size of the pages" },
	{ 0 },
};

const struct bench mem_lat = {
	.name = "mem_lat",
	.summary = "dependent loads in random order over all lines",
	.alias = "lat_mem_rd -t",
	.unit = BENCH_NS,
	.params = params,
	.list = common_curve,
	.state_size = sizeof(struct mem_lat),
	.flags = BENCH_LOOP_HIDDEN | BENCH_CURVE,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
