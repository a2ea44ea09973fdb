/* cross.c - two runs of the same curves, point by point. */
#include "judge/cross.h"

#include "base/mem.h"
#include "stats/order.h"
#include "stats/rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALPHA        0.05
#define LEAST_ROUNDS 6 /* of which signed ranks have a 95 % interval */

bool curve_param(const struct run *r, const bool *show, char *param,
    size_t size)
{
	size_t most = 1;

	for (size_t i = 0; i < r->n_results; i++) {
		const char *at = strchr(r->results[i].key, '/');

		for (; at; at = strchr(at + 1, '/')) {
			size_t len = strcspn(at + 1, "="), n, points = 0;
			char *name = xstrndup(at + 1, len);
			struct curve *c = curves_of(r, name, &n);

			for (size_t k = 0; k < n; k++)
				if (c[k].n > points &&
				    (!show || show[c[k].p[0].at]))
					points = c[k].n;
			if (points > most) {
				most = points;
				snprintf(param, size, "%s", name);
			}
			curves_free(c, n);
			free(name);
		}
	}
	return most > 1;
}

/* -- Points that both have ------------------------------------------------ */

int cross_sign(const struct comparison *c)
{
	switch (c->verdict) {
	case VERDICT_SLOWER:
	case VERDICT_MAYBE_SLOWER:
		return 1;
	case VERDICT_FASTER:
	case VERDICT_MAYBE_FASTER:
		return -1;
	default:
		return 0;
	}
}

static const struct comparison *find(const struct verdict_set *v,
    const char *key)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->rows[i].a && v->rows[i].b &&
		    strcmp(v->rows[i].key, key) == 0)
			return &v->rows[i];
	return NULL;
}

static void take_points(struct curve_pair *p, const struct run *a,
    const struct curve *c, const struct verdict_set *v)
{
	p->p = xcalloc(c->n + 1, sizeof(*p->p));
	for (size_t k = 0; k < c->n; k++) {
		struct cross_point *to = &p->p[p->n];

		to->c = find(v, a->results[c->p[k].at].key);
		to->x = c->p[k].x;
		snprintf(to->value, sizeof(to->value), "%s", c->p[k].value);
		p->n += to->c != NULL;
	}
}

/* -- Where they cross ----------------------------------------------------- */

/* Where a line from (x0, y0) to (x1, y1) is 0; the middle where it is not. */
static double zero(double x0, double y0, double x1, double y1)
{
	double t = y0 / (y0 - y1);

	return x0 + (x1 - x0) * (t >= 0 && t <= 1 ? t : 0.5);
}

/* The first zero on the way from one point to another (step 1 or -1) of the
 * change, or of that end of its interval (which) that is nearer to 0. */
enum line { CHANGE, LOW, HIGH };

static double height(const struct cross_point *p, enum line which)
{
	const struct comparison *c = p->c;
	double y = which == CHANGE ? c->change : which == LOW ? c->lo : c->hi;

	return log1p(isfinite(y) ? y : c->change);
}

static double first_zero(const struct cross_point *p, size_t from, size_t to,
    enum line which)
{
	size_t step = from < to ? 1 : (size_t)-1;
	double sign = height(&p[from], which);

	for (size_t k = from; k != to; k += step) {
		double y0 = height(&p[k], which);
		double y1 = height(&p[k + step], which);

		if (y1 * sign <= 0)
			return zero(p[k].x, y0, p[k + step].x, y1);
	}
	return p[to].x;
}

static struct crossing cross_at(const struct cross_point *p, size_t before,
    size_t after)
{
	bool up = cross_sign(p[before].c) < 0;
	struct crossing x = { .before = before, .after = after };

	x.maybe = !verdict_is_sure(p[before].c->verdict) ||
	    !verdict_is_sure(p[after].c->verdict);
	x.x = first_zero(p, before, after, CHANGE);
	x.lo = first_zero(p, before, after, up ? HIGH : LOW);
	x.hi = first_zero(p, after, before, up ? LOW : HIGH);
	return x;
}

static void find_crossings(struct curve_pair *p)
{
	size_t last = SIZE_MAX;

	p->cross = xcalloc(p->n + 1, sizeof(*p->cross));
	for (size_t k = 0; k < p->n && p->number; k++) {
		int sign = cross_sign(p->p[k].c);

		if (sign == 0)
			continue;
		if (last != SIZE_MAX && cross_sign(p->p[last].c) == -sign)
			p->cross[p->n_cross++] = cross_at(p->p, last, k);
		last = k;
	}
}

