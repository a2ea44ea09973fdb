/* common_place.c - the placements that rows of two processes are shown at. */
#include "bench/common_place.h"

static enum plat_place across(void)
{
	static const enum plat_place nearest[] = { PLAT_CACHE, PLAT_OTHER,
		PLAT_SMT };
	int cpu[2];

	for (size_t i = 0; i < sizeof(nearest) / sizeof(nearest[0]); i++)
		if (plat_pick(nearest[i], -1, cpu, NULL) == 0)
			return nearest[i];
	return PLAT_CACHE;
}

size_t common_places(struct bench_case *out, size_t max,
    const struct bench_case *one, int at)
{
	if (max < 2)
		return 0;
	out[0] = out[1] = *one;
	out[0].arg[at] = PLAT_SAME;
	out[1].arg[at] = across();
	/* Two CPUs are the noisier case: not in the short profile. */
	if (one->in & BENCH_QUICK)
		out[1].in = (one->in & ~BENCH_QUICK) | BENCH_DEFAULT;
	return 2;
}

size_t common_places_full(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_FULL };

	return common_places(out, max, &one, 0);
}

size_t common_place_two(struct bench_case *out, size_t max, unsigned in)
{
	const struct bench_case one = { .in = in };

	if (common_places(out, max, &one, 0) < 2)
		return 0;
	out[0] = out[1];
	return 1;
}
