/* mem_tlb.c - a load from another page each time.
 *
 * One operation: one load of a chain that visits `count` pages, one line in
 * each, in random order; ns. The lines are few and fit a cache (64 bytes a
 * page), the pages may be more than the TLB holds: beside mem_lat of a size of
 * 64 bytes a page, the difference is what finding a page's address costs.
 * pages=4k: never huge; pages=2m: huge, as seen in smaps, else skipped.
 * Inside the clock: the loads, unrolled (the loop hides in their shadow).
 * Outside: mapping, building. A batch goes on where the last one stopped.
 *
 * The line moves on from page to page, so that all sets of a cache are used.
 * Avoids P18 (random order, page size as its own row), P19, P30. Source:
 * lmbench's tlb, which looks for the number of entries in a fixed order. */
#include "bench/common_chase.h"
#include "bench/common_order.h"

#define LINE 64

enum { ARG_COUNT, ARG_PAGES };

struct state {
	struct common_chase chase; /* first: common_chase_* find it there */
	struct common_order order;
	uint64_t page; /* bytes */
};

/* The line of page i, from the start: another one in each, and in huge pages
 * another 4 KB too. */
static uint64_t line_of(const struct state *s, uint64_t i)
{
	const uint64_t on = s->page > 4096 ? 4096 + LINE : LINE;

	return i * s->page + i * on % s->page;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const uint64_t n = (uint64_t)c->arg[ARG_COUNT];
	const enum common_pages pages = (enum common_pages)c->arg[ARG_PAGES];
	int rc;

	s->page = common_page_size(pages); /* 0: the mapping is skipped */
	rc = common_chase_map(c, n * s->page, pages);
	if (rc != 0)
		return rc;
	if (common_order_init(&s->order, n) != 0)
		return bench_fail(c, "getentropy");
	for (uint64_t i = 0; i < n; i++) {
		uint64_t from = common_order_at(&s->order, i);
		uint64_t to = common_order_at(&s->order, (i + 1) % n);

		*(void **)(s->chase.at + line_of(s, from)) =
		    s->chase.at + line_of(s, to);
	}
	s->chase.p = s->chase.at + line_of(s, common_order_at(&s->order, 0));
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	common_chase_walk(c->state, n);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	(void)n;
	return common_chase_check(c,
	    line_of(s, common_order_at(&s->order, s->chase.done % s->order.n)));
}

static const struct bench_param params[] = {
	bench_count("count", 2, INT64_C(1) << 28, "pages that are visited"),
	bench_words("pages", common_pages_words, "size of the pages"),
	{ 0 },
};

const struct bench mem_tlb = {
	.name = "mem_tlb",
	.summary = "dependent loads, each from another page",
	.alias = "tlb",
	.params = params,
	/* The first TLB of a core has some 64 entries, the second 1024 to 3072:
	 * these are misses of the first, and of both. */
	.cases = bench_cases(bench_case(BENCH_FULL, 1024, COMMON_4K),
	    bench_case(BENCH_FULL, 8192, COMMON_4K)),
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
