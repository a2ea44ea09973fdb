/* svg.h - writes a picture: lines, marks, text that stays text.
 *
 * Colours are those of Okabe and Ito, "Color universal design", 2008, which
 * people with any kind of colour vision tell apart; each series has a mark and
 * a dash of its own as well, for print in black. There is a dark variant.
 *
 * Several pictures may stand in one page of HTML: every class begins with
 * "pf-", the style holds inside of class "pf" only, and there are no ids. */
#ifndef PERFLOSS_REPORT_SVG_H
#define PERFLOSS_REPORT_SVG_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

#define SVG_SERIES 8 /* then colours and marks begin again */
#define SVG_HEATS  9 /* shades of a map, from few to much */

enum svg_theme { SVG_AUTO, SVG_LIGHT, SVG_DARK }; /* auto: as the reader's */

struct svg_look {
	double width; /* pixels; 0 = SVG_WIDTH */
	enum svg_theme theme;
	bool bare; /* the page around it has svg_style already */
};

#define SVG_WIDTH 760.0 /* fits a page, and half a wide screen */

extern const struct svg_look svg_look_default;

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* The element <style> of all pictures. */
void svg_style(enum svg_theme theme, struct buf *out);

/* The whole picture around what was drawn. title and description are for
 * readers that do not see it. */
void svg_whole(const struct svg_look *look, double width, double height,
    const char *title, const char *description, const struct buf *drawn,
    struct buf *out);

/* Text; cls: "", "head", "dim", "small", or "halo", which can be read across
 * lines. */
void svg_text(struct buf *out, double x, double y, enum svg_anchor anchor,
    const char *cls, const char *text);

/* The same cut to a width in pixels; what is cut can be read as a tooltip. */
void svg_text_fit(struct buf *out, double x, double y, double width,
    enum svg_anchor anchor, const char *cls, const char *text);

/* About how wide text is; sure to be enough for sans-serif fonts of 12 px. */
double svg_text_width(const char *text);

/* A line of the frame ("frame"), the grid ("grid") or a limit ("limit"). */
void svg_line(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls);

/* An area: "band" (in the background), "shade" (every other phase). */
void svg_area(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls);

/* Of a series: a line through points, an interval, a mark with a tooltip, a box
 * (quartiles), points of many, a closed area under a line. */
void svg_path(struct buf *out, size_t series, const double *x, const double *y,
    size_t n);
void svg_interval(struct buf *out, size_t series, double x0, double y0,
    double x1, double y1);
/* A level one that goes on beyond an end: an arrow there. */
void svg_interval_cut(struct buf *out, size_t series, double x0, double x1,
    double y, bool beyond0, bool beyond1);
void svg_mark(struct buf *out, size_t series, double x, double y,
    const char *tooltip);
void svg_box(struct buf *out, size_t series, double x0, double y0, double x1,
    double y1);
void svg_points(struct buf *out, size_t series, const double *x,
    const double *y, size_t n);
/* Many upright intervals without ends: a third of what each by itself takes. */
void svg_bars(struct buf *out, size_t series, const double *x, const double *y0,
    const double *y1, size_t n);
void svg_fill(struct buf *out, size_t series, const double *x, const double *y,
    size_t n);

/* A cell of a map, shade < SVG_HEATS, with text that can be read on it. */
void svg_cell(struct buf *out, size_t shade, double x0, double y0, double x1,
    double y1, const char *text, const char *tooltip);

#endif
