/* figure_memory.c - memory latency over size, with the levels found in it. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/num.h"
#include "report/frame.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW  "mem_lat"
#define PLOT 340.0
#define HEAD 16.0 /* above: what the system says */

struct point {
	double size, ns, lo, hi;
};

struct curve_of {
	struct point *p;
	size_t n;
	struct level level[LEVELS];
	size_t n_levels;
	char name[96];
};

struct picture {
	struct curve_of *c; /* of each run */
	size_t n;
	struct axis x, y;
};

static int by_size(const void *a, const void *b)
{
	const struct point *p = a, *q = b;

	return (p->size > q->size) - (p->size < q->size);
}

/* As judge_levels takes them: pages of 4 KB. */
static bool point_of(const struct result *res, const struct estimate *e,
    struct point *p)
{
	char arg[32];
	int64_t size;

	if (strcmp(res->name, ROW) != 0 || !(e->cost > 0) || !isfinite(e->cost))
		return false;
	if (row_arg(res->key, "pages", arg, sizeof(arg)) &&
	    strcmp(arg, "4k") != 0 && strcmp(arg, "4K") != 0)
		return false;
	if (!row_arg(res->key, "size", arg, sizeof(arg)) ||
	    num_parse_bytes(arg, &size) != 0 || size <= 0)
		return false;
	*p = (struct point){ (double)size, e->cost, e->lo, e->hi };
	return true;
}

static void collect(const struct run *r, const struct estimate *e,
    struct curve_of *c)
{
	c->p = xcalloc(r->n_results + 1, sizeof(*c->p));
	for (size_t k = 0; k < r->n_results; k++)
		c->n += point_of(&r->results[k], &e[k], &c->p[c->n]);
	qsort(c->p, c->n, sizeof(*c->p), by_size);
	c->n_levels = judge_levels(r, ROW, c->level);
	report_run_name(r, c->name, sizeof(c->name));
}

static void fit(struct picture *p, double width)
{
	double x[2] = { INFINITY, 0 }, y[2] = { INFINITY, 0 };

	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->c[i].n; k++) {
			const struct point *q = &p->c[i].p[k];

			x[0] = fmin(x[0], q->size);
			x[1] = fmax(x[1], q->size);
			y[0] = fmin(y[0], fmin(q->ns, q->lo > 0 ? q->lo : NAN));
			y[1] = fmax(y[1], fmax(q->ns, q->hi));
		}
	p->y.kind = AXIS_TIME;
	p->y.log = true;
	axis_fit(&p->y, y[0], y[1], 8);
	p->x.kind = AXIS_BYTES;
	p->x.log = true;
	p->x.at0 = FRAME_EDGE + frame_y_width(&p->y);
	p->x.at1 = width - FRAME_EDGE - 10;
	axis_fit(&p->x, x[0], x[1],
	    frame_ticks(AXIS_BYTES, p->x.at1 - p->x.at0));
}

/* -- Drawing ------------------------------------------------------------- */

static void draw_points(const struct picture *p, size_t which, struct buf *out)
{
	const struct curve_of *c = &p->c[which];
	char size[32], ns[32], tip[192];

	for (size_t k = 0; k < c->n; k++) {
		const struct point *q = &c->p[k];
		double x = axis_at(&p->x, q->size);

		if (isfinite(q->lo) && isfinite(q->hi))
			svg_interval(out, which, x, axis_at(&p->y, q->lo), x,
			    axis_at(&p->y, q->hi));
		snprintf(tip, sizeof(tip), "%s, %s: %s", c->name,
		    num_bytes((int64_t)q->size, size, sizeof(size)),
		    num_time(q->ns, ns, sizeof(ns)));
		svg_mark(out, which, x, axis_at(&p->y, q->ns), tip);
	}
}

/* A step for each level: flat from where the one before ends to its end. */
static void draw_steps(const struct picture *p, size_t which, struct buf *out)
{
	const struct curve_of *c = &p->c[which];
	double x[2 * LEVELS], y[2 * LEVELS], from = p->x.from;
	size_t n = 0;

	for (size_t k = 0; k < c->n_levels; k++) {
		const struct level *l = &c->level[k];
		double to = l->ends ? (double)l->ends : p->x.to;

		x[n] = axis_at(&p->x, from);
		y[n++] = axis_at(&p->y, l->ns);
		x[n] = axis_at(&p->x, to);
		y[n] = y[n - 1];
		n++;
		from = to;
	}
	svg_path(out, which, x, y, n);
}

