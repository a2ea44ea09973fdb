/* curve.c - rows that differ in one argument, as a curve over it. */
#include "judge/curve.h"

#include "base/mem.h"
#include "base/num.h"
#include "stats/order.h"
#include "stats/rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_ROUNDS 6 /* with a 95 % interval */
#define LEAST_POINTS 3
#define LEAST_BEND   3 /* points on either side of a knee, itself in both */

/* -- Curves of a run ----------------------------------------------------- */

/* The key with this argument cut out; false: it has none. */
static bool without(const char *key, const char *param, char *out, size_t size)
{
	size_t len = strlen(param);
	const char *at = strchr(key, '/');

	for (; at; at = strchr(at + 1, '/'))
		if (strncmp(at + 1, param, len) == 0 && at[1 + len] == '=') {
			snprintf(out, size, "%.*s%s", (int)(at - key), key,
			    at + 1 + strcspn(at + 1, "/:"));
			return true;
		}
	return false;
}

static double as_number(const char *value, bool *bytes)
{
	int64_t n;
	double x;

	if (num_parse_double(value, &x) == 0)
		return x;
	if (num_parse_bytes(value, &n) < 0)
		return NAN;
	*bytes = true;
	return (double)n;
}

static struct curve *find(struct curve **c, size_t *n, size_t *cap,
    const char *title)
{
	for (size_t i = 0; i < *n; i++)
		if (strcmp((*c)[i].title, title) == 0)
			return &(*c)[i];
	*c = xgrow(*c, *n, cap, sizeof(**c));
	(*c)[*n] = (struct curve){ .number = true };
	snprintf((*c)[*n].title, sizeof((*c)[*n].title), "%s", title);
	return &(*c)[(*n)++];
}

static int by_x(const void *a, const void *b)
{
	const struct curve_point *p = a, *q = b;

	if (isnan(p->x) || isnan(q->x) || p->x == q->x)
		return (p->at > q->at) - (p->at < q->at);
	return p->x < q->x ? -1 : 1;
}

struct curve *curves_of(const struct run *r, const char *param, size_t *n)
{
	struct curve *out = NULL;
	size_t cap = 0, kept = 0;
	char title[208];

	*n = 0;
	for (size_t i = 0; i < r->n_results; i++) {
		struct curve_point p = { .at = i };
		struct curve *c;

		if (r->results[i].n_inv == 0 ||
		    !without(r->results[i].key, param, title, sizeof(title)) ||
		    !row_arg(r->results[i].key, param, p.value,
			sizeof(p.value)))
			continue;
		c = find(&out, n, &cap, title);
		p.x = as_number(p.value, &c->bytes);
		c->number = c->number && isfinite(p.x);
		c->p = xreallocarray(c->p, c->n + 1, sizeof(*c->p));
		c->p[c->n++] = p;
	}
	for (size_t i = 0; i < *n; i++) {
		if (out[i].n < 2) {
			free(out[i].p);
			continue;
		}
		qsort(out[i].p, out[i].n, sizeof(*out[i].p), by_x);
		out[kept++] = out[i];
	}
	*n = kept;
	return out;
}

void curves_free(struct curve *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(c[i].p);
	free(c);
}

/* -- A line through it --------------------------------------------------- */

/* Costs by round and point; NaN where there is none. */
struct grid {
	double *y;
	size_t rounds, points;
};

static void grid_fill(const struct run *r, const struct curve *c,
    struct grid *g)
{
	g->points = c->n;
	g->rounds = r->rounds;
	g->y = xcalloc(g->rounds * g->points + 1, sizeof(*g->y));
	for (size_t i = 0; i < g->rounds * g->points; i++)
		g->y[i] = NAN;
	for (size_t k = 0; k < c->n; k++) {
		const struct result *res = &r->results[c->p[k].at];
		double *cost = xcalloc(res->n_inv + 1, sizeof(*cost));

		run_each_cost(r, res, cost);
		for (size_t i = 0; i < res->n_inv; i++)
			if (res->inv[i].round < g->rounds && !isnan(cost[i]))
				g->y[res->inv[i].round * g->points + k] =
				    cost[i];
		free(cost);
	}
}

/* Least squares over points from .. to - 1 that are known; NaN when fewer than
 * 2 x. *at: the height at the first of them. */
static double slope(const struct curve *c, const double *y, size_t from,
    size_t to, double *at)
{
	double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, x0 = c->p[from].x, d;

	for (size_t k = from; k < to; k++) {
		double x = c->p[k].x - x0;

		if (!isfinite(y[k]))
			continue;
		n++;
		sx += x;
		sy += y[k];
		sxx += x * x;
		sxy += x * y[k];
	}
	d = n * sxx - sx * sx;
	if (!(n >= 2) || !(d > 0))
		return NAN;
	if (at)
		*at = (sy * sxx - sx * sxy) / d;
	return (n * sxy - sx * sy) / d;
}

