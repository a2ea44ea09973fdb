/* figure_strip.c - raw values of rows or commands, with box and interval. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/change.h"
#include "report/frame.h"
#include "report/rows.h"
#include "report/strips.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE  44.0 /* height of a strip */
#define TIGHT 24.0 /* of one among many */
#define MANY  16

#define WORDS 170.0 /* "12.3 ms +- 12 %", "+12.3 % SLOWER" */

struct picture {
	struct strips t;
	struct axis x;
	double width, line;
};

/* As the forest has them; what is not compared stands in the first colour, by
 * run where there are several. */
static size_t series_of(const struct strip *s)
{
	if (!s->against || !change_matters(s->against->verdict))
		return s->against ? 7 : s->run;
	return s->against->change > 0 ? 1 : 2;
}

static void fit(struct picture *p)
{
	double label = 0;
	size_t ticks;

	for (size_t i = 0; i < p->t.n; i++)
		label = fmax(label, svg_text_width(p->t.s[i].name));
	p->line = p->t.n > MANY ? TIGHT : LINE;
	p->x.kind = p->t.kind;
	p->x.log = p->t.log && !p->t.relative;
	p->x.at0 = FRAME_EDGE + fmin(label, p->width * 0.3) + 14;
	p->x.at1 = p->width - FRAME_EDGE - fmin(WORDS, p->width * 0.28) - 10;
	ticks = frame_ticks(p->x.kind, p->x.at1 - p->x.at0);
	if (p->t.relative)
		axis_fit_change(&p->x, p->t.least, p->t.most, ticks);
	else
		axis_fit(&p->x, p->t.least, p->t.most, ticks);
}

/* From the first above to the last below, so that a drift shows. */
static void draw_points(const struct picture *p, const struct strip *s,
    double top, double height, struct buf *out)
{
	double *x = xcalloc(2 * s->n, sizeof(*x)), *y = x + s->n;

	for (size_t k = 0; k < s->n; k++) {
		x[k] = axis_at(&p->x, s->value[k]);
		y[k] = top +
		    height * (s->n > 1 ? (double)k / (double)(s->n - 1) : 0.5);
	}
	svg_points(out, series_of(s), x, y, s->n);
	free(x);
}

static void draw_words(const struct picture *p, const struct strip *s, double y,
    struct buf *out)
{
	double at = p->x.at1 + 10, room = p->width - FRAME_EDGE - at;
	char value[48], percent[32], text[96];
	struct change d;

	rows_value(s->res, s->est->cost, value, sizeof(value));
	if (isfinite(s->est->half_width))
		snprintf(text, sizeof(text), "%s \u00b1 %s", value,
		    rows_percent(s->est->half_width, percent, sizeof(percent)));
	else
		snprintf(text, sizeof(text), "%s", value);
	if (svg_text_width(text) > room)
		snprintf(text, sizeof(text), "%s", value);
	svg_text_fit(out, at, y, room, SVG_START, "", text);
	if (!s->against || p->line < LINE)
		return;
	d = change_of(s->against);
	snprintf(text, sizeof(text), "%s %s",
	    change_text(&d, value, sizeof(value)),
	    verdict_words[s->against->verdict]);
	svg_text_fit(out, at, y + 16, room, SVG_START,
	    change_matters(s->against->verdict) ? "head" : "dim", text);
}

static void draw_strip(const struct picture *p, const struct strip *s,
    double top, struct buf *out)
{
	double high = p->line * 0.5, y = top + p->line * 0.76;
	double q1 = axis_at(&p->x, s->quartile[1]);
	double q2 = axis_at(&p->x, s->quartile[2]);
	double q3 = axis_at(&p->x, s->quartile[3]);
	char range[96], tip[512];

	svg_text_fit(out, p->x.at0 - 14, top + p->line / 2 + 2,
	    p->x.at0 - 14 - FRAME_EDGE, SVG_END, "", s->name);
	svg_box(out, series_of(s), q1, top + 2, q3, top + high);
	svg_line(out, q2, top + 2, q2, top + high, "frame");
	draw_points(p, s, top + 4, high - 4, out);
	if (isfinite(s->lo) && isfinite(s->hi))
		svg_interval(out, series_of(s), axis_at(&p->x, s->lo), y,
		    axis_at(&p->x, s->hi), y);
	snprintf(tip, sizeof(tip), "%s: median of %zu, %s", s->name, s->n,
	    rows_range(s->res, s->est->cost, s->est->lo, s->est->hi, range,
		sizeof(range)));
	if (isfinite(s->mid))
		svg_mark(out, series_of(s), axis_at(&p->x, s->mid), y, tip);
	draw_words(p, s, top + p->line / 2 + 2, out);
}

/* Which mark is of which run. */
static double draw_legend(const struct picture *p, const struct figure_data *d,
    double y, struct buf *out)
{
	char(*text)[96] = xcalloc(d->n, sizeof(*text));
	const char **names = xcalloc(d->n, sizeof(*names));

	for (size_t i = 0; i < d->n; i++)
		names[i] = report_run_name(d->run[i], text[i], sizeof(text[i]));
	y = frame_legend(names, d->n, FRAME_EDGE, y, p->width - 2 * FRAME_EDGE,
	    out);
	free(names);
	free(text);
	return y;
}

static void draw(const struct picture *p, const struct figure_data *d,
    const struct svg_look *look, struct buf *out)
{
	const char *label = p->t.relative ?
	    "against the row's median; to the right is slower" :
	    d->n_commands > 0                 ? "real time" :
	    unit_is_rate(p->t.s[0].res->unit) ? "to the right is faster" :
						"time; to the right is slower";
	struct buf drawn = BUF_INIT;
	char name[96], *title;
	double top, bottom, y;

	if (d->n_commands > 0)
		title =
		    xasprintf("%zu command%s", p->t.n, p->t.n == 1 ? "" : "s");
	else if (d->n == 1)
		title = xasprintf("values of %s",
		    report_run_name(d->run[0], name, sizeof(name)));
	else
		title = xasprintf("values of %zu runs", d->n);
	top = frame_title(title,
		  "points: each value, the first above; box: quartiles; "
		  "below: 95 % interval",
		  p->width, &drawn) +
	    6;
	if (d->n > 1)
		top = draw_legend(p, d, top - 6, &drawn) + 6;
	bottom = top + p->line * (double)p->t.n + 4;
	frame_x(&p->x, top, bottom, label, &drawn);
	y = top;
	for (size_t i = 0; i < p->t.n; i++, y += p->line)
		draw_strip(p, &p->t.s[i], y, &drawn);
	svg_whole(look, p->width, bottom + FRAME_X_LABEL, title,
	    "every value, quartiles, median and its interval", &drawn, out);
	buf_release(&drawn);
	free(title);
}

int figure_strip(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct picture p = { .width = frame_width(look) };
	int r = 0;

	strips_init(&p.t, d);
	if (p.t.n == 0) {
		r = err_set(e, -ENODATA, "there is no row with a value");
	} else {
		fit(&p);
		draw(&p, d, look, out);
	}
	strips_release(&p.t);
	return r;
}
