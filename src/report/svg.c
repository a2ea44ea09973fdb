/* svg.c - writes a picture: lines, marks, text that stays text. */
#include "report/svg.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/markup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICK 3.0 /* half of the bar at the end of an interval */

/* Of a character at 12 px: DejaVu Sans, the widest in common use, has 7.6 px
 * for a digit and 7.2 for the mean of lower case. */
#define CHARACTER 7.6

const struct svg_look svg_look_default = { SVG_WIDTH, SVG_AUTO, false };

void svg_whole(const struct svg_look *look, double width, double height,
    const char *title, const char *description, const struct buf *drawn,
    struct buf *out)
{
	buf_addf(out,
	    "<svg%s class=\"pf\" width=\"%.0f\" height=\"%.0f\" "
	    "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
	    /* HTML knows it */
	    look->bare ? "" : " xmlns=\"http://www.w3.org/2000/svg\"", width,
	    height, width, height);
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

/* -- Numbers ------------------------------------------------------------- */

/* A picture has tenths of a pixel, in as few characters as they take: a page
 * of many rows is mostly numbers. */
static long tenths(double v)
{
	return lround(v * 10);
}

static void add_tenths(struct buf *out, long t)
{
	long whole = labs(t) / 10, rest = labs(t) % 10;

	if (t < 0)
		buf_add_char(out, '-');
	if (whole > 0 || rest == 0)
		buf_addf(out, "%ld", whole);
	if (rest > 0)
		buf_addf(out, ".%ld", rest);
}

static void add_attribute(struct buf *out, const char *name, double v)
{
	buf_addf(out, " %s=\"", name);
	add_tenths(out, tenths(v));
	buf_add_char(out, '"');
}

/* A path: each place is told from the one before, both rounded, so that what
 * is rounded does not add up. */
struct pen {
	struct buf *out;
	bool down; /* it stands somewhere */
	long x, y;
};

static void pen_by(struct pen *p, char command, long dx, long dy)
{
	buf_add_char(p->out, command);
	add_tenths(p->out, dx);
	if (dy >= 0)
		buf_add_char(p->out, ' ');
	add_tenths(p->out, dy);
}

static bool pen_is_at(const struct pen *p, double x, double y)
{
	return p->down && p->x == tenths(x) && p->y == tenths(y);
}

static void pen_to(struct pen *p, double x, double y)
{
	long at_x = tenths(x), at_y = tenths(y);

	if (p->down)
		pen_by(p, 'm', at_x - p->x, at_y - p->y);
	else
		pen_by(p, 'M', at_x, at_y);
	p->down = true;
	p->x = at_x;
	p->y = at_y;
}

static void pen_line(struct pen *p, double x, double y)
{
	long dx = tenths(x) - p->x, dy = tenths(y) - p->y;

	if (dx != 0 && dy != 0) {
		pen_by(p, 'l', dx, dy);
	} else {
		buf_add_char(p->out, dy != 0 ? 'v' : 'h');
		add_tenths(p->out, dx + dy);
	}
	p->x += dx;
	p->y += dy;
}

static struct pen pen_begin(struct buf *out, const char *cls, size_t series)
{
	buf_addf(out, "<path class=\"pf-%s pf-s%zu\" d=\"", cls,
	    series % SVG_SERIES);
	return (struct pen){ .out = out };
}

static void pen_end(const struct pen *p)
{
	buf_add(p->out, "\"/>\n");
}

/* -- Text ---------------------------------------------------------------- */

double svg_text_width(const char *text)
{
	return CHARACTER * (double)text_width(text);
}

static void text_from(struct buf *out, double x, double y,
    enum svg_anchor anchor, const char *cls)
{
	static const char *const anchors[] = { "", "pf-middle", "pf-end" };

	buf_add(out, "<text");
	add_attribute(out, "x", x);
	add_attribute(out, "y", y);
	if (cls[0] || anchor != SVG_START)
		buf_addf(out, " class=\"%s%s%s%s\"", cls[0] ? "pf-" : "", cls,
		    cls[0] && anchor != SVG_START ? " " : "", anchors[anchor]);
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
	struct pen p = { .out = out };

