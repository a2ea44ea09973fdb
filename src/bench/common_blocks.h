/* common_blocks.h - blocks of a file in random order.
 *
 * The file has known contents (common_file.h), so that what is read can be
 * checked. Each block comes once, in random order, then all again in the same:
 * readahead has nothing to find. The order is made beforehand. */
#ifndef PERFLOSS_BENCH_COMMON_BLOCKS_H
#define PERFLOSS_BENCH_COMMON_BLOCKS_H

#include "bench/common_file.h"

#define BLOCKS_BUF (512 << 10) /* 128 blocks of 4 KB */

struct blocks {
	int fd;
	size_t block; /* bytes */
	size_t n;     /* blocks of the file */
	size_t at;    /* the next, an index into order */
	size_t *order;
	char *buf; /* BLOCKS_BUF bytes, aligned to a page */
	const char *dir;
};

/* A parameter of such rows. */
#define BLOCKS_SIZE \
	{ \
		.name = "size", .kind = BENCH_BYTES, .min = 512, \
		.max = FILE_BLOCK, .help = "bytes moved at once", \
	}

/* Make the file in dir, size bytes, to be gone through in blocks. A block that
 * is no power of two is skipped. 0, or what bench_skip or bench_fail
 * returned. */
int blocks_setup(struct bench_ctx *c, struct blocks *b, const char *dir,
    uint64_t size, size_t block);

/* Have the file on the disk and open it anew with O_DIRECT. */
int blocks_direct(struct bench_ctx *c, struct blocks *b);

/* The offset of the next block. */
static inline off_t blocks_next(struct blocks *b)
{
	const size_t i = b->order[b->at];

	b->at = b->at + 1 < b->n ? b->at + 1 : 0;
	return (off_t)(i * b->block);
}

/* The first word that the file has there. */
static inline uint64_t blocks_first(off_t at)
{
	return at % FILE_BLOCK == 0 ? (uint64_t)at / FILE_BLOCK : 1;
}

/* Whether what was read there is what the file has; its two ends are
 * looked at. */
static inline bool blocks_good(const struct blocks *b, const void *buf,
    off_t at)
{
	const uint64_t *word = buf;

	return word[0] == blocks_first(at) &&
	    word[b->block / sizeof(*word) - 1] == 1;
}

#endif
