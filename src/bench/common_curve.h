/* common_curve.h - sizes from the first cache to memory. */
#ifndef PERFLOSS_BENCH_COMMON_CURVE_H
#define PERFLOSS_BENCH_COMMON_CURVE_H

#include "measure/bench.h"

/* The arguments that a curve's benchmark has first. */
enum { COMMON_SIZE, COMMON_PAGES };

/* For .list: each octave, half and size of each cache and points around it (so
 * that the ends of the levels show), four times the last cache; the last cache
 * and memory also with huge pages. */
size_t common_curve(struct bench_case *out, size_t max);

#endif
