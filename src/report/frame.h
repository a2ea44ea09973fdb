/* frame.h - what stands around a picture: axes with ticks, a title, a legend;
 * inside report. */
#ifndef PERFLOSS_REPORT_FRAME_H
#define PERFLOSS_REPORT_FRAME_H

#include "base/buf.h"
#include "report/axis.h"
#include "report/svg.h"

#define FRAME_EDGE 16.0 /* left free at each side */

/* The width that is asked for, at least what a picture needs. */
double frame_width(const struct svg_look *look);

/* About how many ticks have room on an axis so long (pixels) for words as long
 * as those of this kind. */
size_t frame_ticks(enum axis_kind kind, double length);

/* A title, cut to the width, and a line below it (NULL = none); returns the y
 * where the rest begins. */
double frame_title(const char *title, const char *below, double width,
    struct buf *out);

/* A horizontal axis along the bottom of an area, and its grid; label: below it,
 * in the middle, or NULL. It takes FRAME_X below, FRAME_X_LABEL with a label.
 */
#define FRAME_X       24.0
#define FRAME_X_LABEL 42.0
void frame_x(const struct axis *x, double top, double bottom, const char *label,
    struct buf *out);

/* A vertical axis at the left of an area, and its grid. */
void frame_y(const struct axis *y, double left, double right, struct buf *out);

/* How wide the words of a vertical axis are, with the gap. */
double frame_y_width(const struct axis *y);

/* Names of series from left to right, as many lines as it takes; returns the y
 * below. names: n of them. */
double frame_legend(const char *const *names, size_t n, double left, double top,
    double width, struct buf *out);

#endif
