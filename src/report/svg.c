/* svg.c - writes a picture: lines, marks, text that stays text. */
#include "report/svg.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

/* The order of Okabe and Ito without yellow, which is lost on white. */
static const char *const colours[SVG_SERIES] = { "#0072b2", "#d55e00",
	"#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#999999" };
static const char *const dark[SVG_SERIES] = { "#56b4e9", "#e69f00", "#009e73",
	"#cc79a7", "#0072b2", "#d55e00", "#ffffff", "#999999" };

#define TICK 3.0 /* half of the bar at the end of an interval */
#define MARK 4.0 /* half of a mark */

/* What XML keeps for itself; control characters are none of a picture. */
static void add_escaped(struct buf *out, const char *text)
{
	char *clean = text_clean(xstrdup(text));

	for (const char *at = clean; *at; at++) {
		if (*at == '<')
			buf_add(out, "&lt;");
		else if (*at == '>')
			buf_add(out, "&gt;");
		else if (*at == '&')
			buf_add(out, "&amp;");
		else if (*at == '"')
			buf_add(out, "&quot;");
		else
			buf_add_char(out, *at);
	}
	free(clean);
}

static void add_colours(struct buf *out, const char *const *of)
{
	for (size_t i = 0; i < SVG_SERIES; i++)
		buf_addf(out, ".s%zu{color:%s}", i, of[i]);
}

void svg_begin(struct buf *out, double width, double height, const char *title,
    const char *description)
{
	buf_addf(out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
	    "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
	    width, height, width, height);
	add_escaped(out, title);
	buf_add(out, "</title>\n<desc>");
	add_escaped(out, description);
	buf_add(out,
	    "</desc>\n<style>svg{font:12px sans-serif;background:#fff;"
	    "color:#222}text{fill:currentColor}.head{font-weight:bold}"
	    ".dim{opacity:.7}.frame{stroke:currentColor}"
	    ".grid{stroke:currentColor;opacity:.15}"
	    ".path{fill:none;stroke:currentColor;stroke-width:1.5}"
	    ".bar{stroke:currentColor;stroke-width:1.5}"
	    ".mark{fill:currentColor}");
	add_colours(out, colours);
	buf_add(out,
	    "@media(prefers-color-scheme:dark){svg{background:#111;"
	    "color:#ddd}");
	add_colours(out, dark);
	buf_add(out, "}</style>\n");
}

void svg_end(struct buf *out)
{
	buf_add(out, "</svg>\n");
}

void svg_text(struct buf *out, double x, double y, enum svg_anchor anchor,
    const char *cls, const char *text)
{
	static const char *const words[] = { "start", "middle", "end" };

	buf_addf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"", x, y,
	    words[anchor]);
	if (cls[0])
		buf_addf(out, " class=\"%s\"", cls);
	buf_add_char(out, '>');
	add_escaped(out, text);
	buf_add(out, "</text>\n");
}

void svg_line(struct buf *out, double x0, double y0, double x1, double y1,
    const char *cls)
{
	buf_addf(out,
	    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
	    "class=\"%s\"/>\n",
	    x0, y0, x1, y1, cls);
}

void svg_path(struct buf *out, size_t series, const double *x, const double *y,
    size_t n)
{
	buf_addf(out, "<polyline class=\"path s%zu\" points=\"",
	    series % SVG_SERIES);
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%.1f,%.1f", i ? " " : "", x[i], y[i]);
	buf_add(out, "\"/>\n");
}

void svg_interval(struct buf *out, size_t series, double x0, double y0,
    double x1, double y1)
{
	double dx = fabs(x1 - x0) > fabs(y1 - y0) ? 0 : TICK;
	double dy = TICK - dx;

	buf_addf(out,
	    "<path class=\"bar s%zu\" d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f "
	    "%.1fM%.1f %.1fL%.1f %.1f\"/>\n",
	    series % SVG_SERIES, x0, y0, x1, y1, x0 - dx, y0 - dy, x0 + dx,
	    y0 + dy, x1 - dx, y1 - dy, x1 + dx, y1 + dy);
}

/* A circle, a square, a triangle, a diamond; the other four stand on their
 * heads or are turned. */
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
	buf_addf(out, "<path class=\"mark s%zu\" d=\"", series);
	add_shape(out, series, x, y);
	buf_add(out, "\"><title>");
	add_escaped(out, tooltip);
	buf_add(out, "</title></path>\n");
}
