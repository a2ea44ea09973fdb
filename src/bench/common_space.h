/* common_space.h - a namespace of this process's own. */
#ifndef PERFLOSS_BENCH_COMMON_SPACE_H
#define PERFLOSS_BENCH_COMMON_SPACE_H

#include "measure/bench.h"

/* Setup: enter a new namespace of this kind ("IPC", CLONE_NEWIPC), which ends
 * with the last process in it and with all that is in it, however they end.
 * Who may not do that gets a user namespace as well; where that is not allowed
 * either, the row is skipped. One thread only. */
int common_space(struct bench_ctx *c, int kind, const char *name);

#endif
