/* trend.h - inside of `perfloss trend`. */
#ifndef PERFLOSS_CMD_TREND_H
#define PERFLOSS_CMD_TREND_H

#include "judge/trend.h"
#include "store/store.h"

/* The factors (judge/confound.h) in which the runs of a series differ, besides
 * the one that they are ordered by: "disk, patch"; the caller frees. NULL:
 * there are none, or too many runs. */
char *trend_mixed(struct store *store, const struct store_point *point,
    const struct trend_series *s, const char *by);

#endif
