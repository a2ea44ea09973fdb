/* common_path.h - a file at a stated depth below the working directory. */
#ifndef PERFLOSS_BENCH_COMMON_PATH_H
#define PERFLOSS_BENCH_COMMON_PATH_H

#include "measure/bench.h"

#define COMMON_DEPTH 16 /* components at most */

struct common_path {
	char name[2 * COMMON_DEPTH]; /* "d/d/f" has depth 3 */
};

/* Make an empty file at that depth in c->dir and change to c->dir, so that
 * the depth is the same wherever the scratch directory is (P15). */
int common_path(struct bench_ctx *c, struct common_path *p, int64_t depth);

#endif