/* -- Which is steeper ----------------------------------------------------- */

static size_t known(const double *x, size_t n, double *out)
{
	size_t m = 0;

	for (size_t i = 0; i < n; i++)
		if (isfinite(x[i]))
			out[m++] = x[i];
	order_sort(out, m);
	return m;
}

static void of_pairs(struct curve_pair *p, const double *a, size_t na,
    const double *b, size_t nb)
{
	size_t n = na < nb ? na : nb, m;
	double *d = xcalloc(2 * n + 1, sizeof(*d));

	for (size_t i = 0; i < n; i++)
		d[i] = b[i] - a[i];
	m = known(d, n, d + n);
	if (m >= LEAST_ROUNDS) {
		p->steeper = rank_hl(d + n, m);
		rank_hl_interval(d + n, m, ALPHA, NULL, &p->lo, &p->hi);
	}
	free(d);
}

static void of_samples(struct curve_pair *p, const double *a, size_t na,
    const double *b, size_t nb)
{
	double *x = xcalloc(na + nb + 1, sizeof(*x)), *cdf = NULL, *room;
	size_t m = known(a, na, x), n = known(b, nb, x + m);

	if (m >= LEAST_ROUNDS && n >= LEAST_ROUNDS) {
		p->steeper = rank_shift(x, m, x + m, n);
		if (m <= RANK_EXACT_TWO && n <= RANK_EXACT_TWO) {
			cdf = xcalloc(m * n + 1, sizeof(*cdf));
			room = xcalloc(rank_sum_room(m, n), sizeof(*room));
			rank_sum_table(m, n, cdf, room);
			free(room);
		}
		rank_shift_interval(x, m, x + m, n, ALPHA, cdf, &p->lo, &p->hi);
	}
	free(cdf);
	free(x);
}

static void compare_slopes(struct curve_pair *p, const struct run *a,
    const struct curve *ca, const struct run *b, const struct curve *cb)
{
	double *x = xcalloc((size_t)a->rounds + 1, sizeof(*x));
	double *y = xcalloc((size_t)b->rounds + 1, sizeof(*y));

	p->steeper = p->lo = p->hi = NAN;
	if (ca->number && cb->number) {
		curve_slopes(a, ca, x);
		curve_slopes(b, cb, y);
		if (judge_pairing(a, b) == PAIRING_INTERLEAVED)
			of_pairs(p, x, a->rounds, y, b->rounds);
		else
			of_samples(p, x, a->rounds, y, b->rounds);
	}
	free(x);
	free(y);
}

static double of_sessions(const struct curve_pair *p)
{
	double most = 0;

	for (size_t k = 0; k < p->n; k++)
		if (p->p[k].c && isfinite(p->p[k].c->margin))
			most = fmax(most, p->p[k].c->margin);
	return most * fmax(fabs(p->fit[0].slope), fabs(p->fit[1].slope));
}

/* -- All curves ----------------------------------------------------------- */

struct curve_pair *curve_pairs(const struct run *a, const struct run *b,
    const struct verdict_set *v, const char *param, size_t *n)
{
	size_t na, nb, m = 0;
	struct curve *ca = curves_of(a, param, &na);
	struct curve *cb = curves_of(b, param, &nb);
	struct curve_pair *out = xcalloc(na + 1, sizeof(*out));

	for (size_t i = 0; i < na; i++)
		for (size_t k = 0; k < nb; k++) {
			struct curve_pair *p = &out[m];

			if (strcmp(ca[i].title, cb[k].title) != 0)
				continue;
			snprintf(p->title, sizeof(p->title), "%s", ca[i].title);
			p->number = ca[i].number && cb[k].number;
			p->bytes = ca[i].bytes;
			take_points(p, a, &ca[i], v);
			find_crossings(p);
			curve_fit(a, &ca[i], &p->fit[0]);
			curve_fit(b, &cb[k], &p->fit[1]);
			compare_slopes(p, a, &ca[i], b, &cb[k]);
			p->session = v->pairing == PAIRING_INTERLEAVED ?
			    0 :
			    of_sessions(p);
			m++;
		}
	curves_free(ca, na);
	curves_free(cb, nb);
	*n = m;
	return out;
}

void curve_pairs_free(struct curve_pair *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(p[i].p);
		free(p[i].cross);
	}
	free(p);
}
