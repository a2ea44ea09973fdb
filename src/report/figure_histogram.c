/* figure_histogram.c - single events of rows, as a histogram. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/num.h"
#include "model/tails.h"
#include "report/events.h"
#include "report/frame.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PLOT   260.0
#define SERIES SVG_SERIES /* more outlines cannot be told apart */
#define BIN    6.0        /* pixels of a bin: narrower ones are noise */
#define MARKS  15.0       /* a line of percentiles' names */

struct series {
	uint64_t *event;
	size_t n;
	char name[208];
};

struct picture {
	struct series s[SERIES];
	size_t n, all;
	struct axis x, y;
	size_t bins;
	double *share; /* of each bin, series after series */
};

static void collect(struct picture *p, const struct figure_data *d, size_t i)
{
	const struct run *r = d->run[i];
	size_t *order = rows_sorted(r), n;
	char label[96], run[96];

	for (size_t k = 0; k < r->n_results; k++) {
		const struct result *res = &r->results[order[k]];
		uint64_t *v;

		if ((res->flags & RESULT_TAIL) ||
		    (d->show && d->show[i] && !d->show[i][order[k]]))
			continue;
		v = tails_events(res, &n);
		p->all += n > 0;
		if (n == 0 || p->n == SERIES) {
			free(v);
			continue;
		}
		row_label(res, label, sizeof(label));
		if (d->n > 1)
			snprintf(p->s[p->n].name, sizeof(p->s[0].name),
			    "%s  %s", label,
			    report_run_name(r, run, sizeof(run)));
		else
			snprintf(p->s[p->n].name, sizeof(p->s[0].name), "%s",
			    label);
		p->s[p->n].event = v;
		p->s[p->n++].n = n;
	}
	free(order);
}

/* Bins as wide as one another where the scale has logarithms. */
static size_t bin_of(const struct picture *p, double ns)
{
	double at = (axis_at(&p->x, ns) - p->x.at0) / (p->x.at1 - p->x.at0);
	size_t bin = (size_t)(at * (double)p->bins);

	return bin < p->bins ? bin : p->bins - 1;
}

static void count(struct picture *p)
{
	double least = 1, most = 0;

	p->share = xcalloc(p->n * p->bins, sizeof(*p->share));
	for (size_t i = 0; i < p->n; i++) {
		double *mine = p->share + i * p->bins;

		least = fmin(least, 1 / (double)p->s[i].n);
		for (size_t k = 0; k < p->s[i].n; k++)
			mine[bin_of(p, (double)p->s[i].event[k])] +=
			    1 / (double)p->s[i].n;
		for (size_t b = 0; b < p->bins; b++)
			most = fmax(most, mine[b]);
	}
	p->y = (struct axis){ .kind = AXIS_SHARE, .log = true };
	axis_fit(&p->y, least / 2, most, 6);
}

static void fit(struct picture *p, double width)
{
	double least = INFINITY, most = 1;

	for (size_t i = 0; i < p->n; i++) {
		least = fmin(least, fmax((double)p->s[i].event[0], 1));
		most = fmax(most, (double)p->s[i].event[p->s[i].n - 1]);
	}
	p->x = (struct axis){ .kind = AXIS_TIME,
		.log = true,
		.at0 = FRAME_EDGE + 60,
		.at1 = width - FRAME_EDGE - 10 };
	axis_fit(&p->x, least, most,
	    frame_ticks(AXIS_TIME, p->x.at1 - p->x.at0));
	p->bins = (size_t)((p->x.at1 - p->x.at0) / BIN);
	count(p);
}

/* -- Drawing ------------------------------------------------------------- */

