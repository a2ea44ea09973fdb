/* figure_heat.c - a row over two arguments, as a map. */
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

#define CELL_HIGH  26.0
#define CELL_WIDE  90.0 /* at most */
#define CELL_WORDS 48.0 /* "12.3 ns" in small letters takes so much */
#define SCALE_WIDE 30.0 /* a shade of the scale */

#define ARG 48

/* A result at a place of the map. */
struct place {
	size_t at;             /* of the result */
	char x[ARG], y[ARG];   /* values of the arguments */
	char px[ARG], py[ARG]; /* their names */
	char rest[160];        /* the key without them */
};

struct map {
	const struct figure_data *d;
	struct place *p; /* of all pairs of arguments */
	size_t n;
	const struct place *of; /* one of the map that is drawn */
	char (*x)[ARG], (*y)[ARG];
	size_t nx, ny;
	double least, most;
};

/* -- Which map ----------------------------------------------------------- */

struct args {
	char name[8][ARG], value[8][ARG];
	size_t n;
};

static void args_of(const char *key, struct args *a)
{
	const char *at = strchr(key, '/');

	a->n = 0;
	for (; at && a->n < 8; at = strchr(at + 1, '/')) {
		size_t len = strcspn(at + 1, "=/");

		snprintf(a->name[a->n], ARG, "%.*s", (int)len, at + 1);
		if (row_arg(key, a->name[a->n], a->value[a->n], ARG))
			a->n++;
	}
}

static void add(struct map *m, size_t at, const struct args *a, size_t i,
    size_t k)
{
	const struct result *res = &m->d->run[0]->results[at];
	struct place p = { .at = at };

	snprintf(p.px, ARG, "%s", a->name[i]);
	snprintf(p.x, ARG, "%s", a->value[i]);
	snprintf(p.py, ARG, "%s", a->name[k]);
	snprintf(p.y, ARG, "%s", a->value[k]);
	snprintf(p.rest, sizeof(p.rest), "%s", res->name);
	for (size_t j = 0; j < a->n; j++)
		if (j != i && j != k)
			snprintf(p.rest + strlen(p.rest),
			    sizeof(p.rest) - strlen(p.rest), "/%s=%s",
			    a->name[j], a->value[j]);
	m->p = xreallocarray(m->p, m->n + 1, sizeof(*m->p));
	m->p[m->n++] = p;
}

static void collect(struct map *m)
{
	const struct run *r = m->d->run[0];
	struct args a;

	for (size_t at = 0; at < r->n_results; at++) {
		const struct result *res = &r->results[at];

		if ((res->flags & RESULT_TAIL) ||
		    !isfinite(m->d->est[0][at].cost) ||
		    (m->d->show && m->d->show[0] && !m->d->show[0][at]))
			continue;
		args_of(res->key, &a);
		for (size_t i = 0; i < a.n; i++)
			for (size_t k = i + 1; k < a.n; k++)
				add(m, at, &a, i, k);
	}
}

static bool same_map(const struct place *p, const struct place *q)
{
	return strcmp(p->rest, q->rest) == 0 && strcmp(p->px, q->px) == 0 &&
	    strcmp(p->py, q->py) == 0;
}

static int by_value(const void *a, const void *b)
{
	int64_t p, q;

	if (num_parse_bytes(a, &p) == 0 && num_parse_bytes(b, &q) == 0)
		return (p > q) - (p < q);
	return strcmp(a, b);
}

/* The values of one argument in a map, in order. */
static size_t values(const struct map *m, const struct place *of, bool x,
    char (*out)[ARG])
{
	size_t n = 0, k;

	for (size_t i = 0; i < m->n; i++) {
		const char *v = x ? m->p[i].x : m->p[i].y;

		if (!same_map(&m->p[i], of))
			continue;
		for (k = 0; k < n && strcmp(out[k], v) != 0; k++)
			;
		if (k == n)
			snprintf(out[n++], ARG, "%s", v);
	}
	qsort(out, n, sizeof(*out), by_value);
	return n;
}

/* The map with most cells in it, both arguments with two values or more. */
static void choose(struct map *m)
{
	char(*x)[ARG] = xcalloc(m->n + 1, sizeof(*x));
	char(*y)[ARG] = xcalloc(m->n + 1, sizeof(*y));
	size_t most = 0, cells;

	for (size_t i = 0; i < m->n; i++) {
		bool known = false;

		for (size_t k = 0; k < i && !known; k++)
			known = same_map(&m->p[k], &m->p[i]);
		if (known)
			continue;
		cells = 0;
		for (size_t k = i; k < m->n; k++)
			cells += same_map(&m->p[k], &m->p[i]);
		if (cells > most && values(m, &m->p[i], true, x) > 1 &&
		    values(m, &m->p[i], false, y) > 1) {
			most = cells;
			m->of = &m->p[i];
		}
	}
	m->x = x;
	m->y = y;
	if (!m->of)
		return;
	m->nx = values(m, m->of, true, x);
	m->ny = values(m, m->of, false, y);
}

/* -- Drawing ------------------------------------------------------------- */

static double value_of(const struct map *m, const struct place *p)
{
	return run_display(&m->d->run[0]->results[p->at],
	    m->d->est[0][p->at].cost);
}

