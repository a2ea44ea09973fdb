/* plot.h - small pictures of text: lines of marks on a scale.
 *
 * A scale's at0 is 0 and its at1 the last column. Nothing is written behind the
 * last mark of a line. */
#ifndef PERFLOSS_REPORT_PLOT_H
#define PERFLOSS_REPORT_PLOT_H

#include "base/buf.h"
#include "report/axis.h"
#include "report/style.h"

#include <stddef.h>

/* A scale of so many columns from least to most, neither widened for whole
 * ticks; logarithms from AXIS_LOG_FROM on. */
void plot_scale(struct axis *a, double least, double most, size_t columns);

/* Leave away what a scale has beyond its values, where two ticks stay: columns
 * are dear. */
void plot_narrow(struct axis *a, double least, double most);

/* A value and its interval, which may go on beyond the scale; NaN = none of it.
 * zero: where a bar stands in each
 * line, NaN = nowhere. */
void plot_interval(const struct axis *a, double lo, double mid, double hi,
    double zero, const struct style *style, struct buf *out);

/* Least, lower quartile, median, upper quartile, most. */
void plot_box(const struct axis *a, const double q[5],
    const struct style *style, struct buf *out);

/* A bar as long as a share of the columns; any share has a mark. */
void plot_bar(double share, size_t columns, const struct style *style,
    struct buf *out);

/* The words of the ticks, each in the middle below its place, as far as there
 * is room for them; a line with its end. */
void plot_ticks(const struct axis *a, size_t indent, struct buf *out);

/* Text and blanks up to so many columns; longer text is cut. */
void plot_pad(const char *text, size_t columns, struct buf *out);

#endif
