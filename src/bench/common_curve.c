/* common_curve.c - sizes from the first cache to memory. */
#include "bench/common_curve.h"

#include "bench/common_chase.h"

#define LINE     64
#define SIZE_MIN 1024
#define HUGE     (2 << 20) /* smaller sizes have no 2m points */
#define LEVEL    (BENCH_QUICK | BENCH_DEFAULT) /* one point a level */
#define UNKNOWN  (INT64_C(128) << 20) /* curve's end if no cache is known */

const struct bench_param common_curve_params[] = {
	bench_bytes("size", 2 * LINE, INT64_C(1) << 40,
	    "bytes that are visited"),
	bench_words("pages", common_pages_words, "size of the pages"),
	{ 0 },
};

/* Put a size into the sorted list, once; its profiles add up. */
static size_t put(struct bench_case *out, size_t n, unsigned in, int64_t size)
{
	size_t i = n;

	size = size / LINE * LINE;
	while (i > 0 && out[i - 1].arg[COMMON_SIZE] > size)
		i--;
	if (i > 0 && out[i - 1].arg[COMMON_SIZE] == size) {
		out[i - 1].in |= in;
		return n;
	}
	memmove(out + i + 1, out + i, (n - i) * sizeof(*out));
	out[i] = (struct bench_case){ .in = in, .arg = { size, COMMON_4K } };
	return n + 1;
}

/* Points that only show where a level ends. */
static unsigned between(int64_t size)
{
	return size > COMMON_DEAR ? BENCH_FULL : BENCH_DEFAULT;
}

size_t common_curve_of(struct bench_case *out, const struct plat_cache *cache,
    size_t caches, int64_t memory)
{
	size_t small, i, n = 0, octave = 0;
	int64_t size, top = bench_size_for(0, cache, caches, memory);

	if (top == 0)
		top = UNKNOWN;
	for (i = 0; i < caches; i++) {
		size = cache[i].size;
		n = put(out, n, LEVEL,
		    bench_size_for(cache[i].level, cache, caches, memory));
		n = put(out, n, between(size), size / 2);
		n = put(out, n, between(size), size / 4 * 3);
		n = put(out, n, between(size), size);
		n = put(out, n, between(size), size / 2 * 3);
	}
	/* Each other octave is enough away from the caches' sizes. */
	for (size = SIZE_MIN; size < top; size *= 2, octave++)
		n = put(out, n, octave % 2 ? BENCH_FULL : between(size), size);
	n = put(out, n, LEVEL, top);
	while (n > 0 && out[n - 1].arg[COMMON_SIZE] > top)
		n--;
	for (i = 0, small = n; i < small; i++) {
		if ((out[i].in & LEVEL) != LEVEL ||
		    out[i].arg[COMMON_SIZE] < HUGE)
			continue;
		out[n] = out[i];
		out[n].in = between(out[i].arg[COMMON_SIZE]);
		out[n++].arg[COMMON_PAGES] = COMMON_2M;
	}
	return n;
}

size_t common_curve(struct bench_case *out, size_t max)
{
	struct plat_cache cache[4];
	size_t caches = plat_caches(cache, 4);

	(void)max; /* 28 octaves, 5 points a cache, 4: below BENCH_CASES */
	return common_curve_of(out, cache, caches < 4 ? caches : 4,
	    plat_memory());
}

size_t common_memory_case(struct bench_case *out, size_t max)
{
	int64_t size = bench_size_in(0);

	if (max == 0)
		return 0;
	*out = (struct bench_case){ .in = BENCH_FULL,
		.arg = { size > 0 ? size : UNKNOWN, COMMON_4K } };
	return 1;
}
