/* svg.c - writes a picture: lines, marks, text that stays text. */
#include "report/svg.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TICK 3.0 /* half of the bar at the end of an interval */
#define MARK 4.0 /* half of a mark */

/* Of a character at 12 px: DejaVu Sans, the widest in common use, has 7.6 px
 * for a digit and 7.2 for the mean of lower case. */
#define CHARACTER 7.6

const struct svg_look svg_look_default = { SVG_WIDTH, SVG_AUTO, false };

void svg_whole(const struct svg_look *look, double width, double height,
    const char *title, const char *description, const struct buf *drawn,
    struct buf *out)
{
	buf_addf(out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pf\" "
	    "width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
	    "role=\"img\">\n<title>",
	    width, height, width, height);
	markup_text(out, title);
	buf_add(out, "</title>\n<desc>");
	markup_text(out, description);
	buf_add(out, "</desc>\n");
	if (!look->bare)
		svg_style(look->theme, out);
	buf_addf(out,
	    "<rect class=\"pf-bg\" width=\"%.0f\" height=\"%.0f\"/>\n", width,
	    height);
	buf_add_mem(out, buf_str(drawn), drawn->len);
	buf_add(out, "</svg>\n");
}

/* -- Text ---------------------------------------------------------------- */

double svg_text_width(const char *text)
{
	return CHARACTER * (double)text_width(text);
}

static void text_from(struct buf *out, double x, double y,
    enum svg_anchor anchor, const char *cls)
{
	static const char *const words[] = { "start", "middle", "end" };

	buf_addf(out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
	if (anchor != SVG_START)
		buf_addf(out, " text-anchor=\"%s\"", words[anchor]);
	if (cls[0])
		buf_addf(out, " class=\"pf-%s\"", cls);
	buf_add_char(out, '>');
}

void svg_text(struct buf *out, double x, double y, enum svg_anchor anchor,
    const char *cls, const char *text)
{
	text_from(out, x, y, anchor, cls);
	markup_text(out, text);
	buf_add(out, "</text>\n");
}

void svg_text_fit(struct buf *out, double x, double y, double width,
    enum svg_anchor anchor, const char *cls, const char *text)
{
	/* sums of widths that were measured are a little less than these */
	size_t columns =
	    width > CHARACTER ? (size_t)(width / CHARACTER + 0.01) : 1;
	char *cut;

