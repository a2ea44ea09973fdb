/* common_ring.h - a ring of pipes, between processes or threads, each with an
 * array to sum: what sched_ctx and sched_thread_ctx do. */
#ifndef PERFLOSS_BENCH_COMMON_RING_H
#define PERFLOSS_BENCH_COMMON_RING_H

#include "bench/common_thread.h"

#define COMMON_RING 200 /* four descriptors each; the limit is often 1024 */

struct common_ring_thread {
	struct common_thread id;
	struct bench_ctx *c;
	int me;
};

struct common_ring {
	int procs, me; /* me: of the partner being started */
	/* pipe i leads to process i; pipe procs + i to nobody but the caller:
	 * the base must not wake, or lose its token to, a process that waits */
	int rd[2 * COMMON_RING], wr[2 * COMMON_RING];
	const uint64_t *array[COMMON_RING]; /* of ones, in pages of its own */
	size_t words;
	uint64_t token; /* hops, and words summed */
	struct common_ring_thread thread[COMMON_RING];
};

/* The arguments of such a row. */
enum { RING_PROCS, RING_SIZE, RING_CPU };

/* Setup: start the ring, c->state: partner i takes from pipe i and gives to
 * pipe i+1 without end; the caller is number 0. Then once round: all wait. */
int common_ring_procs(struct bench_ctx *c);
int common_ring_threads(struct bench_ctx *c);

/* n hops; the same in one process over other pipes; the token is right. */
int common_ring_run(struct bench_ctx *c, uint64_t n);
int common_ring_base(struct bench_ctx *c, uint64_t n);
int common_ring_tidy(struct bench_ctx *c, uint64_t n);

/* The parts: the token into a pipe; the token out of a pipe, an array summed,
 * the hop counted; an array, NULL = no memory. */
int common_ring_give(struct bench_ctx *c, int pipe);
int common_ring_take(struct bench_ctx *c, int pipe, int array);
const uint64_t *common_ring_ones(size_t words);

#endif
