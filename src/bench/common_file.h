/* common_file.h - a file with known contents. */
#ifndef PERFLOSS_BENCH_COMMON_FILE_H
#define PERFLOSS_BENCH_COMMON_FILE_H

#include "measure/bench.h"

/* Read in blocks of this size, lmbench's XFERSIZE. */
#define FILE_BLOCK (64 << 10)

/* Written in pieces of this size, as lmbench's lmdd does. It matters: the page
 * cache may hold a file in folios as large as the writes were, and a fault then
 * maps that much at a time. lat_pagefault says 0.47 us a page of a file that
 * was written in pieces of 4 KB, 0.34 at 8 KB, 0.05 at 1 MB and 0.017 at 8 MB
 * (ext4, Linux 6.18). */
#define FILE_WRITE (8 << 10)

/* Make a file in c->dir whose 64-bit words are 1 but for the first of each
 * block, which is the block's number from 0; the last block may be shorter.
 * size is a multiple of 8. It is then in the page cache (P6). The descriptor
 * for reading and writing, or -1 after bench_fail. */
int file_make(struct bench_ctx *c, uint64_t size);

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
