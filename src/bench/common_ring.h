/* common_ring.h - processes in a ring of pipes, each with an array to sum. */
#ifndef PERFLOSS_BENCH_COMMON_RING_H
#define PERFLOSS_BENCH_COMMON_RING_H

#include "measure/bench.h"

#define COMMON_RING 200 /* four descriptors each; the limit is often 1024 */

struct common_ring {
	int procs, me; /* me: of the partner being started */
	/* pipe i leads to process i; pipe procs + i to nobody but the caller:
	 * the base must not wake, or lose its token to, a process that waits */
	int rd[2 * COMMON_RING], wr[2 * COMMON_RING];
	const uint64_t *array[COMMON_RING]; /* of ones, in pages of its own */
	size_t words;
	uint64_t token; /* hops, and words summed */
};

/* Start the ring, c->state: partner i takes from pipe i and gives to pipe i+1
 * without end; the caller is number 0. */
int common_ring(struct bench_ctx *c, int procs, size_t words);

/* The token into a pipe; the token out of a pipe, an array summed, the hop
 * counted. */
int common_ring_give(struct bench_ctx *c, int pipe);
int common_ring_take(struct bench_ctx *c, int pipe, int array);

#endif