	if (text_width(text) <= columns) {
		svg_text(out, x, y, anchor, cls, text);
		return;
	}
	cut = xstrdup(text);
	cut[text_fit(cut, columns - 1)] = '\0';
	text_from(out, x, y, anchor, cls);
	buf_add(out, "<title>");
	markup_text(out, text);
	buf_add(out, "</title>");
	markup_text(out, cut);
	buf_add(out, "\u2026</text>\n");
	free(cut);
}

/* -- Of no series -------------------------------------------------------- */

void svg_line(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls)
{
	buf_addf(out,
	    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
	    "class=\"pf-%s\"/>\n",
	    x0, y0, x1, y1, cls);
}

static void rect_from(struct buf *out, double x0, double y0, double x1,
    double y1)
{
	buf_addf(out,
	    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" ",
	    fmin(x0, x1), fmin(y0, y1), fabs(x1 - x0), fabs(y1 - y0));
}

void svg_area(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls)
{
	rect_from(out, x0, y0, x1, y1);
	buf_addf(out, "class=\"pf-%s\"/>\n", cls);
}

void svg_cell(struct buf *out, size_t shade, double x0, double y0, double x1,
    double y1, const char *text, const char *tooltip)
{
	rect_from(out, x0, y0, x1, y1);
	buf_addf(out, "class=\"pf-h%zu\"><title>", shade);
	markup_text(out, tooltip);
	buf_addf(out,
	    "</title></rect>\n<text x=\"%.1f\" y=\"%.1f\" "
	    "text-anchor=\"middle\" class=\"pf-small pf-t%zu\">",
	    (x0 + x1) / 2, (y0 + y1) / 2 + 4, shade);
	markup_text(out, text);
	buf_add(out, "</text>\n");
}

/* -- Of a series --------------------------------------------------------- */

static void add_points(struct buf *out, const double *x, const double *y,
    size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%.1f,%.1f", i ? " " : "", x[i], y[i]);
	buf_add(out, "\"/>\n");
}

void svg_path(struct buf *out, size_t series, const double *x, const double *y,
    size_t n)
{
	buf_addf(out, "<polyline class=\"pf-path pf-s%zu\" points=\"",
	    series % SVG_SERIES);
	add_points(out, x, y, n);
}

void svg_fill(struct buf *out, size_t series, const double *x, const double *y,
    size_t n)
{
	buf_addf(out, "<polygon class=\"pf-fill pf-s%zu\" points=\"",
	    series % SVG_SERIES);
	add_points(out, x, y, n);
}

void svg_interval(struct buf *out, size_t series, double x0, double y0,
    double x1, double y1)
{
	double dx = fabs(x1 - x0) >= fabs(y1 - y0) ? 0 : TICK;
	double dy = TICK - dx;

	buf_addf(out,
	    "<path class=\"pf-bar pf-s%zu\" d=\"M%.1f %.1fL%.1f %.1fM%.1f "
	    "%.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\"/>\n",
	    series % SVG_SERIES, x0, y0, x1, y1, x0 - dx, y0 - dy, x0 + dx,
	    y0 + dy, x1 - dx, y1 - dy, x1 + dx, y1 + dy);
}

static void add_end(struct buf *out, double x, double y, double arrow)
{
	if (arrow == 0)
		buf_addf(out, "M%.1f %.1fv%.0f", x, y - TICK, 2 * TICK);
	else
		buf_addf(out, "M%.1f %.1fL%.1f %.1fL%.1f %.1f", x - arrow,
		    y - TICK, x, y, x - arrow, y + TICK);
}

void svg_interval_cut(struct buf *out, size_t series, double x0, double x1,
    double y, bool beyond0, bool beyond1)
{
	buf_addf(out, "<path class=\"pf-bar pf-s%zu\" d=\"M%.1f %.1fH%.1f",
	    series % SVG_SERIES, x0, y, x1);
	add_end(out, x0, y, beyond0 ? -2 * TICK : 0);
	add_end(out, x1, y, beyond1 ? 2 * TICK : 0);
	buf_add(out, "\"/>\n");
}

void svg_box(struct buf *out, size_t series, double x0, double y0, double x1,
    double y1)
{
	rect_from(out, x0, y0, x1, y1);
	buf_addf(out, "class=\"pf-box pf-s%zu\"/>\n", series % SVG_SERIES);
}

/* Points of one x are told from one another so often before the place is said
 * again: each moves it by a hundredth of a pixel. */
#define RELATIVE 10

/* Lines of no length with round ends: a tenth of what circles take. */
void svg_points(struct buf *out, size_t series, const double *x,
    const double *y, size_t n)
{
	size_t same = 0;

	buf_addf(out, "<path class=\"pf-points pf-s%zu\" d=\"",
	    series % SVG_SERIES);
	for (size_t i = 0; i < n; i++) {
		double down =
		    i > 0 ? round(y[i] * 10) - round(y[i - 1] * 10) : 0;

		same =
		    i > 0 && x[i] == x[i - 1] && same < RELATIVE ? same + 1 : 0;
		if (same > 0)
			buf_addf(out, "m0 %gh.01", down / 10);
		else
			buf_addf(out, "M%.1f %.1fh.01", x[i], y[i]);
	}
	buf_add(out, "\"/>\n");
}

void svg_bars(struct buf *out, size_t series, const double *x, const double *y0,
    const double *y1, size_t n)
{
	buf_addf(out, "<path class=\"pf-bar pf-s%zu\" d=\"",
	    series % SVG_SERIES);
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "M%.1f %.1fV%.1f", x[i], y0[i], y1[i]);
	buf_add(out, "\"/>\n");
}

/* A circle, a square, a triangle, a diamond; the same on their heads or
 * hollow. */
static void add_shape(struct buf *out, size_t which, double x, double y)
{
	double m = MARK;

	switch (which % 4) {
	case 0:
		buf_addf(out,
		    "M%.1f %.1fa%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 0 %.1f 0z",
		    x - m, y, m, m, 2 * m, m, m, -2 * m);
		break;
	case 1:
		buf_addf(out, "M%.1f %.1fh%.1fv%.1fh%.1fz", x - m, y - m, 2 * m,
		    2 * m, -2 * m);
		break;
	case 2:
		m = which < 4 ? m : -m;
		buf_addf(out, "M%.1f %.1fL%.1f %.1fL%.1f %.1fz", x, y - m,
		    x + m, y + m, x - m, y + m);
		break;
	default:
		buf_addf(out, "M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz", x,
		    y - 1.3 * m, x + 1.3 * m, y, x, y + 1.3 * m, x - 1.3 * m,
		    y);
		break;
	}
}

void svg_mark(struct buf *out, size_t series, double x, double y,
    const char *tooltip)
{
	series %= SVG_SERIES;
	buf_addf(out, "<path class=\"pf-%s pf-s%zu\" d=\"",
	    series < 4 ? "mark" : "hollow", series);
	add_shape(out, series, x, y);
	buf_add(out, "\"><title>");
	markup_text(out, tooltip);
	buf_add(out, "</title></path>\n");
}
