/* figure_trend.c - the levels of rows over many runs, as a picture. */
#include "report/trend.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/axis.h"
#include "report/rows.h"
#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH  SVG_WIDTH
#define PANEL  220.0 /* height of one series */
#define LEFT   80.0
#define RIGHT  30.0
#define TOP    34.0 /* within a panel */
#define BOTTOM 36.0
#define FOOT   20.0

#define MARKS     200 /* values that have a mark and a tooltip each */
#define NAMES     6   /* of runs below the axis */
#define NAME_COLS 20  /* columns of one */

enum { SERIES_VALUES, SERIES_LEVELS, SERIES_SPIKES };

struct panel {
	const struct trend_view *v;
	const struct trend_series *s;
	struct axis x, y;
};

static double value_at(const struct panel *p, double y)
{
	return axis_at(&p->y, run_display(&p->s->res, exp(y)));
}

static double place(const struct panel *p, size_t i)
{
	return axis_at(&p->x, (double)i);
}

static void fit(struct panel *p, double top)
{
	double least = INFINITY, most = -INFINITY;
	size_t n = p->s->n;

	for (size_t i = 0; i < n; i++) {
		double v = run_display(&p->s->res, exp(p->s->y[i]));

		least = fmin(least, v);
		most = fmax(most, v);
	}
	p->y.kind = axis_kind_of(p->s->res.unit);
	axis_fit(&p->y, least, most, 4);
	p->y.at0 = top + PANEL - BOTTOM;
	p->y.at1 = top + TOP;
	p->x.from = -0.5;
	p->x.to = (double)n - 0.5;
	p->x.at0 = LEFT;
	p->x.at1 = WIDTH - RIGHT;
}

static void draw_axes(const struct panel *p, struct buf *out)
{
	size_t n = p->s->n, names = n < NAMES ? n : NAMES;
	char text[96];

	for (size_t i = 0; i < p->y.n_ticks; i++) {
		double at = axis_at(&p->y, p->y.tick[i]);

		svg_line(out, p->x.at0, at, p->x.at1, at, "grid");
		svg_text(out, p->x.at0 - 8, at + 4, SVG_END, "",
		    axis_text(&p->y, p->y.tick[i], text, sizeof(text)));
	}
	for (size_t k = 0; k < names; k++) {
		size_t i = names > 1 ? k * (n - 1) / (names - 1) : 0;

		trend_name(&p->v->run[p->s->run[i]], text, sizeof(text));
		text[text_fit(text, NAME_COLS)] = '\0';
		svg_text(out, place(p, i), p->y.at0 + 18,
		    k == 0 && names > 1         ? SVG_START :
			k + 1 == names && k > 0 ? SVG_END :
						  SVG_MIDDLE,
		    "", text);
	}
	svg_line(out, p->x.at0, p->y.at0, p->x.at1, p->y.at0, "frame");
	svg_line(out, p->x.at0, p->y.at0, p->x.at0, p->y.at1, "frame");
}

static void draw_levels(const struct panel *p, struct buf *out)
{
	const struct trend_series *s = p->s;
	size_t begin = 0;

	for (size_t k = 0; k <= s->steps; k++) {
		size_t end = k < s->steps ? s->step[k].s.at : s->n;
		double y = value_at(p, s->levels[k]);
		double xs[2] = { axis_at(&p->x, (double)begin - 0.5),
			axis_at(&p->x, (double)end - 0.5) };
		double ys[2] = { y, y };

		svg_path(out, SERIES_LEVELS, xs, ys, 2);
		begin = end;
	}
}

/* Where the steps may be, in the background. */
static void draw_places(const struct panel *p, struct buf *out)
{
	for (size_t k = 0; k < p->s->steps; k++) {
		const struct step *s = &p->s->step[k].s;

		svg_area(out, axis_at(&p->x, (double)s->lo - 1), p->y.at1,
		    axis_at(&p->x, (double)s->hi), p->y.at0, "band");
	}
}

/* At the top: how large it is, and what is said of it. */
static void draw_step(const struct panel *p, const struct trend_step *t,
    struct buf *out)
{
	double x = axis_at(&p->x, (double)t->s.at - 0.5);
	char by[32], text[400], where[320];

	trend_where(p->v, p->s, &t->s, where, sizeof(where));
	num_change(trend_shown(p->s, t->by), by, sizeof(by));
	snprintf(text, sizeof(text), "%s: %s %s", trend_word(t), by, where);
	svg_line(out, x, p->y.at0, x, p->y.at1, "limit");
	svg_mark(out, SERIES_LEVELS, x, p->y.at1, text);
	svg_text(out, x, p->y.at1 - 7, SVG_MIDDLE, "halo", by);
}

static bool in_spike(const struct trend_series *s, size_t i)
{
	for (size_t k = 0; k < s->spikes; k++)
		if (i >= s->spike[k].from && i <= s->spike[k].to)
			return true;
	return false;
}

/* Many values are points: a mark for each would make a file of megabytes. */
static void draw_points(const struct panel *p, struct buf *out)
{
	size_t n = p->s->n;
	double *x = xcalloc(2 * n + 1, sizeof(*x)), *y = x + n;

	for (size_t i = 0; i < n; i++) {
		x[i] = place(p, i);
		y[i] = value_at(p, p->s->y[i]);
	}
	svg_points(out, SERIES_VALUES, x, y, n);
	free(x);
}

static void draw_values(const struct panel *p, struct buf *out)
{
	const struct trend_series *s = p->s;
	char value[48], name[96], when[32], tip[200];

	if (s->n > MARKS)
		draw_points(p, out);
	for (size_t i = 0; i < s->n; i++) {
		const struct trend_run *r = &p->v->run[s->run[i]];
		bool spike = in_spike(s, i);

		if (s->n > MARKS && !spike)
			continue;
		snprintf(tip, sizeof(tip), "%s, %s: %s",
		    trend_name(r, name, sizeof(name)),
		    rows_when(r->started_ns, when, sizeof(when)),
		    rows_value(&s->res, exp(s->y[i]), value, sizeof(value)));
		svg_mark(out, spike ? SERIES_SPIKES : SERIES_VALUES,
		    place(p, i), value_at(p, s->y[i]), tip);
	}
}

static void draw_panel(const struct trend_view *v, const struct trend_series *s,
    double top, struct buf *out)
{
	struct panel p = { .v = v, .s = s };
	char label[ROW_LABEL + 1];
	char *head;

	row_label(&s->res, label, sizeof(label));
	head = v->machines > 1 ?
	    xasprintf("%s  %s", label, v->run[s->run[0]].host) :
	    xstrdup(label);
	fit(&p, top);
	svg_text_fit(out, 8, top + 16, WIDTH - 16, SVG_START, "head", head);
	draw_axes(&p, out);
	draw_places(&p, out);
	draw_levels(&p, out);
	draw_values(&p, out);
	for (size_t k = 0; k < s->steps; k++)
		draw_step(&p, &s->step[k], out);
	free(head);
}

void figure_trend(const struct trend_view *v, struct buf *out)
{
	struct buf drawn = BUF_INIT;
	char *title = xasprintf("history by %s", v->by);

	for (size_t i = 0; i < v->t->n; i++)
		draw_panel(v, &v->t->series[v->order[i]], PANEL * (double)i,
		    &drawn);
	svg_whole(&svg_look_default, WIDTH, PANEL * (double)v->t->n + FOOT,
	    title, "values of each run, levels and the steps between them",
	    &drawn, out);
	buf_release(&drawn);
	free(title);
}
