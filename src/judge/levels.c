/* levels.c - where the memory-latency curve is flat, and where levels end. */
#include "judge/inside.h"

#include "base/mem.h"
#include "base/num.h"
#include "stats/changepoint.h"
#include "stats/dist.h"
#include "stats/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far points of one level scatter, at least: a plateau is not quite flat
 * (associativity, first-level TLB misses), 8 % covers it. */
#define FLAT 0.08

/* Smallest step between two levels. A second-level cache answers in about 14
 * cycles and a miss of the first-level TLB adds 7 to 9 to that: 1.6 is not yet
 * a level. The nearest true ones (L2 to L3, L3 to memory) are 2 apart. */
#define STEP 1.6

#define POINTS_LEAST 5

struct point {
	int64_t size;
	double y;  /* log of the median cost: a curve has too few values a point
		      for what a busy machine does to some of them */
	double se; /* its standard error */
};

static int by_size(const void *a, const void *b)
{
	const struct point *p = a, *q = b;

	return (p->size > q->size) - (p->size < q->size);
}

/* The point of a result on the curve of 4 KB pages, if it is one. */
static bool is_point(const struct run *r, const struct result *res,
    const char *name, struct point *p)
{
	char arg[32];
	double *y, *scratch;
	size_t n;

	if (strcmp(res->name, name) != 0 || res->outcome != OUTCOME_OK)
		return false;
	if (row_arg(res->key, "pages", arg, sizeof(arg)) &&
	    strcmp(arg, "4k") != 0 && strcmp(arg, "4K") != 0)
		return false;
	if (!row_arg(res->key, "size", arg, sizeof(arg)) ||
	    num_parse_bytes(arg, &p->size) != 0 || p->size <= 0)
		return false;
	y = judge_logs(r, res, &n);
	scratch = xreallocarray(NULL, n + 1, sizeof(*scratch));
	p->y = order_median(y, n);
	/* of a median of normal values: sqrt(pi / 2) sd / sqrt(n) */
	p->se = n ? 1.2533 * order_mad(y, n, scratch) / sqrt((double)n) : 0;
	free(scratch);
	free(y);
	return n > 0;
}

static struct point *gather(const struct run *r, const char *name, size_t *n)
{
	struct point *p = xreallocarray(NULL, r->n_results + 1, sizeof(*p));
	size_t found = 0, kept = 0;

	for (size_t i = 0; i < r->n_results; i++)
		if (is_point(r, &r->results[i], name, &p[found]))
			found++;
	qsort(p, found, sizeof(*p), by_size);
	for (size_t i = 0; i < found; i++)
		if (kept == 0 || p[i].size != p[kept - 1].size)
			p[kept++] = p[i];
	*n = kept;
	return p;
}

/* What the system says of the cache that is called so; 0 = unknown. */
static int64_t fact_size(const struct run *r, const char *level)
{
	char key[32];
	const char *value = NULL;
	int64_t bytes;

	if (strcmp(level, "L1") == 0)
		value = host_get(&r->host, "cpu.cache.l1d");
	if (!value) {
		snprintf(key, sizeof(key), "cpu.cache.l%c", level[1]);
		value = host_get(&r->host, key);
	}
	if (!value || num_parse_bytes(value, &bytes) != 0)
		return 0;
	return bytes;
}

/* What the CPU itself says. */
static int64_t cpuid_size(const struct run *r, const char *level)
{
	char key[32];
	const char *value;
	int64_t bytes;

	snprintf(key, sizeof(key), "cpu.cache.cpuid.l%c", level[1]);
	value = host_get(&r->host, key);
	return value && num_parse_bytes(value, &bytes) == 0 ? bytes : 0;
}

/* A level ends where the curve is half way (in logs) to the next one; between
 * the last size that is still flat and the first one past the middle. */
static void ends_between(const struct point *p, size_t n,
    const struct plateau *at, const struct plateau *next, struct level *l)
{
	double half = (at->level + next->level) / 2;
	size_t flat = at->last, past = at->last + 1;
	int64_t least, most;

	while (flat > at->first && p[flat].y > at->level + FLAT)
		flat--;
	while (past < n - 1 && p[past].y < half)
		past++;
	l->ends = p[past - 1].size;
	l->ends_lo = p[flat].size;
	l->ends_hi = p[past].size;
	least = p[flat > 0 ? flat - 1 : 0].size;
	most = p[past + 1 < n ? past + 1 : past].size;
	l->disagrees =
	    (l->sysfs > 0 && (l->sysfs < least || l->sysfs > most)) ||
	    (l->sysfs > 0 && l->cpuid > 0 && l->cpuid != l->sysfs);
}

/* The last plateau is memory if it reaches half as far again as the last
 * cache, or if nobody knows the caches. */
