/* common_synced.h - a file whose pages are put on the disk one by one. */
#ifndef PERFLOSS_BENCH_COMMON_SYNCED_H
#define PERFLOSS_BENCH_COMMON_SYNCED_H

#include "base/rng.h"
#include "bench/common_where.h"

#define SYNCED_PAGE  4096
#define SYNCED_PAGES 64 /* 256 KB: fits a scratch directory of 1 MB */

enum { SYNCED_FSYNC, SYNCED_FDATASYNC };

struct synced {
	int fd;
	int (*sync)(int fd);
	const char *sync_name;
	struct rng rng;
	char page[SYNCED_PAGE]; /* what is written */
};

extern const struct bench_param synced_params[]; /* where, call */

/* Make a file of so many pages in the directory of arg[0], and sync it. A
 * file system that cannot sync is a reason to skip. */
int synced_setup(struct bench_ctx *c, unsigned pages);

/* The number of a random page, below SYNCED_PAGES. */
static inline uint64_t synced_draw(struct synced *s)
{
	return rng_below(&s->rng, SYNCED_PAGES);
}

#endif
