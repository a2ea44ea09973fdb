/* figure_sweep.c - curves over an argument, as a picture. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/text.h"
#include "judge/curve.h"
#include "report/axis.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH  760.0
#define HEIGHT 440.0
#define LEFT   80.0
#define RIGHT  220.0 /* for the legend */
#define TOP    40.0
#define BOTTOM 60.0

#define LEGEND 30 /* columns of a series' name */

/* From here on a scale is of logarithms. */
#define LOG_FROM 20

struct series {
	const struct run *r;
	const struct estimate *est;
	const struct curve *c;
	char name[256];
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
	return true;
}

/* Words stand side by side. */
static double place(const struct curve *c, size_t k)
{
	return c->number ? c->p[k].x : (double)k;
}

static enum axis_kind kind_of(enum unit unit)
{
	return unit == UNIT_RATE ? AXIS_RATE :
	    unit == UNIT_HZ      ? AXIS_HZ :
				   AXIS_TIME;
}

static void fit(struct picture *p)
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
	p->y.kind = kind_of(p->s[0].r->results[p->s[0].c->p[0].at].unit);
	p->x.log = x[0] > 0 && x[1] > LOG_FROM * x[0];
	p->y.log = y[0] > 0 && y[1] > LOG_FROM * y[0];
	axis_fit(&p->x, x[0], x[1], 8);
	axis_fit(&p->y, p->y.log ? y[0] : fmin(y[0], 0), y[1], 6);
	p->x.at0 = LEFT;
	p->x.at1 = WIDTH - RIGHT;
	p->y.at0 = HEIGHT - BOTTOM;
	p->y.at1 = TOP;
}

/* -- Drawing ------------------------------------------------------------- */

static void draw_axes(const struct picture *p, const char *param,
    struct buf *out)
{
	char text[48];

	for (size_t i = 0; i < p->x.n_ticks; i++) {
		double at = axis_at(&p->x, p->x.tick[i]);

		svg_line(out, at, p->y.at0, at, p->y.at1, "grid");
		if (p->s[0].c->number)
			svg_text(out, at, p->y.at0 + 18, SVG_MIDDLE, "",
			    axis_text(&p->x, p->x.tick[i], text, sizeof(text)));
	}
	for (size_t k = 0; !p->s[0].c->number && k < p->s[0].c->n; k++)
		svg_text(out, axis_at(&p->x, (double)k), p->y.at0 + 18,
		    SVG_MIDDLE, "", p->s[0].c->p[k].value);
	for (size_t i = 0; i < p->y.n_ticks; i++) {
		double at = axis_at(&p->y, p->y.tick[i]);

		svg_line(out, p->x.at0, at, p->x.at1, at, "grid");
		svg_text(out, p->x.at0 - 8, at + 4, SVG_END, "",
		    axis_text(&p->y, p->y.tick[i], text, sizeof(text)));
	}
	svg_line(out, p->x.at0, p->y.at0, p->x.at1, p->y.at0, "frame");
	svg_line(out, p->x.at0, p->y.at0, p->x.at0, p->y.at1, "frame");
	svg_text(out, (p->x.at0 + p->x.at1) / 2, HEIGHT - 18, SVG_MIDDLE, "",
	    param);
}

static void draw_series(const struct picture *p, size_t which, struct buf *out)
{
	const struct series *s = &p->s[which];
	double *x = xcalloc(2 * s->c->n + 1, sizeof(*x)), *y = x + s->c->n;
	char value[48], range[64], tip[192];
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
		snprintf(tip, sizeof(tip), "%s: %s (%s)", s->c->p[k].value,
		    rows_value(res, e->cost, value, sizeof(value)),
		    rows_range(res, e->cost, e->lo, e->hi, range,
			sizeof(range)));
		svg_mark(out, which, at, axis_at(&p->y, v[1]), tip);
	}
	free(x);
}

static void draw_legend(const struct picture *p, struct buf *out)
{
	for (size_t i = 0; i < p->n; i++) {
		double y = TOP + 10 + 20 * (double)i;

		svg_mark(out, i, WIDTH - RIGHT + 20, y - 4, p->s[i].name);
		p->s[i].name[text_fit(p->s[i].name, LEGEND)] = '\0';
		svg_text(out, WIDTH - RIGHT + 32, y, SVG_START, "",
		    p->s[i].name);
	}
}

/* -- All of it ----------------------------------------------------------- */

static void name_series(struct series *s, bool several)
{
	char run[96];

	if (several)
		snprintf(s->name, sizeof(s->name), "%s %s",
		    report_run_name(s->r, run, sizeof(run)), s->c->title);
	else
		snprintf(s->name, sizeof(s->name), "%s", s->c->title);
}

static void draw(struct picture *p, const char *param, struct buf *out)
{
	char *title = xasprintf("%s over %s",
	    p->s[0].r->results[p->s[0].c->p[0].at].name, param);

	fit(p);
	svg_begin(out, WIDTH, HEIGHT, title,
	    "each point with its 95 % interval");
	svg_text(out, LEFT, 22, SVG_START, "head", title);
	draw_axes(p, param, out);
	for (size_t i = 0; i < p->n; i++)
		draw_series(p, i, out);
	draw_legend(p, out);
	svg_end(out);
	free(title);
}

size_t figure_sweep(const struct run *const *runs,
    const struct estimate *const *est, size_t n, const char *param,
    struct buf *out)
{
	struct curve **c = xcalloc(n + 1, sizeof(struct curve *));
	size_t *m = xcalloc(n + 1, sizeof(*m));
	struct picture p = { .s = NULL };

	for (size_t i = 0; i < n; i++) {
		c[i] = curves_of(runs[i], param, &m[i]);
		p.s = xreallocarray(p.s, p.n + m[i] + 1, sizeof(*p.s));
		for (size_t k = 0; k < m[i]; k++) {
			p.s[p.n] = (struct series){ .r = runs[i],
				.est = est[i],
				.c = &c[i][k] };
			name_series(&p.s[p.n++], n > 1);
		}
	}
	if (p.n > 0)
		draw(&p, param, out);
	for (size_t i = 0; i < n; i++)
		curves_free(c[i], m[i]);
	free(p.s);
	free(c);
	free(m);
	return p.n;
}