static bool is_memory(const int64_t *cache, int caches, int64_t end)
{
	return caches == 0 || 2 * end >= 3 * cache[caches - 1];
}

/* Caches that the system knows of; 0 = it does not say. */
static int known_caches(const struct run *r, int64_t cache[LEVELS])
{
	int caches = 0;

	for (int i = 0; i < LEVELS; i++) {
		char word[3] = { 'L', (char)('1' + i), '\0' };

		cache[i] = fact_size(r, word);
		caches = cache[i] > 0 ? i + 1 : caches;
	}
	return caches;
}

/* Names in order, except that a level may be missing: a cache that ends before
 * half of where this level does is passed over while enough names are left. */
static void name_levels(const int64_t cache[LEVELS], int caches,
    const struct point *p, const struct plateau *at, size_t found,
    struct level *out)
{
	int number = 1, named = (int)found;

	if (found > 1 && is_memory(cache, caches, p[at[found - 1].last].size))
		named--;
	for (int i = 0; i < named; i++, number++) {
		while (caches - number >= named - i &&
		    2 * cache[number - 1] < p[at[i].last].size)
			number++;
		out[i].name[0] = 'L';
		out[i].name[1] = (char)('0' + number);
		out[i].sysfs = number <= LEVELS ? cache[number - 1] : 0;
	}
	if (named < (int)found)
		memcpy(out[named].name, "DRAM", 5);
}

/* Latency of each level with an interval from the scatter of its points; with
 * fewer than 3 of them, from the scatter of all. */
static void measure_levels(const struct plateau *at, size_t found,
    struct level *out)
{
	double squares = 0, df = 0, half;

	for (size_t i = 0; i < found; i++) {
		double k = (double)(at[i].last - at[i].first + 1);

		squares += at[i].se * at[i].se * k * (k - 1);
		df += k - 1;
	}
	for (size_t i = 0; i < found; i++) {
		double k = (double)(at[i].last - at[i].first + 1);

		half = k < 3 ?
		    dist_t_quantile(0.975, df) * sqrt(squares / df / k) :
		    dist_t_quantile(0.975, k - 1) * at[i].se;
		out[i].ns = exp(at[i].level);
		out[i].lo = exp(at[i].level - half);
		out[i].hi = exp(at[i].level + half);
	}
}

/* Where the TLB ends, and a cache shared with busy neighbours, look like levels
 * too: there are no more than the system has. The smallest step goes. */
static size_t merge_nearest(struct plateau *at, size_t n, size_t most)
{
	while (n > most) {
		size_t k = 0;
		double a, b;

		for (size_t i = 1; i + 1 < n; i++)
			if (at[i + 1].level - at[i].level <
			    at[k + 1].level - at[k].level)
				k = i;
		a = (double)(at[k].last - at[k].first + 1);
		b = (double)(at[k + 1].last - at[k + 1].first + 1);
		at[k].level = (a * at[k].level + b * at[k + 1].level) / (a + b);
		at[k].se = fmax(at[k].se, at[k + 1].se);
		at[k].last = at[k + 1].last;
		for (size_t i = k + 1; i + 1 < n; i++)
			at[i] = at[i + 1];
		n--;
	}
	return n;
}

size_t judge_levels(const struct run *r, const char *name,
    struct level out[LEVELS])
{
	size_t n, found;
	struct point *p = gather(r, name, &n);
	double *y = xreallocarray(NULL, 6 * (n + 1), sizeof(*y)), se;
	struct plateau at[LEVELS];
	struct plateau_opts o = { .sd = FLAT, .rise = log(STEP) };
	int64_t cache[LEVELS];
	int caches = known_caches(r, cache);
	/* Where the TLB ends, and a cache shared with busy neighbours, look
	 * like levels too: there are no more than the system has. */
	size_t most =
	    caches > 0 && caches < LEVELS ? (size_t)caches + 1 : LEVELS;

	memset(out, 0, LEVELS * sizeof(*out));
	for (size_t i = 0; i < n; i++)
		y[i] = p[i].se;
	order_sort(y, n);
	se = order_median(y, n);
	if (se > o.sd)
		o.sd = se;
	for (size_t i = 0; i < n; i++)
		y[i] = p[i].y;
	found = n < POINTS_LEAST ?
	    0 :
	    changepoint_plateaus(y, n, &o, at, LEVELS, y + n + 1);
	found = merge_nearest(at, found, most);
	name_levels(cache, caches, p, at, found, out);
	measure_levels(at, found, out);
	for (size_t i = 0; i < found; i++)
		if (out[i].name[0] == 'L')
			out[i].cpuid = cpuid_size(r, out[i].name);
	for (size_t i = 0; i + 1 < found; i++)
		ends_between(p, n, &at[i], &at[i + 1], &out[i]);
	free(y);
	free(p);
	return found;
}