/* Of the first run, above all else. */
static void draw_names(const struct picture *p, struct buf *out)
{
	double from = p->x.from;
	char ns[32], text[64];

	for (size_t k = 0; k < p->c[0].n_levels; k++) {
		const struct level *l = &p->c[0].level[k];
		double to = l->ends ? (double)l->ends : p->x.to;

		snprintf(text, sizeof(text), "%s %s", l->name,
		    num_time(l->ns, ns, sizeof(ns)));
		svg_text(out, (axis_at(&p->x, from) + axis_at(&p->x, to)) / 2,
		    axis_at(&p->y, l->ns) - 10, SVG_MIDDLE, "halo", text);
		from = to;
	}
}

/* Where each level of the first run ends, with its interval; what the system
 * says of it. */
static void draw_ends(const struct picture *p, double top, struct buf *out)
{
	double end = -INFINITY;
	char size[32], text[64];

	for (size_t k = 0; k < p->c[0].n_levels; k++) {
		const struct level *l = &p->c[0].level[k];
		double at, half;

		if (l->ends_lo > 0 && l->ends_hi > 0)
			svg_area(out, axis_at(&p->x, (double)l->ends_lo),
			    p->y.at1, axis_at(&p->x, (double)l->ends_hi),
			    p->y.at0, "band");
		if (l->sysfs <= 0 || (double)l->sysfs < p->x.from ||
		    (double)l->sysfs > p->x.to)
			continue;
		at = axis_at(&p->x, (double)l->sysfs);
		svg_line(out, at, p->y.at1, at, p->y.at0, "limit");
		snprintf(text, sizeof(text), "%s %s", l->name,
		    num_bytes(l->sysfs, size, sizeof(size)));
		half = svg_text_width(text) / 2;
		if (at - half > end)
			svg_text(out, at, top + 10, SVG_MIDDLE, "dim", text);
		end = fmax(end, at + half);
	}
}

static void draw(struct picture *p, const struct svg_look *look,
    struct buf *out)
{
	double width = frame_width(look), y;
	const char **names = xcalloc(p->n, sizeof(*names));
	struct buf drawn = BUF_INIT;
	const char *title = "memory latency over size";

	for (size_t i = 0; i < p->n; i++)
		names[i] = p->c[i].name;
	y = frame_title(title,
	    p->c[0].n_levels ?
		"steps: the levels found; grey: where each ends; dashed: what "
		"the system says" :
		"no levels are found in it",
	    width, &drawn);
	y = frame_legend(names, p->n, FRAME_EDGE, y, width - 2 * FRAME_EDGE,
	    &drawn);
	p->y.at1 = y + HEAD;
	p->y.at0 = p->y.at1 + PLOT;
	frame_y(&p->y, p->x.at0, p->x.at1, &drawn);
	frame_x(&p->x, p->y.at1, p->y.at0, "size of the memory walked", &drawn);
	draw_ends(p, y, &drawn);
	for (size_t i = 0; i < p->n; i++) {
		draw_steps(p, i, &drawn);
		draw_points(p, i, &drawn);
	}
	draw_names(p, &drawn);
	svg_whole(look, width, p->y.at0 + FRAME_X_LABEL, title,
	    "latency of one load, with the levels of the memory", &drawn, out);
	buf_release(&drawn);
	free(names);
}

int figure_memory(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct picture p = {
		.c = xcalloc(d->n + 1, sizeof(*p.c)),
	};
	int r = 0;

	for (size_t i = 0; i < d->n; i++) {
		collect(d->run[i], d->est[i], &p.c[p.n]);
		if (p.c[p.n].n >= 2) {
			p.n++;
		} else {
			free(p.c[p.n].p);
			p.c[p.n] = (struct curve_of){ .p = NULL };
		}
	}
	if (p.n == 0) {
		r = err_set(e, -ENODATA,
		    "there is no memory curve: 'perfloss run mem_lat' measures "
		    "one");
	} else {
		fit(&p, frame_width(look));
		draw(&p, look, out);
	}
	for (size_t i = 0; i < p.n; i++)
		free(p.c[i].p);
	free(p.c);
	return r;
}
