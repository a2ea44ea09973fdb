/* figure_timeline.c - values over time, as a picture. */
#include "report/timeline.h"

#include "base/mem.h"
#include "report/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PANEL 110.0 /* height of one */
#define HEAD  32.0  /* its name above it */
#define NEAR  10.0  /* marks closer than that on average hide one another */

struct picture {
	const struct timeline *t;
	struct axis x;
	double left, right;
};

static void fit_panel(const struct timeline_panel *p, struct axis *y)
{
	double least, most;

	timeline_range(p, &least, &most);
	for (size_t k = 0; k < p->n; k++)
		for (size_t j = 0; j < p->series[k].n; j++) {
			const struct timeline_series *s = &p->series[k];

			if (!isfinite(s->value[j]))
				continue;
			least = fmin(least, s->lo ? s->lo[j] : NAN);
			most = fmax(most, s->hi ? s->hi[j] : NAN);
		}
	*y = (struct axis){ .kind = p->kind,
		.log = least > 0 && most > AXIS_LOG_FROM * least };
	axis_fit(y, least, most, 4);
}

static void draw_interval(const struct picture *p, const struct axis *y,
    const struct timeline_series *s, size_t which, size_t j, struct buf *out)
{
	double x = axis_at(&p->x, s->at[j]);

	if (s->lo && s->hi && isfinite(s->lo[j]) && isfinite(s->hi[j]) &&
	    s->hi[j] > s->lo[j])
		svg_interval(out, which, x, axis_at(y, s->lo[j]), x,
		    axis_at(y, s->hi[j]));
}

static void draw_marks(const struct picture *p, const struct axis *y,
    const struct timeline_panel *panel, size_t which, bool dense,
    struct buf *out)
{
	const struct timeline_series *s = &panel->series[which];
	char at[32], value[32], tip[192];

	for (size_t j = 0; j < s->n; j++) {
		double px = axis_at(&p->x, s->at[j]);

		if (!isfinite(s->value[j]))
			continue;
		draw_interval(p, y, s, which, j, out);
		if (dense) {
			double py = axis_at(y, s->value[j]);

			svg_points(out, which, &px, &py, 1);
			continue;
		}
		snprintf(tip, sizeof(tip), "%s at %s: %s", s->name,
		    axis_value(AXIS_TIME, 1e9 * s->at[j], at, sizeof(at)),
		    axis_value(panel->kind, s->value[j], value, sizeof(value)));
		svg_mark(out, which, px, axis_at(y, s->value[j]), tip);
	}
}

/* The line ends where a value is missing and begins again behind it. */
static void draw_series(const struct picture *p, const struct axis *y,
    const struct timeline_panel *panel, size_t which, struct buf *out)
{
	const struct timeline_series *s = &panel->series[which];
	double *px = xcalloc(2 * s->n + 2, sizeof(*px)), *py = px + s->n + 1;
	size_t n = 0;

	for (size_t j = 0; j <= s->n; j++) {
		if (j < s->n && isfinite(s->value[j])) {
			px[n] = axis_at(&p->x, s->at[j]);
			py[n] = axis_at(y, s->value[j]);
			n++;
			continue;
		}
		if (n > 1)
			svg_path(out, which, px, py, n);
		n = 0;
	}
	free(px);
	draw_marks(p, y, panel, which, (double)s->n * NEAR > p->right - p->left,
	    out);
}

static void draw_phases(const struct picture *p, double top, double bottom,
    bool names, struct buf *out)
{
	for (size_t i = 0; i < p->t->n_phases; i++) {
		const struct timeline_phase *ph = &p->t->phase[i];
		double x0 = axis_at(&p->x, ph->from);
		double x1 = axis_at(&p->x, ph->to);

		if (i % 2 == 1)
			svg_area(out, x0, top, x1, bottom, "shade");
		if (i > 0)
			svg_line(out, x0, top, x0, bottom, "limit");
		if (names)
			svg_text_fit(out, (x0 + x1) / 2, top - 6, x1 - x0,
			    SVG_MIDDLE, "dim", ph->name);
	}
}

static double draw_panel(const struct picture *p,
    const struct timeline_panel *panel, double top, struct buf *out)
{
	struct axis y;

	svg_text_fit(out, FRAME_EDGE, top + 16, p->right - FRAME_EDGE,
	    SVG_START, "head", panel->name);
	top += HEAD;
	fit_panel(panel, &y);
	y.at0 = top + PANEL;
	y.at1 = top;
	draw_phases(p, top, top + PANEL, false, out);
	frame_y(&y, p->left, p->right, out);
	for (size_t k = 0; k < panel->n; k++)
		draw_series(p, &y, panel, k, out);
	svg_line(out, p->left, top + PANEL, p->right, top + PANEL, "frame");
	return top + PANEL + 8;
}

/* Below the title: the legend, and the names of the phases. */
static double draw_head(const struct picture *p, double y, struct buf *out)
{
	const struct timeline_panel *most = &p->t->panel[0];
	const char **names;

	for (size_t i = 0; i < p->t->n_panels; i++)
		if (p->t->panel[i].n > most->n)
			most = &p->t->panel[i];
	names = xcalloc(most->n + 1, sizeof(*names));
	for (size_t k = 0; k < most->n; k++)
		names[k] = most->series[k].name;
	if (most->n > 1)
		y = frame_legend(names, most->n, FRAME_EDGE, y,
		    p->right - FRAME_EDGE, out);
	free(names);
	if (p->t->n_phases == 0)
		return y;
	draw_phases(p, y + 22, y + 26, true, out);
	return y + 26;
}

static void draw_axis(const struct picture *p, double bottom, struct buf *out)
{
	struct axis x = p->x;

	/* in ns, as times are written */
	x.kind = AXIS_TIME;
	x.from *= 1e9;
	x.to *= 1e9;
	x.step *= 1e9;
	for (size_t i = 0; i < x.n_ticks; i++)
		x.tick[i] *= 1e9;
	/* no grid: the panels have names between them */
	frame_x(&x, bottom - 8, bottom - 8, NULL, out);
}

size_t figure_timeline(const struct timeline *t, const struct svg_look *look,
    struct buf *out)
{
	struct picture p = { .t = t };
	struct buf drawn = BUF_INIT;
	double from, to, least, most, y;
	struct axis scale;
	size_t n = 0;

	if (!timeline_span(t, &from, &to))
		return 0;
	p.right = frame_width(look) - FRAME_EDGE - 14;
	for (size_t i = 0; i < t->n_panels; i++)
		if (timeline_range(&t->panel[i], &least, &most)) {
			fit_panel(&t->panel[i], &scale);
			p.left = fmax(p.left, frame_y_width(&scale));
			n++;
		}
	p.left += FRAME_EDGE;
	axis_fit(&p.x, from, to, frame_ticks(AXIS_TIME, p.right - p.left));
	p.x.at0 = p.left;
	p.x.at1 = p.right;
	y = frame_title(t->title, t->note, frame_width(look), &drawn);
	y = n > 0 ? draw_head(&p, y, &drawn) : y;
	for (size_t i = 0; i < t->n_panels; i++)
		if (timeline_range(&t->panel[i], &least, &most))
			y = draw_panel(&p, &t->panel[i], y, &drawn);
	draw_axis(&p, y, &drawn);
	if (n > 0)
		svg_whole(look, frame_width(look), y + FRAME_X, t->title,
		    "values over time, with phases", &drawn, out);
	buf_release(&drawn);
	return n;
}
