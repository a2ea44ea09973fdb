/* common_place.h - the placements that rows of two processes are shown at. */
#ifndef PERFLOSS_BENCH_COMMON_PLACE_H
#define PERFLOSS_BENCH_COMMON_PLACE_H

#include "measure/bench.h"

/* The case *one twice, with arg[at] = one CPU for both and then two CPUs in
 * the nearest relation that this machine has (two cores under one cache, then
 * cores without one, then threads of a core). With one CPU the second case is
 * listed as two cores under one cache: the engine skips it and says why.
 * Returns how many of max were filled. */
size_t common_places(struct bench_case *out, size_t max,
    const struct bench_case *one, int at);

/* The same of rows whose only argument is the placement: both in full; or only
 * the one of two CPUs, in these profiles. */
size_t common_places_full(struct bench_case *out, size_t max);
size_t common_place_two(struct bench_case *out, size_t max, unsigned in);

#endif