	buf_addf(out, "<path class=\"pf-%s\" d=\"", cls);
	pen_to(&p, x0, y0);
	pen_line(&p, x1, y1);
	pen_end(&p);
}

static void rect_from(struct buf *out, double x0, double y0, double x1,
    double y1)
{
	buf_add(out, "<rect");
	add_attribute(out, "x", fmin(x0, x1));
	add_attribute(out, "y", fmin(y0, y1));
	add_attribute(out, "width", fabs(x1 - x0));
	add_attribute(out, "height", fabs(y1 - y0));
}

void svg_area(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls)
{
	rect_from(out, x0, y0, x1, y1);
	buf_addf(out, " class=\"pf-%s\"/>\n", cls);
}

void svg_cell(struct buf *out, size_t shade, double x0, double y0, double x1,
    double y1, const char *text, const char *tooltip)
{
	char cls[32];

	rect_from(out, x0, y0, x1, y1);
	buf_addf(out, " class=\"pf-h%zu\"><title>", shade);
	markup_text(out, tooltip);
	buf_add(out, "</title></rect>\n");
	snprintf(cls, sizeof(cls), "small pf-t%zu", shade);
	svg_text(out, (x0 + x1) / 2, (y0 + y1) / 2 + 4, SVG_MIDDLE, cls, text);
}

/* -- Of a series --------------------------------------------------------- */

static void add_lines(struct pen *p, const double *x, const double *y, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (i == 0)
			pen_to(p, x[i], y[i]);
		else
			pen_line(p, x[i], y[i]);
}

void svg_path(struct buf *out, size_t series, const double *x, const double *y,
    size_t n)
{
	struct pen p = pen_begin(out, "path", series);

	add_lines(&p, x, y, n);
	pen_end(&p);
}

void svg_fill(struct buf *out, size_t series, const double *x, const double *y,
    size_t n)
{
	struct pen p = pen_begin(out, "fill", series);

	add_lines(&p, x, y, n);
	if (n > 0)
		buf_add_char(out, 'z');
	pen_end(&p);
}

void svg_interval(struct buf *out, size_t series, double x0, double y0,
    double x1, double y1)
{
	double dx = fabs(x1 - x0) >= fabs(y1 - y0) ? 0 : TICK;
	double dy = TICK - dx;
	struct pen p = pen_begin(out, "bar", series);

	pen_to(&p, x0 - dx, y0 - dy);
	pen_line(&p, x0 + dx, y0 + dy);
	pen_to(&p, x0, y0);
	pen_line(&p, x1, y1);
	pen_to(&p, x1 - dx, y1 - dy);
	pen_line(&p, x1 + dx, y1 + dy);
	pen_end(&p);
}

static void add_end(struct pen *p, double x, double y, double arrow)
{
	pen_to(p, x - arrow, y - TICK);
	if (arrow != 0)
		pen_line(p, x, y);
	pen_line(p, x - arrow, y + TICK);
}

void svg_interval_cut(struct buf *out, size_t series, double x0, double x1,
    double y, bool beyond0, bool beyond1)
{
	struct pen p = pen_begin(out, "bar", series);

	add_end(&p, x0, y, beyond0 ? -2 * TICK : 0);
	pen_to(&p, x0, y);
	pen_line(&p, x1, y);
	add_end(&p, x1, y, beyond1 ? 2 * TICK : 0);
	pen_end(&p);
}

void svg_box(struct buf *out, size_t series, double x0, double y0, double x1,
    double y1)
{
	rect_from(out, x0, y0, x1, y1);
	buf_addf(out, " class=\"pf-box pf-s%zu\"/>\n", series % SVG_SERIES);
}

/* Lines of no length with round ends: a tenth of what circles take. */
void svg_points(struct buf *out, size_t series, const double *x,
    const double *y, size_t n)
{
	struct pen p = pen_begin(out, "points", series);

	for (size_t i = 0; i < n; i++) {
		if (pen_is_at(&p, x[i], y[i]))
			continue;
		pen_to(&p, x[i], y[i]);
		pen_line(&p, x[i], y[i]);
	}
	pen_end(&p);
}

void svg_bars(struct buf *out, size_t series, const double *x, const double *y0,
    const double *y1, size_t n)
{
	struct pen p = pen_begin(out, "bar", series);

	for (size_t i = 0; i < n; i++) {
		pen_to(&p, x[i], y0[i]);
		pen_line(&p, x[i], y1[i]);
	}
	pen_end(&p);
}

/* A circle, a square, a triangle, a diamond; the same on their heads or
 * hollow. Where each begins, and how it goes on from there. */
static void add_shape(struct pen *p, size_t which, double x, double y)
{
	switch (which) {
	case 0:
	case 4:
		pen_to(p, x - 4, y);
		buf_add(p->out, "a4 4 0 1 0 8 0a4 4 0 1 0-8 0z");
		break;
	case 1:
	case 5:
		pen_to(p, x - 4, y - 4);
		buf_add(p->out, "h8v8h-8z");
		break;
	case 2:
		pen_to(p, x, y - 4);
		buf_add(p->out, "l4 8h-8z");
		break;
	case 6:
		pen_to(p, x, y + 4);
		buf_add(p->out, "l-4-8h8z");
		break;
	default:
		pen_to(p, x, y - 5.2);
		buf_add(p->out, "l5.2 5.2-5.2 5.2-5.2-5.2z");
		break;
	}
}

void svg_mark(struct buf *out, size_t series, double x, double y,
    const char *tooltip)
{
	struct pen p;

	series %= SVG_SERIES;
	p = pen_begin(out, series < 4 ? "mark" : "hollow", series);
	add_shape(&p, series, x, y);
	buf_add(out, "\"><title>");
	markup_text(out, tooltip);
	buf_add(out, "</title></path>\n");
}
