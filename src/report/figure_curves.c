/* figure_curves.c - curves over an argument, as a picture. */
#include "report/figure.h"

#include "base/mem.h"
#include "judge/cross.h"
#include "report/frame.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLOT 340.0 /* height of the axes */

/* More cannot be told apart. */
#define CURVES_MOST SVG_SERIES

struct series {
	const struct run *r;
	const struct estimate *est;
	const struct curve *c;
	char name[304];
};

struct picture {
	struct series *s;
	size_t n;
	struct axis x, y;
};

/* -- Values -------------------------------------------------------------- */

/* What is drawn, ends in order. False: there is no value. */
static bool values(const struct series *s, size_t k, double v[3])
{
	const struct result *res = &s->r->results[s->c->p[k].at];
	const struct estimate *e = &s->est[s->c->p[k].at];
	double ends[2] = { e->lo, e->hi };

	if (!isfinite(e->cost))
		return false;
	v[1] = run_display(res, e->cost);
	for (int i = 0; i < 2; i++)
		ends[i] = isfinite(ends[i]) ? run_display(res, ends[i]) : v[1];
	v[0] = fmin(ends[0], ends[1]);
	v[2] = fmax(ends[0], ends[1]);
	return isfinite(v[0]) && isfinite(v[2]);
}

/* Words stand side by side. */
static double place(const struct curve *c, size_t k)
{
	return c->number ? c->p[k].x : (double)k;
}

static enum unit unit_of(const struct series *s)
{
	return s->r->results[s->c->p[0].at].unit;
}

/* False: there is no value in any curve. */
static bool fit(struct picture *p, double left, double right)
{
	double x[2] = { INFINITY, -INFINITY }, y[2] = { INFINITY, -INFINITY };
	double v[3];

	for (size_t i = 0; i < p->n; i++) {
		const struct curve *c = p->s[i].c;

		for (size_t k = 0; k < c->n; k++) {
			x[0] = fmin(x[0], place(c, k));
			x[1] = fmax(x[1], place(c, k));
			if (!values(&p->s[i], k, v))
				continue;
			y[0] = fmin(y[0], v[0]);
			y[1] = fmax(y[1], v[2]);
		}
		if (c->bytes)
			p->x.kind = AXIS_BYTES;
	}
	p->y.kind = axis_kind_of(unit_of(&p->s[0]));
	p->x.log = x[0] > 0 && x[1] > AXIS_LOG_FROM * x[0];
	p->y.log = y[0] > 0 && y[1] > AXIS_LOG_FROM * y[0];
	axis_fit(&p->y, p->y.log ? y[0] : fmin(y[0], 0), y[1], 6);
	p->x.at0 = left + frame_y_width(&p->y);
	p->x.at1 = right;
	axis_fit(&p->x, x[0], x[1],
	    frame_ticks(p->x.kind, p->x.at1 - p->x.at0));
	return isfinite(y[0]);
}

/* -- Drawing ------------------------------------------------------------- */

/* Values that are words stand below their points, as many as have room. */
static void draw_words(const struct picture *p, double bottom,
    const char *param, struct buf *out)
{
	const struct curve *c = p->s[0].c;
	double each = (p->x.at1 - p->x.at0) / fmax((double)c->n - 1, 1);
	size_t skip = (size_t)ceil(40 / each);

	for (size_t k = 0; k < c->n; k += skip)
		svg_text_fit(out, axis_at(&p->x, (double)k), bottom + 17,
		    each * (double)skip - 4, SVG_MIDDLE, "", c->p[k].value);
	svg_line(out, p->x.at0, bottom, p->x.at1, bottom, "frame");
	svg_text(out, (p->x.at0 + p->x.at1) / 2, bottom + 35, SVG_MIDDLE, "dim",
	    param);
}

static void draw_axes(const struct picture *p, double top, const char *param,
    struct buf *out)
{
	frame_y(&p->y, p->x.at0, p->x.at1, out);
	if (p->s[0].c->number)
		frame_x(&p->x, top, top + PLOT, param, out);
	else
		draw_words(p, top + PLOT, param, out);
}

