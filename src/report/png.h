/* png.h - a picture in pixels, drawn by librsvg from the SVG. */
#ifndef PERFLOSS_REPORT_PNG_H
#define PERFLOSS_REPORT_PNG_H

#include "base/buf.h"
#include "base/err.h"

/* Whether there can be one: 0, or -ENOTSUP with the reason (not built with
 * librsvg, or it is not on this machine). */
int png_ready(struct err *e);

/* scale: pixels for each pixel of the SVG. */
int png_of_svg(const struct buf *svg, double scale, struct buf *out,
    struct err *e);

#endif
