/* common_lat.h - a chain through all lines of a memory, in random order.
 *
 * What mem_lat, mem_lat_loaded and mem_numa walk along. The chain visits every
 * 64-byte line exactly once, in an order random over all lines of all pages. A
 * line's successor is computed (common_order.h), so memory is written once,
 * forwards, and after any number of loads it is known where the walk stands. */
#ifndef PERFLOSS_BENCH_COMMON_LAT_H
#define PERFLOSS_BENCH_COMMON_LAT_H

#include "bench/common_chase.h"
#include "bench/common_order.h"

#define LAT_LINE 64

struct common_lat {
	struct common_chase chase; /* first: common_chase_* find it there */
	struct common_order order;
};

/* The state begins with a struct common_lat. A short chain is walked all along
 * to see that it is whole. */
int common_lat_setup(struct bench_ctx *c, int64_t size,
    enum common_pages pages);
int common_lat_run(struct bench_ctx *c, uint64_t n);
int common_lat_tidy(struct bench_ctx *c, uint64_t n);

#endif
