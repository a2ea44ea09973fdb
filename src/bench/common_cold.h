/* common_cold.h - files that are not in the page cache. */
#ifndef PERFLOSS_BENCH_COMMON_COLD_H
#define PERFLOSS_BENCH_COMMON_COLD_H

#include "measure/bench.h"

#define COLD_SIZE (1 << 20) /* of a file at most */

/* Have the data of an open file on the disk. 0, or what bench_skip or
 * bench_fail returned. */
int cold_put_out(struct bench_ctx *c, int fd);

/* Have the page cache drop a file whose data are on the disk, and see that it
 * did (mincore). Where it does not, on a file system in memory, there is a
 * reason to skip. */
int cold_drop(struct bench_ctx *c, int fd, size_t size);

#endif
