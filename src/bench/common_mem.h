/* common_mem.h - buffers whose contents are known. */
#ifndef PERFLOSS_BENCH_COMMON_MEM_H
#define PERFLOSS_BENCH_COMMON_MEM_H

#include "bench/common_loop.h"
#include "measure/bench.h"

/* Whether the system has so much memory to give; else what bench_skip
 * returned. */
int mem_room(struct bench_ctx *c, size_t size);

/* Private anonymous memory whose pages are there (P17); NULL after bench_fail
 * or, where there is not so much, bench_skip.
 * Pages are of the size that the system gives of its own accord. Never freed:
 * an invocation is a process. */
void *mem_map(struct bench_ctx *c, size_t size);

extern const struct bench_param mem_params[]; /* size, threads */
enum { MEM_SIZE, MEM_THREADS };

/* A case for each level of cache that is known and one for main memory, with
 * size = bench_size_in(level) / buffers; quick = levels in the short profile
 * as well, as a set of bits (1 << level). Where that of main memory is dear it
 * is in the default profile instead of the short one, and else in the long one,
 * with the last cache in its place. Without any knowledge one case of 8M,
 * lmbench's default. The last one also with a thread on each CPU, in the long
 * profile. */
size_t mem_cases(struct bench_case *out, size_t max, int buffers,
    unsigned quick);

/* Whether so many buffers of that size cost as much to set up as ten other rows
 * take: beside a last cache of more than 128M. */
bool mem_is_dear(int64_t size, int buffers);

/* Only the last of these, in the profiles given; and the same with a thread on
 * each CPU, in the long one. */
size_t mem_cases_last(struct bench_case *out, size_t max, int buffers,
    unsigned in);

/* Only the second level and main memory, each in the profiles given. */
size_t mem_cases_two(struct bench_case *out, size_t max, int buffers,
    unsigned l2_in, unsigned memory_in);

/* Whether the size can be used; else what bench_skip returned. */
int mem_check_size(struct bench_ctx *c, int64_t size);

/* A large buffer is gone through in pieces, one an operation, each batch where
 * the one before stopped: an invocation then need not go through all of it
 * several times. A buffer that a cache may hold (at most BENCH_CACHE_BIG) is
 * one piece. */
#define MEM_PIECE (16u << 20)
struct mem_walk {
	size_t size, piece;
	size_t at; /* the next one; bytes */
};

void mem_walk_init(struct mem_walk *w, size_t size);

/* The same over a buffer of its own, of the row's size, whose piece is an
 * operation: the buffer, or NULL after bench_skip or bench_fail. */
void *mem_walk_map(struct bench_ctx *c, struct mem_walk *w);

static inline size_t mem_walk_next(struct mem_walk *w)
{
	size_t at = w->at;

	w->at = at + w->piece < w->size ? at + w->piece : 0;
	return at;
}

/* Where the piece stands that was gone through so many before the last. */
size_t mem_walk_past(const struct mem_walk *w, uint64_t before);

/* Marks: every word of a small buffer, else one in each 4 KB, each time one
 * word further, so that all places in a page occur. */
void mem_mark(void *buf, size_t size);
uint64_t mem_marks(size_t size); /* their sum, everything else being 0 */
bool mem_is_mark(size_t size, size_t word); /* whether a word can be one */

/* Of the piece that stands there: all marks are, and their sum. */
bool mem_marked_in(const struct mem_walk *w, const void *buf, size_t at);
uint64_t mem_marks_in(const struct mem_walk *w, size_t at);
bool mem_filled(const void *buf, size_t size, uint64_t v); /* all words = v */

#endif
