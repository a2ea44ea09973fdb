/* common_curve.h - sizes from the first cache to memory. */
#ifndef PERFLOSS_BENCH_COMMON_CURVE_H
#define PERFLOSS_BENCH_COMMON_CURVE_H

#include "measure/bench.h"

/* The arguments that a curve's benchmark has first. */
enum { COMMON_SIZE, COMMON_PAGES };
extern const struct bench_param common_curve_params[];

/* For .list: each octave, half and size of each cache and points around it (so
 * that the ends of the levels show), memory (bench_size_in(0)); the last cache
 * and memory also with huge pages. Of the points beyond COMMON_DEAR only memory
 * in small pages is in the default profile: each costs as much to set up as ten
 * others. */
#define COMMON_DEAR (INT64_C(128) << 20)
size_t common_curve(struct bench_case *out, size_t max);

/* For .list: main memory alone, in pages of 4 KB, in the long profile. */
size_t common_memory_case(struct bench_case *out, size_t max);

/* common_curve for these caches and so much memory. */
size_t common_curve_of(struct bench_case *out, const struct plat_cache *cache,
    size_t caches, int64_t memory);

#endif
