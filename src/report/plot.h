/* plot.h - small pictures of text in a line of a table. */
#ifndef PERFLOSS_REPORT_PLOT_H
#define PERFLOSS_REPORT_PLOT_H

#include "base/buf.h"
#include "report/style.h"

#include <stddef.h>

/* A value and its interval as marks on a scale from least to most, `columns`
 * wide; NaN = none of it. */
struct plot_scale {
	double least, most;
	size_t columns;
};
void plot_interval(const struct plot_scale *s, double lo, double mid, double hi,
    const struct style *style, struct buf *out);

#endif
