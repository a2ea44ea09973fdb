/* sweep.c - curves over an argument: tables with a picture, and their shape. */
#include "report/report.h"

#include "base/num.h"
#include "report/curves.h"
#include "report/plot.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLOT_MOST  40 /* columns */
#define PLOT_LEAST 12
#define TABLE      44   /* columns of the table beside the picture */
#define NARROW     1.25 /* a scale whose ends differ by less is told */

/* -- The picture --------------------------------------------------------- */

/* False: there is no room. */
static bool scale_of(const struct curve *c, const struct estimate *e,
    size_t width, struct axis *a)
{
	double least = INFINITY, most = -INFINITY;
	size_t room = width > TABLE ? width - TABLE : 0;

	for (size_t k = 0; k < c->n; k++) {
		const struct estimate *x = &e[c->p[k].at];

		least = fmin(least, fmin(x->cost, x->lo));
		most = fmax(most, fmax(x->cost, x->hi));
	}
	if (room < PLOT_LEAST || !isfinite(least))
		return false;
	*a = (struct axis){ .kind = AXIS_TIME };
	plot_scale(a, least, most, room < PLOT_MOST ? room : PLOT_MOST);
	return true;
}

/* A scale begins where the values do: what is nearly level looks steep. */
static void put_scale(const struct run *r, const struct estimate *e,
    const struct curve *c, const struct report_opts *o, struct buf *out)
{
	const struct estimate *least = NULL, *most = NULL;
	struct buf line = BUF_INIT;
	char a[32], b[32], pct[16];

	for (size_t k = 0; k < c->n; k++) {
		const struct estimate *x = &e[c->p[k].at];

		least = !least || x->cost < least->cost ? x : least;
		most = !most || x->cost > most->cost ? x : most;
	}
	if (!most || !(most->cost > least->cost) ||
	    most->cost > NARROW * least->cost)
		return;
	buf_addf(&line, "from %s to %s: %s between the least and the most",
	    rows_value(&r->results[c->p[0].at], least->cost, a, sizeof(a)),
	    rows_value(&r->results[c->p[0].at], most->cost, b, sizeof(b)),
	    rows_percent(most->cost / least->cost - 1, pct, sizeof(pct)));
	report_line("scale", buf_str(&line), &o->style, out);
	buf_release(&line);
}

/* Rates are drawn as costs are: what is further to the right is slower. */
static void put_points(const struct run *r, const struct estimate *e,
    const struct curve *c, const char *param, const struct report_opts *o,
    struct buf *out)
{
	const char *heads[] = { param, "value", "95 % interval", "+-", "cost",
		NULL };
	struct buf picture = BUF_INIT;
	struct axis scale;
	struct table *t;
	char text[96];
	bool drawn = scale_of(c, e, o->style.width, &scale);

	if (!drawn)
		heads[4] = NULL;
	else if (scale.log)
		heads[4] = "cost (log scale)";
	t = table_new(heads, drawn ? "rrrrl" : "rrrr");
	for (size_t k = 0; k < c->n; k++) {
		const struct result *res = &r->results[c->p[k].at];
		const struct estimate *x = &e[c->p[k].at];

		table_cell(t, c->p[k].value);
		table_cell(t, rows_value(res, x->cost, text, sizeof(text)));
		table_cell(t,
		    rows_range(res, x->cost, x->lo, x->hi, text, sizeof(text)));
		table_cell(t, rows_percent(x->half_width, text, sizeof(text)));
		if (!drawn)
			continue;
		buf_clear(&picture);
		plot_interval(&scale, x->lo, x->cost, x->hi, NAN, &o->style,
		    &picture);
		table_cell(t, buf_str(&picture));
	}
	table_print(t, &o->style, out);
	if (drawn)
		put_scale(r, e, c, o, out);
	table_free(t);
	buf_release(&picture);
}

/* -- Its shape ----------------------------------------------------------- */

const char *curves_time(double ns, char *out, size_t size)
{
	char text[32];

	/* a slope is as small as its unit of x is */
	if (ns != 0 && fabs(ns) < 0.995)
		snprintf(out, size, "%s ns",
		    num_digits(ns, 2, text, sizeof(text)));
	else
		snprintf(out, size, "%s%s", ns < 0 ? "-" : "",
		    num_time(fabs(ns), text, sizeof(text)));
	return out;
}

