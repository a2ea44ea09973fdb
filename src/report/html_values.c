/* html_values.c - the raw values of a row, small and large. */
#include "report/html.h"

#include "base/mem.h"
#include "report/frame.h"
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A small picture in a cell of the table. */
#define MINI_WIDE 132.0
#define MINI_HIGH 22.0
#define MINI_EDGE 4.0

/* A large one of many runs side by side. */
#define PLOT  180.0
#define NAMES 90.0 /* a run's name below the axis has so much room at least */

/* -- Values -------------------------------------------------------------- */

/* Values of a row in all runs, as logs of the cost: slower is more. */
struct values {
	double *v; /* run after run */
	size_t *n; /* of each */
	double least, most;
};

static void values_init(struct values *s, const struct html *h,
    const struct html_row *row)
{
	const struct figure_data *d = h->d;
	size_t all = 0, at = 0;

	for (size_t i = 0; i < d->n; i++)
		if (row->at[i] != HTML_NONE)
			all += d->run[i]->results[row->at[i]].n_inv;
	*s = (struct values){ xcalloc(all + 1, sizeof(*s->v)),
		xcalloc(d->n + 1, sizeof(*s->n)), INFINITY, -INFINITY };
	for (size_t i = 0; i < d->n; i++) {
		const struct run *r = d->run[i];

		if (row->at[i] == HTML_NONE)
			continue;
		s->n[i] = run_costs(r, &r->results[row->at[i]], s->v + at);
		for (size_t k = at; k < at + s->n[i]; k++) {
			s->v[k] = log(s->v[k]);
			s->least = fmin(s->least, s->v[k]);
			s->most = fmax(s->most, s->v[k]);
		}
		at += s->n[i];
	}
}

static void values_release(struct values *s)
{
	free(s->v);
	free(s->n);
}

/* -- Small --------------------------------------------------------------- */

/* Where a value stands between two ends; in the middle if all are one. */
static double place(const struct values *s, double v, double from, double to)
{
	if (s->most <= s->least)
		return (from + to) / 2;
	return from + (v - s->least) / (s->most - s->least) * (to - from);
}

/* A line of points for each run, from left to right. */
static void mini_lines(const struct html *h, const struct values *s)
{
	double each = (MINI_HIGH - 2) / (double)h->d->n;
	const double *v = s->v;
	double *x, *y;

	for (size_t i = 0; i < h->d->n; v += s->n[i++]) {
		if (s->n[i] == 0)
			continue;
		x = xcalloc(2 * s->n[i], sizeof(*x));
		y = x + s->n[i];
		for (size_t k = 0; k < s->n[i]; k++) {
			x[k] = place(s, v[k], MINI_EDGE, MINI_WIDE - MINI_EDGE);
			y[k] = 1 + each * ((double)i + 0.5);
		}
		svg_points(h->out, i, x, y, s->n[i]);
		free(x);
	}
}

/* The medians of many runs, one behind the other. */
static void mini_course(const struct html *h, const struct html_row *row)
{
	size_t n = h->d->n, at = 0;
	double *x = xcalloc(2 * n, sizeof(*x)), *y = x + n;
	struct values s = { NULL, NULL, INFINITY, -INFINITY };

	for (size_t i = 0; i < n; i++) {
		const struct estimate *e = html_estimate(h, row, i);

		if (!e || !(e->cost > 0) || !isfinite(e->cost))
			continue;
		x[at] = MINI_EDGE +
		    (MINI_WIDE - 2 * MINI_EDGE) * (double)i / (double)(n - 1);
		y[at] = log(e->cost);
		s.least = fmin(s.least, y[at]);
		s.most = fmax(s.most, y[at++]);
	}
	for (size_t i = 0; i < at; i++)
		y[i] = place(&s, y[i], MINI_HIGH - MINI_EDGE, MINI_EDGE);
	if (at > 0)
		svg_points(h->out, 0, x, y, at);
	free(x);
}

void html_mini(struct html *h, const struct html_row *row)
{
	struct values s;

	/* the numbers beside it say the same */
	buf_addf(h->out,
	    "<svg class=\"pf mini\" width=\"%.0f\" height=\"%.0f\" "
	    "viewBox=\"0 0 %.0f %.0f\" aria-hidden=\"true\">",
	    MINI_WIDE, MINI_HIGH, MINI_WIDE, MINI_HIGH);
	if (h->many.n > 1) {
		mini_course(h, row);
	} else {
		values_init(&s, h, row);
		mini_lines(h, &s);
		values_release(&s);
	}
	buf_add(h->out, "</svg>");
}

/* -- Large --------------------------------------------------------------- */

/* As 'perfloss report --figure' draws it of this row alone; nothing where there
 * is nothing to draw. */
static void put_figure(struct html *h, const struct html_row *row,
    int (*draw)(const struct figure_data *, const struct svg_look *,
	struct buf *, struct err *))
{
	struct html_few f;
	struct buf svg = BUF_INIT;
	struct err none = { 0 };

