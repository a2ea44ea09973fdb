/* confound.h - factors that were never changed alone.
 *
 * The levels of factors are facts "exec.NAME" of runs (perfloss exec --factor,
 * --set). */
#ifndef PERFLOSS_JUDGE_CONFOUND_H
#define PERFLOSS_JUDGE_CONFOUND_H

#include "model/run.h"

#include <stddef.h>

struct confound {
	char text[400];
};

/* A sentence for each factor that has several levels in these runs and no two
 * runs that differ in it alone: with what it changed, and which cell would tell
 * them apart. The caller frees *out. Returns how many. */
size_t confounds_of(const struct run *const *run, size_t n,
    struct confound **out);

#endif