/* A size counts by the kilobyte. */
void curves_slope(double slope, double lo, double hi, bool bytes,
    const char *param, struct buf *line)
{
	double unit = bytes ? 1024 : 1;
	char a[40], b[40], d[40];

	buf_addf(line, "%s for each %s%s more (%s .. %s)",
	    curves_time(slope * unit, a, sizeof(a)), bytes ? "K of " : "",
	    param, curves_time(lo * unit, b, sizeof(b)),
	    curves_time(hi * unit, d, sizeof(d)));
	if (lo <= 0 && hi >= 0)
		buf_add(line, ", which may be none");
}

void curves_shape(const struct curve_fit *f, size_t points, bool bytes,
    const char *param, struct buf *line)
{
	double unit = bytes ? 1024 : 1;
	char a[40], b[40];

	if (f->bends)
		buf_addf(line,
		    "it bends at %s = %s: %s for each before, %s "
		    "behind",
		    param, f->at, curves_time(f->before * unit, a, sizeof(a)),
		    curves_time(f->after * unit, b, sizeof(b)));
	else if (isfinite(f->slope) && points < CURVE_KNEE_LEAST)
		buf_addf(line, "of %zu points none can be told, it takes %d",
		    points, CURVE_KNEE_LEAST);
	else if (isfinite(f->slope))
		buf_add(line, "none is certain");
}

static void put_fit(const struct curve *c, const struct curve_fit *f,
    const char *param, const struct report_opts *o, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (isfinite(f->slope))
		curves_slope(f->slope, f->lo, f->hi, c->bytes, param, &line);
	else
		buf_addf(&line,
		    c->number ?
			"a line takes 3 points and 6 rounds ('-n 6')" :
			"%s is no number, so there is no line through them",
		    param);
	report_line("slope", buf_str(&line), &o->style, out);
	buf_clear(&line);
	curves_shape(f, c->n, c->bytes, param, &line);
	if (line.len > 0)
		report_line("knee", buf_str(&line), &o->style, out);
	buf_release(&line);
}

size_t report_sweep(const struct run *r, const struct estimate *e,
    const char *param, const struct report_opts *o, struct buf *out)
{
	struct curve_fit fit;
	struct curve *c;
	size_t n;

	c = curves_of(r, param, &n);
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			buf_add_char(out, '\n');
		buf_addf(out, "%s\n", c[i].title);
		put_points(r, e, &c[i], param, o, out);
		curve_fit(r, &c[i], &fit);
		put_fit(&c[i], &fit, param, o, out);
	}
	curves_free(c, n);
	return n;
}

/* -- JSON ---------------------------------------------------------------- */

static void put_point(const struct run *r, const struct estimate *e,
    const struct curve_point *p, struct json *j)
{
	const struct estimate *x = &e[p->at];

	json_begin_object(j);
	json_put_string(j, "value", p->value);
	json_put_double(j, "x", p->x);
	json_put_string(j, "key", r->results[p->at].key);
	json_put_double(j, "cost_ns", x->cost);
	json_put_double(j, "lo_ns", x->lo);
	json_put_double(j, "hi_ns", x->hi);
	json_put_string(j, "status", status_words[x->status]);
	json_end_object(j);
}

void report_sweep_json(const struct run *r, const struct estimate *e,
    const char *param, struct json *j)
{
	struct curve_fit fit;
	struct curve *c;
	size_t n;

	c = curves_of(r, param, &n);
	json_begin_array(j);
	for (size_t i = 0; i < n; i++) {
		curve_fit(r, &c[i], &fit);
		json_begin_object(j);
		json_put_string(j, "row", c[i].title);
		json_put_string(j, "over", param);
		json_key(j, "points");
		json_begin_array(j);
		for (size_t k = 0; k < c[i].n; k++)
			put_point(r, e, &c[i].p[k], j);
		json_end_array(j);
		json_put_double(j, "slope_ns", fit.slope);
		json_put_double(j, "slope_lo_ns", fit.lo);
		json_put_double(j, "slope_hi_ns", fit.hi);
		json_put_bool(j, "bends", fit.bends);
		json_put_string(j, "knee",
		    fit.bends ? c[i].p[fit.knee].value : NULL);
		json_end_object(j);
	}
	json_end_array(j);
	curves_free(c, n);
}