	html_few_init(&f, h);
	for (size_t i = 0; i < f.d.n; i++)
		if (row->at[f.of[i]] != HTML_NONE)
			f.show[i][row->at[f.of[i]]] = true;
	if (draw(&f.d, &h->look, &svg, &none) == 0)
		html_figure(h, &svg);
	html_few_release(&f);
	buf_release(&svg);
}

struct course {
	const struct html *h;
	const struct html_row *row;
	struct axis x, y;
};

static double shown(const struct course *c, double cost)
{
	return axis_at(&c->y, run_display(c->row->res, cost));
}

/* Every value of every run, its interval, and a line through the medians. */
static void draw_course(const struct course *c, const struct values *s,
    struct buf *out)
{
	size_t runs = c->h->d->n, all = 0, n = 0, bars = 0;
	double *px, *py, *x, *y, *lo, *hi, *at;

	for (size_t i = 0; i < runs; i++)
		all += s->n[i];
	px = xcalloc(2 * all + 5 * runs, sizeof(*px));
	py = px + all;
	x = py + all;
	y = x + runs;
	lo = y + runs;
	hi = lo + runs;
	at = hi + runs;
	all = 0;
	for (size_t i = 0; i < runs; i++) {
		const struct estimate *e = html_estimate(c->h, c->row, i);
		double middle = axis_at(&c->x, (double)i);

		for (size_t k = 0; k < s->n[i]; k++) {
			px[all + k] = middle;
			py[all + k] = shown(c, exp(s->v[all + k]));
		}
		/* their order is not seen, and small steps are short */
		order_sort(py + all, s->n[i]);
		all += s->n[i];
		if (s->n[i] == 0 || !e || !isfinite(e->cost))
			continue;
		x[n] = middle;
		y[n++] = shown(c, e->cost);
		if (!isfinite(e->lo) || !isfinite(e->hi))
			continue;
		at[bars] = middle;
		lo[bars] = shown(c, e->lo);
		hi[bars++] = shown(c, e->hi);
	}
	svg_points(out, 0, px, py, all);
	svg_bars(out, 1, at, lo, hi, bars);
	svg_path(out, 1, x, y, n);
	free(px);
}

/* Where its level steps, between two runs. */
static void draw_steps(const struct course *c, struct buf *out)
{
	const struct trend_series *s;
	const struct trend_step *step;

	for (size_t n = 0; (step = html_step(c->h, c->row, n, &s)); n++) {
		double x = axis_at(&c->x, (double)s->run[step->s.at] - 0.5);

		svg_line(out, x, c->y.at0, x, c->y.at1, "limit");
	}
}

/* Every so many that they have room. */
static void draw_names(const struct course *c, double bottom, struct buf *out)
{
	double each = (c->x.at1 - c->x.at0) / (double)c->h->d->n;
	size_t skip = (size_t)ceil(NAMES / each);

	for (size_t i = 0; i < c->h->d->n; i += skip)
		svg_text_fit(out, axis_at(&c->x, (double)i), bottom + 17,
		    each * (double)skip - 6, SVG_MIDDLE, "small",
		    c->h->name[i]);
	svg_line(out, c->x.at0, bottom, c->x.at1, bottom, "frame");
}

/* Side by side, from the first run to the last. */
static void put_course(struct html *h, const struct html_row *row,
    const struct values *s)
{
	struct course c = { .h = h, .row = row };
	struct buf drawn = BUF_INIT, svg = BUF_INIT;
	double a = run_display(row->res, exp(s->least));
	double b = run_display(row->res, exp(s->most));

	c.y.kind = axis_kind_of(row->res->unit);
	c.y.log = fmax(a, b) > AXIS_LOG_FROM * fmin(a, b);
	axis_fit(&c.y, fmin(a, b), fmax(a, b), 4);
	c.y.at0 = 10 + PLOT;
	c.y.at1 = 10;
	c.x.from = -0.5;
	c.x.to = (double)h->d->n - 0.5;
	c.x.at0 = FRAME_EDGE + frame_y_width(&c.y);
	c.x.at1 = h->look.width - FRAME_EDGE;
	frame_y(&c.y, c.x.at0, c.x.at1, &drawn);
	draw_course(&c, s, &drawn);
	draw_steps(&c, &drawn);
	draw_names(&c, c.y.at0, &drawn);
	svg_whole(&h->look, h->look.width, c.y.at0 + FRAME_X,
	    "values of each run", "every value, the intervals and the medians",
	    &drawn, &svg);
	html_figure(h, &svg);
	buf_release(&drawn);
	buf_release(&svg);
}

void html_values(struct html *h, const struct html_row *row)
{
	struct values s;

	values_init(&s, h, row);
	if (s.most < s.least)
		buf_add(h->out, "<p>There are no values.</p>\n");
	else if (h->d->n > HTML_FEW || s.most - s.least > log(AXIS_LOG_FROM))
		put_course(h, row, &s);
	else
		put_figure(h, row, figure_strip);
	if (!(row->res->flags & RESULT_TAIL))
		put_figure(h, row, figure_histogram);
	values_release(&s);
}
