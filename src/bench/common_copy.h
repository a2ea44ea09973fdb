/* common_copy.h - copy one buffer into another.
 *
 * The operation of the rows mem_bcopy_libc and mem_bcopy_hand: copy a buffer
 * of the given size into another of that size. Bytes are counted once (P8):
 * memory sees them read and written. MB/s are of 10^6 bytes. Inside the clock:
 * the copies. Outside: mapping the buffers, whose pages are there beforehand
 * (P17), and marking one. Each copy changes a word in the middle and checks
 * that it arrived; after each batch the copy is compared with the marks (P11,
 * P19). The plain loop copies a large buffer in pieces, one an operation
 * (common_mem.h); the C library chooses by size, so it always copies all. The
 * sizes are half of what the other mem rows have, so that both buffers
 * together fit half of each cache, or no cache (bench_size_in, P7). Both begin
 * at a page. Threads: common_team.h.
 * Source: lmbench's bw_mem bcopy (the C library's copy) and fcp (a loop). */
#ifndef PERFLOSS_BENCH_COMMON_COPY_H
#define PERFLOSS_BENCH_COMMON_COPY_H

#include "bench/common_mem.h"

struct copy {
	uint64_t *from, *to;
	uint64_t pass;
	size_t mid; /* the word of a piece that each copy changes: not at an
			  end, where the copy would wait for the store */
	struct mem_walk walk;
};

size_t copy_list(struct bench_case *out, size_t max);
int copy_setup(struct bench_ctx *c, bool pieces);
int copy_tidy(struct bench_ctx *c, uint64_t n);

/* n pieces, each copied by loop. */
int copy_run(struct bench_ctx *c, uint64_t n,
    void (*loop)(void *to, const void *from, size_t size));

#endif
