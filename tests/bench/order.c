/* order.c - the random order of a chain: nothing left out, nothing in line. */
#include "bench/common_order.h"

#include "../unit/tap.h"

#include <stdlib.h>

/* Each number once, and place is the inverse of at. */
static bool is_one_to_one(uint64_t n)
{
	unsigned char *seen = calloc(n, 1);
	struct common_order o;
	uint64_t i, x;
	bool ok = seen != NULL && common_order_init(&o, n) == 0;

	for (i = 0; ok && i < n; i++) {
		x = common_order_at(&o, i);
		ok = x < n && !seen[x] && common_order_place(&o, x) == i;
		if (ok)
			seen[x] = 1;
	}
	free(seen);
	return ok;
}

/* The chain of mem_lat over n lines: how many steps stay in one page of 64
 * lines, how many repeat the stride before, and the mean stride. Expected of
 * a random order: n * 64 / n, n / n, a third. */
static void check_random(uint64_t n)
{
	struct common_order o;
	uint64_t i, a, b, page = 0, same = 0;
	int64_t stride, last = 0;
	double sum = 0;

	if (!tap_ok(common_order_init(&o, n) == 0, "an order of %llu",
		(unsigned long long)n))
		return;
	a = common_order_at(&o, 0);
	for (i = 1; i < n; i++, a = b) {
		b = common_order_at(&o, i);
		stride = (int64_t)b - (int64_t)a;
		page += a / 64 == b / 64;
		same += stride == last;
		last = stride;
		sum += (double)llabs(stride);
	}
	/* Chance: about 64 and 1. A pattern has as many as there are lines. */
	tap_ok(page < 256, "of %llu: %llu steps within a page",
	    (unsigned long long)n, (unsigned long long)page);
	tap_ok(same < n / 1024, "of %llu: %llu strides seen twice running",
	    (unsigned long long)n, (unsigned long long)same);
	/* Some of the maps are 3 % off, one in 400 more than 2 %. */
	tap_near(sum / (double)n / (double)n, 1. / 3, .1, "mean stride");
}

static int by_value(const void *a, const void *b)
{
	const int64_t *p = a, *q = b;

	return (*p > *q) - (*p < *q);
}

/* What a prefetcher could learn: a stride that comes back more often than
 * others, anywhere in the chain, or a page that leads to the same page again.
 * Chance: strides of n lines have 2 n values, a page's 64 lines lead to as many
 * pages. */
static void check_learnable(uint64_t n)
{
	int64_t *stride = calloc(n, sizeof(*stride));
	uint64_t i, k, a, b, most = 0, again = 0, next[64];
	struct common_order o;

	if (stride == NULL || common_order_init(&o, n) != 0)
		exit(1);
	for (i = 0; i < n; i++)
		stride[i] = (int64_t)common_order_at(&o, (i + 1) % n) -
		    (int64_t)common_order_at(&o, i);
	qsort(stride, n, sizeof(*stride), by_value);
	for (i = 0, k = 0; i < n; i++) {
		k = stride[i] == stride[k] ? k : i;
		most = i - k + 1 > most ? i - k + 1 : most;
	}
	tap_ok(most < n / 64, "of %llu: no stride more than %llu times",
	    (unsigned long long)n, (unsigned long long)most);
	for (i = 0; i < n / 64; i++)
		for (k = 0; k < 64; k++) {
			a = common_order_place(&o, i * 64 + k);
			b = common_order_at(&o, (a + 1) % n) / 64;
			next[k] = b;
			for (a = 0; a < k; a++)
				again += next[a] == b;
		}
	/* n / 64 pages of 2016 pairs of lines, each pair 64 / n: 2016. */
	tap_ok(again < 8 * 2016, "of %llu: %llu pairs of lines lead to a page",
	    (unsigned long long)n, (unsigned long long)again);
	free(stride);
}

int main(void)
{
	uint64_t n;
	bool ok = true;

	for (n = 2; n <= 600; n++)
		ok &= is_one_to_one(n);
	tap_ok(ok, "orders of 2 to 600 numbers leave none out");
	tap_ok(is_one_to_one(12288), "of 12288");
	tap_ok(is_one_to_one(1 << 20), "of 2^20");
	tap_ok(is_one_to_one(65 << 14), "of 65 * 2^14");
	for (n = 0; n < 4; n++)
		check_random(1 << 18);
	check_random(3 << 18);
	/* 3 and 65 times a power of two, as caches have, and the octave */
	check_learnable(3 << 16);
	check_learnable(65 << 12);
	check_learnable(1 << 18);
	return tap_done();
}
