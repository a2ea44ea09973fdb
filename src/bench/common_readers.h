/* common_readers.h - threads on all other CPUs that read without a pause. */
#ifndef PERFLOSS_BENCH_COMMON_READERS_H
#define PERFLOSS_BENCH_COMMON_READERS_H

#include "bench/common_thread.h"
#include "measure/bench.h"

struct reader; /* common_readers.c */

struct readers {
	struct reader *reader;
	int n;
	int64_t from_ns;
};

/* One on each CPU but that of this process; together they read `size` bytes
 * again and again. 0 or what bench_fail returned. */
int readers_start(struct bench_ctx *c, struct readers *r, int64_t size);

/* End them and note what they read a second as `load`; one that has read
 * nothing, or a wrong sum, fails the row. */
int readers_stop(struct bench_ctx *c, struct readers *r);

#endif