static void draw_series(const struct picture *p, size_t which, struct buf *out)
{
	const struct series *s = &p->s[which];
	double *x = xcalloc(2 * s->c->n + 1, sizeof(*x)), *y = x + s->c->n;
	char value[48], range[64], tip[512];
	size_t n = 0;
	double v[3];

	for (size_t k = 0; k < s->c->n; k++) {
		if (!values(s, k, v))
			continue;
		x[n] = axis_at(&p->x, place(s->c, k));
		y[n++] = axis_at(&p->y, v[1]);
	}
	svg_path(out, which, x, y, n);
	for (size_t k = 0; k < s->c->n; k++) {
		const struct result *res = &s->r->results[s->c->p[k].at];
		const struct estimate *e = &s->est[s->c->p[k].at];
		double at = axis_at(&p->x, place(s->c, k));

		if (!values(s, k, v))
			continue;
		if (v[2] > v[0])
			svg_interval(out, which, at, axis_at(&p->y, v[0]), at,
			    axis_at(&p->y, v[2]));
		snprintf(tip, sizeof(tip), "%s, %s: %s (%s)", s->name,
		    s->c->p[k].value,
		    rows_value(res, e->cost, value, sizeof(value)),
		    rows_range(res, e->cost, e->lo, e->hi, range,
			sizeof(range)));
		svg_mark(out, which, at, axis_at(&p->y, v[1]), tip);
	}
	free(x);
}

static void draw(struct picture *p, const char *param,
    const struct svg_look *look, const char *below, struct buf *out)
{
	double width = frame_width(look), y;
	const char **names = xcalloc(p->n, sizeof(*names));
	struct buf drawn = BUF_INIT;
	char *title = xasprintf("%s over %s",
	    p->s[0].r->results[p->s[0].c->p[0].at].name, param);

	for (size_t i = 0; i < p->n; i++)
		names[i] = p->s[i].name;
	y = frame_title(title, below, width, &drawn);
	y = frame_legend(names, p->n, FRAME_EDGE, y, width - 2 * FRAME_EDGE,
		&drawn) +
	    14;
	p->y.at0 = y + PLOT;
	p->y.at1 = y;
	draw_axes(p, y, param, &drawn);
	for (size_t i = 0; i < p->n; i++)
		draw_series(p, i, &drawn);
	svg_whole(look, width, y + PLOT + FRAME_X_LABEL, title,
	    "each point with its 95 % interval", &drawn, out);
	buf_release(&drawn);
	free(names);
	free(title);
}

/* -- Which curves -------------------------------------------------------- */

static void name_series(struct series *s, bool several)
{
	char run[96];

	if (several)
		snprintf(s->name, sizeof(s->name), "%s %s",
		    report_run_name(s->r, run, sizeof(run)), s->c->title);
	else
		snprintf(s->name, sizeof(s->name), "%s", s->c->title);
}

/* Curves of what was not to be shown are none. */
static bool is_shown(const struct figure_data *d, size_t i,
    const struct curve *c)
{
	return !d->show || !d->show[i] || d->show[i][c->p[0].at];
}

/* Those of one unit, as many as can be told apart; returns how many there are
 * in all. */
static size_t collect(const struct figure_data *d, size_t i, struct curve *c,
    size_t m, struct picture *p)
{
	size_t all = 0;

	for (size_t k = 0; k < m; k++) {
		struct series s = { .r = d->run[i],
			.est = d->est[i],
			.c = &c[k] };

		if (!is_shown(d, i, &c[k]))
			continue;
		all++;
		if (p->n == CURVES_MOST ||
		    (p->n > 0 &&
			(unit_of(&s) != unit_of(&p->s[0]) ||
			    s.c->number != p->s[0].c->number)))
			continue;
		name_series(&s, d->n > 1);
		p->s[p->n++] = s;
	}
	return all;
}

int figure_curves(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct curve **c = xcalloc(d->n + 1, sizeof(struct curve *));
	size_t *m = xcalloc(d->n + 1, sizeof(*m)), all = 0;
	struct picture p = {
		.s = xcalloc(CURVES_MOST, sizeof(*p.s)),
	};
	char param[64] = "", below[96];
	int r = 0;

	if (d->param)
		snprintf(param, sizeof(param), "%s", d->param);
	if (d->n == 0 ||
	    (!d->param &&
		!curve_param(d->run[0], d->show ? d->show[0] : NULL, param,
		    sizeof(param))))
		r = err_set(e, -ENODATA,
		    "there is no curve: no row was measured with several "
		    "values of an argument");
	for (size_t i = 0; i < d->n && r == 0; i++) {
		c[i] = curves_of(d->run[i], param, &m[i]);
		all += collect(d, i, c[i], m[i], &p);
	}
	snprintf(below, sizeof(below), "%zu of %zu curves; --rows chooses", p.n,
	    all);
	if (r == 0 &&
	    (p.n == 0 ||
		!fit(&p, FRAME_EDGE, frame_width(look) - FRAME_EDGE - 10)))
		r = err_set(e, -ENODATA, "there is no curve over '%s'", param);
	if (r == 0)
		draw(&p, param, look, all > p.n ? below : NULL, out);
	for (size_t i = 0; i < d->n; i++)
		curves_free(c[i], m[i]);
	free(p.s);
	free(c);
	free(m);
	return r;
}
