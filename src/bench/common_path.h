/* common_path.h - a file at a stated depth below the working directory. */
#ifndef PERFLOSS_BENCH_COMMON_PATH_H
#define PERFLOSS_BENCH_COMMON_PATH_H

#include "measure/bench.h"

#define COMMON_DEPTH 16 /* components at most */

struct common_path {
	char name[2 * COMMON_DEPTH]; /* "d/d/f" has depth 3 */
};

/* One argument, depth; and the depths that are measured. */
extern const struct bench_param common_path_params[];
extern const struct bench_case common_path_cases[];
extern const struct bench_case common_path_full[]; /* only there */

/* Make an empty file at the depth of the argument in c->dir and change to
 * c->dir, so that the depth is the same wherever the scratch directory is
 * (P15). c->state is a struct common_path. */
int common_path_setup(struct bench_ctx *c);

#endif
