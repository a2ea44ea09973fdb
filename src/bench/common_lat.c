/* common_lat.c - a chain through all lines of a memory, in random order. */
#include "bench/common_lat.h"

#define WALK_MAX 65536 /* lines up to which setup walks the whole chain */

/* Lines, 256 MB of them, that replace all a cache holds. */
#define LAP_MAX (UINT64_C(4) << 20)

/* The walk visits as many lines as there are and only then comes home. */
static int walk_all(struct bench_ctx *c)
{
	struct common_lat *s = c->state;
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

/* The caches as a walk leaves them: with the lines before its start. They hold
 * what was written last, which a random walk meets: 128 MB of huge pages seemed
 * 11 % faster than after a whole walk, beside 32 MB of cache. The addresses are
 * computed, so that many are fetched at once. */
static void lap(const struct common_lat *s)
{
	const volatile char *at = s->chase.at;
	uint64_t n = s->order.n;

	for (uint64_t i = n > LAP_MAX ? n - LAP_MAX : 0; i < n; i++)
		(void)at[LAT_LINE * common_order_at(&s->order, i)];
}

int common_lat_setup(struct bench_ctx *c, int64_t size, enum common_pages pages)
{
	struct common_lat *s = c->state;
	uint64_t i, next, lines = (uint64_t)size / LAT_LINE;
	char *at;
	int rc;

	rc = common_chase_map(c, lines * LAT_LINE, pages);
	if (rc != 0)
		return rc;
	if (common_order_init(&s->order, lines) != 0)
		return bench_fail(c, "getentropy");
	at = s->chase.at;
	for (i = 0; i < lines; i++) {
		next = common_order_place(&s->order, i) + 1;
		next = common_order_at(&s->order, next < lines ? next : 0);
		*(void **)(at + i * LAT_LINE) = at + next * LAT_LINE;
	}
	s->chase.p = at + LAT_LINE * common_order_at(&s->order, 0);
	if (lines <= WALK_MAX)
		return walk_all(c);
	lap(s);
	return 0;
}

int common_lat_run(struct bench_ctx *c, uint64_t n)
{
	common_chase_walk(c->state, n);
	return 0;
}

int common_lat_tidy(struct bench_ctx *c, uint64_t n)
{
	const struct common_lat *s = c->state;

	(void)n;
	return common_chase_check(c,
	    LAT_LINE * common_order_at(&s->order, s->chase.done % s->order.n));
}
