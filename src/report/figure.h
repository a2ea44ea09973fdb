/* figure.h - pictures of what was measured and judged, as SVG. */
#ifndef PERFLOSS_REPORT_FIGURE_H
#define PERFLOSS_REPORT_FIGURE_H

#include "base/buf.h"
#include "judge/judge.h"
#include "model/run.h"

#include <stddef.h>

/* The curves of runs over an argument, a series for each curve of each run,
 * with the interval of each point. Returns how many curves there are; with 0
 * nothing is written. est: of each run. */
size_t figure_sweep(const struct run *const *runs,
    const struct estimate *const *est, size_t n, const char *param,
    struct buf *out);

/* The changes of one comparison as a forest: a line for each row that was
 * tested, its change and interval, the band of SAME behind. Returns how many
 * rows are drawn. */
size_t figure_forest(const struct run *base, const struct run *now,
    const struct verdict_set *v, struct buf *out);

#endif
