/* frame.c - what stands around a picture: axes with ticks, a title, a legend.
 */
#include "report/frame.h"

#include <math.h>

#define WIDTH_LEAST 320.0 /* labels and numbers beside one another need it */
#define WIDTH_MOST  8000.0

#define LABEL_OVER 100.0 /* a label may stand out of its axis */

#define LEGEND_LINE 20.0
#define LEGEND_MARK 26.0 /* the piece of line before the name */
#define LEGEND_GAP  20.0 /* between entries */

double frame_width(const struct svg_look *look)
{
	double width = look->width > 0 ? look->width : SVG_WIDTH;

	return fmin(fmax(width, WIDTH_LEAST), WIDTH_MOST);
}

size_t frame_ticks(enum axis_kind kind, double length)
{
	double room = kind == AXIS_TIME || kind == AXIS_RATE ? 76 : 60;
	double n = floor(length / room);

	return (size_t)fmin(fmax(n, 1), AXIS_TICKS - 2);
}

double frame_title(const char *title, const char *below, double width,
    struct buf *out)
{
	double room = width - 2 * FRAME_EDGE;

	/* bold is wider by a tenth */
	svg_text_fit(out, FRAME_EDGE, 24, room / 1.1, SVG_START, "head", title);
	if (!below)
		return 36;
	svg_text_fit(out, FRAME_EDGE, 42, room, SVG_START, "dim", below);
	return 54;
}

void frame_x(const struct axis *x, double top, double bottom, const char *label,
    struct buf *out)
{
	char text[48];

	for (size_t i = 0; i < x->n_ticks; i++) {
		double at = axis_at(x, x->tick[i]);

		if (top < bottom)
			svg_line(out, at, top, at, bottom, "grid");
		svg_text(out, at, bottom + 17, SVG_MIDDLE, "",
		    axis_text(x, x->tick[i], text, sizeof(text)));
	}
	svg_line(out, x->at0, bottom, x->at1, bottom, "frame");
	if (label)
		svg_text_fit(out, (x->at0 + x->at1) / 2, bottom + 35,
		    x->at1 - x->at0 + 2 * fmin(x->at0 - FRAME_EDGE, LABEL_OVER),
		    SVG_MIDDLE, "dim", label);
}

void frame_y(const struct axis *y, double left, double right, struct buf *out)
{
	char text[48];

	for (size_t i = 0; i < y->n_ticks; i++) {
		double at = axis_at(y, y->tick[i]);

		svg_line(out, left, at, right, at, "grid");
		svg_text(out, left - 8, at + 4, SVG_END, "",
		    axis_text(y, y->tick[i], text, sizeof(text)));
	}
	svg_line(out, left, y->at0, left, y->at1, "frame");
}

double frame_y_width(const struct axis *y)
{
	double width = 0;
	char text[48];

	for (size_t i = 0; i < y->n_ticks; i++)
		width = fmax(width,
		    svg_text_width(
			axis_text(y, y->tick[i], text, sizeof(text))));
	return width + 10;
}

double frame_legend(const char *const *names, size_t n, double left, double top,
    double width, struct buf *out)
{
	double x = left, y = top;

	for (size_t i = 0; i < n; i++) {
		double need = LEGEND_MARK + svg_text_width(names[i]);

		if (x > left && x + need > left + width) {
			x = left;
			y += LEGEND_LINE;
		}
		need = fmin(need, width);
		svg_path(out, i, (const double[]){ x, x + 20 },
		    (const double[]){ y + 8, y + 8 }, 2);
		svg_mark(out, i, x + 10, y + 8, names[i]);
		svg_text_fit(out, x + LEGEND_MARK, y + 12, need - LEGEND_MARK,
		    SVG_START, "", names[i]);
		x += need + LEGEND_GAP;
	}
	return n > 0 ? y + LEGEND_LINE : top;
}
