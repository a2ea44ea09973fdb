/* common_stream.h - John McCalpin's STREAM: arithmetic on long arrays.
 *
 * The operation of the rows stream_copy, stream_scale, stream_add and
 * stream_triad: one pass over arrays of doubles, each of `size` bytes, or over
 * the next piece of large ones (common_mem.h): to = x, to = 3 x, to = x + y,
 * to = x + 3 y. Bytes are counted as STREAM counts them (P8): each array that
 * is read or written once, so two for copy and scale and three for add and
 * triad, although a cache reads a line of `to` before it is written. MB/s are
 * of 10^6 bytes. Inside the clock: the passes. Outside: mapping the arrays,
 * whose pages are there beforehand (P17), and filling them; each pass changes
 * a word of x and looks for it in the result, and after each batch the results
 * are looked at (P11, P19). The three arrays together fit no cache
 * (bench_size_in, P7), as STREAM demands of each. The loops use vectors of 16
 * bytes (common_loop.h): STREAM's number depends on what its compiler made of
 * it. Source: STREAM 5.10; its number is the best of ten passes, ours the
 * median (P24). Threads: common_team.h, as STREAM with OpenMP. */
#ifndef PERFLOSS_BENCH_COMMON_STREAM_H
#define PERFLOSS_BENCH_COMMON_STREAM_H

#include "bench/common_mem.h"
#include "bench/common_team.h"

#define STREAM_ARRAYS 3 /* that there are, and fit no cache together */

struct stream_kind {
	void (*loop)(void *to, const void *x, const void *y, size_t size);
	double result;   /* with x = 1 and y = 2 */
	double factor;   /* by which a change of x shows in it */
	unsigned arrays; /* that are counted */
};

struct stream {
	const struct stream_kind *kind;
	double *to, *x, *y;
	struct mem_walk walk;
	size_t mid; /* the word of a piece that is changed */
	uint64_t pass;
};

size_t stream_list_default(struct bench_case *out, size_t max);
size_t stream_list_full(struct bench_case *out, size_t max);

/* Hooks of one thread. */
int stream_setup(struct bench_ctx *c, const struct stream_kind *kind);
int stream_run(struct bench_ctx *c, uint64_t n);
int stream_tidy(struct bench_ctx *c, uint64_t n);

#endif