/* An outline of steps; alone it is filled. */
static void draw_series(const struct picture *p, size_t which, struct buf *out)
{
	const double *mine = p->share + which * p->bins;
	size_t n = 2 * p->bins + 2, k = 0;
	double *x = xcalloc(2 * n, sizeof(*x)), *y = x + n;
	double each = (p->x.at1 - p->x.at0) / (double)p->bins;

	x[k] = p->x.at0;
	y[k++] = p->y.at0;
	for (size_t b = 0; b < p->bins; b++) {
		double at = mine[b] > 0 ? axis_at(&p->y, mine[b]) : p->y.at0;

		x[k] = p->x.at0 + each * (double)b;
		y[k++] = at;
		x[k] = p->x.at0 + each * (double)(b + 1);
		y[k++] = at;
	}
	x[k] = p->x.at1;
	y[k++] = p->y.at0;
	if (p->n == 1)
		svg_fill(out, which, x, y, k);
	svg_path(out, which, x, y, k);
	free(x);
}

/* Their names stand in two lines by turns, and leave out what has no room. */
static void draw_percentiles(const struct picture *p, double top,
    struct buf *out)
{
	const struct series *s = &p->s[0];
	double end[2] = { -INFINITY, -INFINITY };
	char value[32], text[64];

	for (size_t k = 0; k < events_percentiles; k++) {
		double ns = events_percentile(s->event, s->n, k), at, half;
		int line;

		if (isnan(ns))
			continue;
		at = axis_at(&p->x, ns);
		svg_line(out, at, p->y.at1, at, p->y.at0, "limit");
		snprintf(text, sizeof(text), "%s %s", events_name(k),
		    num_time(ns, value, sizeof(value)));
		half = svg_text_width(text) / 2 * 10 / 12;
		line = end[0] < at - half ? 0 : 1;
		if (end[line] >= at - half)
			continue;
		end[line] = at + half;
		svg_text(out, fmin(at, p->x.at1 - half + 8),
		    top + MARKS * (line + 1) - 3, SVG_MIDDLE, "small", text);
	}
}

static void draw(struct picture *p, const struct svg_look *look,
    struct buf *out)
{
	double width = frame_width(look), y;
	struct buf drawn = BUF_INIT;
	const char *names[SERIES];
	char below[96], *title;

	if (p->n == 1) {
		title = xasprintf("single events of %s", p->s[0].name);
		snprintf(below, sizeof(below), "%zu events", p->s[0].n);
	} else {
		title = xasprintf("single events of %zu rows", p->n);
		snprintf(below, sizeof(below), "%s",
		    p->all > p->n ? "the first; --rows chooses others" : "");
	}
	y = frame_title(title, below[0] ? below : NULL, width, &drawn);
	for (size_t i = 0; i < p->n; i++)
		names[i] = p->s[i].name;
	if (p->n > 1)
		y = frame_legend(names, p->n, FRAME_EDGE, y,
		    width - 2 * FRAME_EDGE, &drawn);
	p->y.at1 = y + (p->n == 1 ? 2 * MARKS : 0) + 10;
	p->y.at0 = p->y.at1 + PLOT;
	frame_y(&p->y, p->x.at0, p->x.at1, &drawn);
	frame_x(&p->x, p->y.at1, p->y.at0,
	    "time of one event; height: share of events, log scale", &drawn);
	for (size_t i = 0; i < p->n; i++)
		draw_series(p, i, &drawn);
	if (p->n == 1)
		draw_percentiles(p, y, &drawn);
	svg_whole(look, width, p->y.at0 + FRAME_X_LABEL, title,
	    "histogram with percentiles", &drawn, out);
	buf_release(&drawn);
	free(title);
}

int figure_histogram(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct picture p = { .n = 0 };

	for (size_t i = 0; i < d->n; i++)
		collect(&p, d, i);
	if (p.n == 0)
		return err_set(e, -ENODATA,
		    "there is no row of single events, such as sched_wakeup");
	fit(&p, frame_width(look));
	draw(&p, look, out);
	for (size_t i = 0; i < p.n; i++)
		free(p.s[i].event);
	free(p.share);
	return 0;
}