static double rest(const struct curve *c, const double *y, size_t from,
    size_t to)
{
	double a = NAN, b = slope(c, y, from, to, &a), sum = 0;

	for (size_t k = from; k < to; k++) {
		double e = y[k] - a - b * (c->p[k].x - c->p[from].x);

		sum += e * e;
	}
	return sum;
}

static double *medians(const struct grid *g)
{
	double *m = xcalloc(g->points + 1, sizeof(*m));
	double *x = xcalloc(g->rounds + 1, sizeof(*x));

	for (size_t k = 0; k < g->points; k++) {
		size_t n = 0;

		for (size_t i = 0; i < g->rounds; i++)
			if (isfinite(g->y[i * g->points + k]))
				x[n++] = g->y[i * g->points + k];
		order_sort(x, n);
		m[k] = n > 0 ? order_median(x, n) : NAN;
	}
	free(x);
	return m;
}

/* Centre and interval of what each round says. False: too few rounds. */
static bool middle(double *x, size_t n, double alpha, double *centre,
    double *lo, double *hi)
{
	if (n < LEAST_ROUNDS)
		return false;
	order_sort(x, n);
	*centre = rank_hl(x, n);
	rank_hl_interval(x, n, alpha, NULL, lo, hi);
	return true;
}

static size_t slopes(const struct curve *c, const struct grid *g, double *out)
{
	size_t n = 0;

	for (size_t i = 0; i < g->rounds; i++) {
		double s = slope(c, g->y + i * g->points, 0, c->n, NULL);

		if (isfinite(s))
			out[n++] = s;
	}
	return n;
}

void curve_slopes(const struct run *r, const struct curve *c, double *out)
{
	struct grid g;

	grid_fill(r, c, &g);
	for (size_t i = 0; i < g.rounds; i++)
		out[i] = slope(c, g.y + i * g.points, 0, c->n, NULL);
	free(g.y);
}

/* The point that two lines meet at with the least rest; 0 = none. */
static size_t best_knee(const struct curve *c, const double *m)
{
	double least = INFINITY;
	size_t best = 0;

	for (size_t k = 0; k < c->n; k++)
		if (!isfinite(m[k]))
			return 0;
	for (size_t k = LEAST_BEND - 1; k + LEAST_BEND <= c->n; k++) {
		double s = rest(c, m, 0, k + 1) + rest(c, m, k, c->n);

		if (s < least) {
			least = s;
			best = k;
		}
	}
	return best;
}

static void bend(const struct curve *c, const struct grid *g, const double *m,
    double *room, struct curve_fit *fit)
{
	size_t k = c->n >= CURVE_KNEE_LEAST ? best_knee(c, m) : 0, n = 0;
	double tried = (double)c->n - 2 * LEAST_BEND + 2, mid, lo, hi;

	if (k == 0)
		return;
	for (size_t i = 0; i < g->rounds; i++) {
		const double *y = g->y + i * g->points;
		double d =
		    slope(c, y, k, c->n, NULL) - slope(c, y, 0, k + 1, NULL);

		if (isfinite(d))
			room[n++] = d;
	}
	if (!middle(room, n, 0.05 / tried, &mid, &lo, &hi) ||
	    !(lo > 0 || hi < 0))
		return;
	fit->bends = true;
	fit->knee = k;
	snprintf(fit->at, sizeof(fit->at), "%s", c->p[k].value);
	fit->before = slope(c, m, 0, k + 1, NULL);
	fit->after = slope(c, m, k, c->n, NULL);
}

void curve_fit(const struct run *r, const struct curve *c,
    struct curve_fit *fit)
{
	struct grid g;
	double *room, *m;
	size_t n;

	*fit = (struct curve_fit){ .slope = NAN,
		.lo = NAN,
		.hi = NAN,
		.start = NAN };
	if (!c->number || c->n < LEAST_POINTS)
		return;
	grid_fill(r, c, &g);
	room = xcalloc(g.rounds + 1, sizeof(*room));
	m = medians(&g);
	n = slopes(c, &g, room);
	if (middle(room, n, 0.05, &fit->slope, &fit->lo, &fit->hi)) {
		fit->rounds = n;
		slope(c, m, 0, c->n, &fit->start);
		bend(c, &g, m, room, fit);
	}
	free(g.y);
	free(room);
	free(m);
}
