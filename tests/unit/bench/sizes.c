/* sizes.c - what fits a level, and the curve's points, on machines from the
 * smallest to a server with a huge last cache. */
#include "bench/common_chase.h"
#include "bench/common_curve.h"

#include "tap.h"

#define K INT64_C(1024)
#define M (K * K)
#define G (K * M)

static struct plat_cache cache[3];

static void machine(int64_t l1, int64_t l2, int64_t l3)
{
	cache[0] = (struct plat_cache){ 1, l1, 64 };
	cache[1] = (struct plat_cache){ 2, l2, 64 };
	cache[2] = (struct plat_cache){ 3, l3, 64 };
}

static void is_size(int level, int64_t memory, int64_t want)
{
	int64_t got = bench_size_for(level, cache, 3, memory);

	tap_ok(got == want, "L3 %lldM: level %d is %lldK",
	    (long long)(cache[2].size / M), level, (long long)(got / K));
}

static void test_sizes(void)
{
	machine(32 * K, 1 * M, 32 * M);
	is_size(1, 64 * G, 16 * K);
	is_size(2, 64 * G, 512 * K);
	is_size(3, 64 * G, 16 * M);
	is_size(0, 64 * G, 128 * M);
	is_size(0, 400 * M, 100 * M);
	is_size(0, -1, 128 * M);
	is_size(4, 64 * G, 0);
	machine(32 * K, 1 * M, 64 * M);
	is_size(3, 64 * G, 32 * M);
	is_size(0, 64 * G, 256 * M);
	machine(32 * K, 1 * M, 96 * M);
	is_size(3, 64 * G, 32 * M);
	is_size(0, 64 * G, 256 * M);
	machine(48 * K, 2 * M, 260 * M);
	is_size(3, 64 * G, 32 * M);
	is_size(0, 64 * G, 520 * M);
	machine(32 * K, 1 * M, 1152 * M);
	is_size(0, 64 * G, 2304 * M);
	tap_ok(bench_size_for(0, cache, 0, G) == 0, "no cache known: unknown");
}

/* Bytes that one round sets up, and what must be there once. */
static void test_curve(unsigned in, const char *name, int64_t most)
{
	struct bench_case k[BENCH_CASES];
	size_t n = common_curve_of(k, cache, 3, 64 * G), i, top = 0;
	int64_t want = bench_size_for(0, cache, 3, 64 * G), sum = 0, last = 0;
	double gap = 0;

	for (i = 0; i < n; i++) {
		if (!(k[i].in & in) && in != BENCH_FULL)
			continue;
		sum += k[i].arg[COMMON_SIZE];
		if (k[i].arg[COMMON_PAGES] != COMMON_4K)
			continue;
		top += k[i].arg[COMMON_SIZE] == want;
		/* By default there is nothing dear but memory itself. */
		if (last && (in == BENCH_FULL || k[i].arg[0] <= COMMON_DEAR) &&
		    (double)k[i].arg[0] / (double)last > gap)
			gap = (double)k[i].arg[0] / (double)last;
		last = k[i].arg[COMMON_SIZE];
	}
	tap_ok(n <= BENCH_CASES && top == 1, "L3 %lldM, %s: memory once of %zu",
	    (long long)(cache[2].size / M), name, n);
	tap_ok(sum <= most, "a round sets up %lldM", (long long)(sum / M));
	/* Each octave in full, each other one in default. */
	if (in != BENCH_QUICK)
		tap_ok(gap < (in == BENCH_FULL ? 2.1 : 4.2),
		    "%s: no step of the curve over %.2f", name, gap);
}

int main(void)
{
	test_sizes();
	machine(48 * K, 2 * M, 260 * M);
	test_curve(BENCH_QUICK, "quick", 600 * M);
	test_curve(BENCH_DEFAULT, "default", 1000 * M);
	test_curve(BENCH_FULL, "full", INT64_MAX);
	machine(32 * K, 1 * M, 32 * M);
	test_curve(BENCH_QUICK, "quick", 150 * M);
	test_curve(BENCH_DEFAULT, "default", 700 * M);
	machine(32 * K, 1 * M, 96 * M);
	test_curve(BENCH_DEFAULT, "default", 1000 * M);
	return tap_done();
}
