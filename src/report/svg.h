/* svg.h - writes a picture: lines, marks, text that stays text.
 *
 * Colours are those of Okabe and Ito, "Color universal design", 2008, which
 * people with any kind of colour vision tell apart; each series has a mark of
 * its own as well, for print in black. The background is that of the page, with
 * a dark variant where the reader asks for one. */
#ifndef PERFLOSS_REPORT_SVG_H
#define PERFLOSS_REPORT_SVG_H

#include "base/buf.h"

#include <stddef.h>

#define SVG_SERIES 8 /* then colours and marks begin again */

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* title and description are for readers that do not see it. */
void svg_begin(struct buf *out, double width, double height, const char *title,
    const char *description);
void svg_end(struct buf *out);

/* Text in black; cls: "", "head" or "dim". */
void svg_text(struct buf *out, double x, double y, enum svg_anchor anchor,
    const char *cls, const char *text);

/* A line of the frame ("frame") or the grid ("grid"). */
void svg_line(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls);

/* Of a series: a line through points, an interval, a mark. */
void svg_path(struct buf *out, size_t series, const double *x, const double *y,
    size_t n);
void svg_interval(struct buf *out, size_t series, double x0, double y0,
    double x1, double y1);
void svg_mark(struct buf *out, size_t series, double x, double y,
    const char *tooltip);

#endif