static const struct place *find(const struct map *m, size_t x, size_t y)
{
	for (size_t i = 0; i < m->n; i++)
		if (same_map(&m->p[i], m->of) &&
		    strcmp(m->p[i].x, m->x[x]) == 0 &&
		    strcmp(m->p[i].y, m->y[y]) == 0)
			return &m->p[i];
	return NULL;
}

static void range(struct map *m)
{
	m->least = INFINITY;
	m->most = 0;
	for (size_t i = 0; i < m->n; i++) {
		double v = value_of(m, &m->p[i]);

		if (!same_map(&m->p[i], m->of) || !(v > 0))
			continue;
		m->least = fmin(m->least, v);
		m->most = fmax(m->most, v);
	}
}

/* Shades are even steps of the logarithm. */
static size_t shade_of(const struct map *m, double v)
{
	double span = log(m->most / m->least);
	double at = v > 0 && span > 1e-9 ? log(v / m->least) / span : 0;

	return (size_t)(fmin(fmax(at, 0), 1) * (SVG_HEATS - 1) + 0.5);
}

static void draw_cells(const struct map *m, double left, double top,
    double wide, struct buf *out)
{
	char value[48], tip[256];

	for (size_t y = 0; y < m->ny; y++)
		for (size_t x = 0; x < m->nx; x++) {
			const struct place *p = find(m, x, y);
			double px = left + wide * (double)x;
			double py = top + CELL_HIGH * (double)y;

			if (!p)
				continue;
			rows_value(&m->d->run[0]->results[p->at],
			    m->d->est[0][p->at].cost, value, sizeof(value));
			snprintf(tip, sizeof(tip), "%s=%s, %s=%s: %s",
			    m->of->px, p->x, m->of->py, p->y, value);
			svg_cell(out, shade_of(m, value_of(m, p)), px, py,
			    px + wide - 1, py + CELL_HIGH - 1,
			    wide >= CELL_WORDS ? value : "", tip);
		}
}

/* Every so many that they have room. */
static void draw_labels(const struct map *m, double left, double top,
    double wide, struct buf *out)
{
	double bottom = top + CELL_HIGH * (double)m->ny;
	size_t skip = (size_t)ceil(44 / wide);

	for (size_t x = 0; x < m->nx; x += skip)
		svg_text_fit(out, left + wide * ((double)x + 0.5), bottom + 16,
		    wide * (double)skip, SVG_MIDDLE, "", m->x[x]);
	for (size_t y = 0; y < m->ny; y++)
		svg_text_fit(out, left - 8,
		    top + CELL_HIGH * ((double)y + 0.5) + 4,
		    left - 8 - FRAME_EDGE, SVG_END, "", m->y[y]);
	svg_text(out, left, bottom + 34, SVG_START, "dim", m->of->px);
	svg_text_fit(out, left - 8, top - 8, left - 8 - FRAME_EDGE, SVG_END,
	    "dim", m->of->py);
}

static void draw_scale(const struct map *m, double left, double y,
    struct buf *out)
{
	const struct result *res = &m->d->run[0]->results[m->of->at];
	enum axis_kind kind = axis_kind_of(res->unit);
	double right = left + SCALE_WIDE * SVG_HEATS;
	char text[48];

	for (size_t i = 0; i < SVG_HEATS; i++)
		svg_cell(out, i, left + SCALE_WIDE * (double)i, y,
		    left + SCALE_WIDE * (double)(i + 1), y + 10, "", "");
	svg_text(out, left, y + 24, SVG_START, "small",
	    axis_value(kind, m->least, text, sizeof(text)));
	svg_text(out, (left + right) / 2, y + 24, SVG_MIDDLE, "small",
	    axis_value(kind, sqrt(m->least * m->most), text, sizeof(text)));
	svg_text(out, right, y + 24, SVG_END, "small",
	    axis_value(kind, m->most, text, sizeof(text)));
}

static void draw(const struct map *m, const struct svg_look *look,
    struct buf *out)
{
	double width = frame_width(look), left = svg_text_width(m->of->py);
	struct buf drawn = BUF_INIT;
	double wide, top, bottom;
	char *title =
	    xasprintf("%s over %s and %s", m->of->rest, m->of->px, m->of->py);

	for (size_t y = 0; y < m->ny; y++)
		left = fmax(left, svg_text_width(m->y[y]));
	left = FRAME_EDGE + fmin(left, width / 4) + 10;
	wide = fmin((width - FRAME_EDGE - left) / (double)m->nx, CELL_WIDE);
	top = frame_title(title, NULL, width, &drawn) + 22;
	bottom = top + CELL_HIGH * (double)m->ny;
	draw_cells(m, left, top, wide, &drawn);
	draw_labels(m, left, top, wide, &drawn);
	draw_scale(m, left, bottom + 46, &drawn);
	svg_whole(look, width, bottom + 80, title,
	    "a map: the darker, the more (in dark pages the lighter)", &drawn,
	    out);
	buf_release(&drawn);
	free(title);
}

int figure_heat(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct map m = { .d = d };
	int r = 0;

	if (d->n > 1)
		return err_set(e, -ENODATA, "a map shows one run, not %zu",
		    d->n);
	if (d->n > 0)
		collect(&m);
	choose(&m);
	if (!m.of) {
		r = err_set(e, -ENODATA,
		    "there is no map: no row was measured over two arguments");
	} else {
		range(&m);
		draw(&m, look, out);
	}
	free(m.x);
	free(m.y);
	free(m.p);
	return r;
}
