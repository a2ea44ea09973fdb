/* common_mem.h - buffers whose contents are known. */
#ifndef PERFLOSS_BENCH_COMMON_MEM_H
#define PERFLOSS_BENCH_COMMON_MEM_H

#include "bench/common_loop.h"
#include "measure/bench.h"

/* Private anonymous memory whose pages are there (P17); NULL after bench_fail.
 * Pages are of the size that the system gives of its own accord. Never freed:
 * an invocation is a process. */
void *mem_map(struct bench_ctx *c, size_t size);

extern const struct bench_param mem_params[]; /* size */

/* A case for each level of cache that is known and one for main memory, with
 * size = bench_size_in(level) / buffers; quick = levels in the short profile
 * as well, as a set of bits (1 << level). Without any knowledge one case of
 * 8M, lmbench's default. */
size_t mem_cases(struct bench_case *out, size_t max, int buffers,
    unsigned quick);

/* Whether the size can be used; else what bench_skip returned. */
int mem_check_size(struct bench_ctx *c, int64_t size);

/* Marks: every word of a small buffer, else one in each 4 KB, each time one
 * word further, so that all places in a page occur. */
void mem_mark(void *buf, size_t size);
bool mem_marked(const void *buf, size_t size);
uint64_t mem_marks(size_t size); /* their sum, everything else being 0 */
bool mem_filled(const void *buf, size_t size, uint64_t v); /* all words = v */

#endif
