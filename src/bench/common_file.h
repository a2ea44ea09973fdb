/* common_file.h - a file with known contents. */
#ifndef PERFLOSS_BENCH_COMMON_FILE_H
#define PERFLOSS_BENCH_COMMON_FILE_H

#include "measure/bench.h"

/* What lmbench moves at a time (XFERSIZE), and in what pieces its lmdd writes
 * files. */
#define FILE_BLOCK (64 << 10)
#define FILE_LMDD  (8 << 10)

/* Make a file in c->dir whose 64-bit words are 1 but for the first of each
 * block, which is the block's number from 0; the last block may be shorter.
 * size is a multiple of 8. It is then in the page cache (P6). The descriptor
 * for reading and writing, or -1 after bench_fail.
 *
 * It is written in pieces of FILE_BLOCK or FILE_LMDD, and that matters: the
 * page cache may hold a file in folios as large as the writes were. A fault
 * then maps that much at a time: lat_pagefault says 0.47 us a page of a file
 * that was written in pieces of 4 KB, 0.34 at 8 KB, 0.05 at 1 MB and 0.017 at
 * 8 MB. And reading small folios that lie here and there varies: 5 to 17 GB/s
 * at 8 KB, 20 at 64 KB (ext4, Linux 6.18). */
int file_make(struct bench_ctx *c, uint64_t size, size_t piece);

/* The same in c->dir or c->tmpfs, where it is called FILE_NAME. */
#define FILE_NAME "file"
int file_make_in(struct bench_ctx *c, const char *dir, uint64_t size,
    size_t piece);

/* open(2) of a file there, of at most 14 letters; with O_CREAT it is the
 * user's alone. */
int file_named(const char *dir, const char *name, int flags);

/* Or one in which only n bytes are there, all of them 1, one every step bytes;
 * a page holds each of them. */
int file_make_sparse(struct bench_ctx *c, size_t n, size_t step);

extern const struct bench_param file_params[]; /* size */

/* Two sizes: 8M, which lmbench takes by default, and what fits half of L2, the
 * latter in the profiles given. */
size_t file_cases(struct bench_case *out, size_t max, unsigned l2_in);

/* The sum of all words of such a file. */
uint64_t file_sum(uint64_t size);

#endif
