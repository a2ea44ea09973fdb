/* common_loop.h - plain loops over memory.
 *
 * The loops use vectors of 16 bytes, which every compiler turns into the
 * widest registers that a baseline x86-64 or ARM64 has (plain words
 * elsewhere), so that what is measured does not depend on whether a compiler
 * found something to vectorise (P19). They touch every byte (P8): the loops
 * that lmbench calls rd and wr touch one word in four and count all; those
 * that its table shows, frd and fwr, touch all words in steps of 4 bytes. */
#ifndef PERFLOSS_BENCH_COMMON_LOOP_H
#define PERFLOSS_BENCH_COMMON_LOOP_H

#include <stddef.h>
#include <stdint.h>

/* Buffers begin at a multiple of 16; sizes are multiples of this. */
#define LOOP_BLOCK 128

/* The sum of all 64-bit words, modulo 2^64. */
uint64_t loop_sum(const void *buf, size_t size);

/* Set all words to v. */
void loop_fill(void *buf, size_t size, uint64_t v);

/* Copy in blocks of 128 bytes: loads, then stores; nothing is streamed past
 * the caches. */
void loop_copy(void *to, const void *from, size_t size);

/* Add one to all 64-bit words: each is read and written. */
void loop_add(void *buf, size_t size);

/* Copy 64-bit words one at a time, a load and a store each. */
void loop_words(void *to, const void *from, size_t size);

/* Set all words to v with stores that pass by the caches and are done when it
 * returns. LOOP_STREAMS: whether this CPU is known to have such. */
#if defined(__x86_64__) || defined(__aarch64__)
#define LOOP_STREAMS 1
#else
#define LOOP_STREAMS 0
#endif
void loop_stream(void *buf, size_t size, uint64_t v);

/* STREAM's kernels over doubles: to = q x; to = x + y; to = x + q y. */
void loop_scale(void *to, const void *x, const void *y, size_t size);
void loop_sum_of(void *to, const void *x, const void *y, size_t size);
void loop_triad(void *to, const void *x, const void *y, size_t size);
#define LOOP_Q 3.0 /* STREAM's scalar */

#endif
