/* step.c - steps of a history: intervals, their statistic, the search. */
#include "stats/step.h"

#include "stats/dist.h"
#include "stats/order.h"
#include "stats/step_inner.h"

#include <math.h>
#include <string.h>

#define SHORTEST (2 * (size_t)STEP_LEAST)

/* Dependence that is taken for chance: among independent values the ratio of
 * variances exceeds 1 by RHO_ROOT / sqrt(n) + RHO_WHOLE / n in at most one of
 * ten series of six shapes, n = 12 to 300 (tests/slow). Beyond RHO_MOST a
 * walk at random cannot be told from levels. */
#define RHO_ROOT  2.5
#define RHO_WHOLE 12.0
#define RHO_MOST  0.7

/* An interval of less than one in so many values is sorted by itself: picking
 * costs a look at all values, sorting a dozen steps for each of its own. */
#define SORTED 64

/* -- Seeded intervals ---------------------------------------------------- */

/* Layers of intervals, each shorter than the one before by a factor of sqrt 2,
 * evenly spread and half over one another. */
struct seeds {
	size_t n, length, count, next;
	int layer;
};

static bool layer_begin(struct seeds *s)
{
	double length = (double)s->n * pow(0.5, 0.5 * s->layer);

	s->length = (size_t)ceil(length - 1e-9);
	s->count = 2 * (size_t)ceil(pow(2, 0.5 * s->layer) - 1e-9) - 1;
	s->next = 0;
	s->layer++;
	return s->length >= SHORTEST;
}

static bool seeds_next(struct seeds *s, size_t *from, size_t *to)
{
	if (s->layer == 0 || s->next == s->count)
		if (!layer_begin(s))
			return false;
	*from =
	    s->count == 1 ? 0 : (s->n - s->length) * s->next / (s->count - 1);
	*to = *from + s->length;
	s->next++;
	return true;
}

static size_t seeds_count(size_t n)
{
	struct seeds s = { .n = n };
	size_t count = 0, from, to;

	while (seeds_next(&s, &from, &to))
		count++;
	return count;
}

/* -- The statistic of an interval ---------------------------------------- */

void step_work_init(struct step_work *w, const double *y, size_t n,
    double *scratch, size_t *indices)
{
	for (int kind = 0; kind < STEP_SCORES; kind++) {
		w->score[kind] = scratch + (size_t)(2 * kind) * n;
		w->table[kind] = scratch + (size_t)(2 * kind + 1) * n;
	}
	w->all = indices;
	w->order = indices + n;
	w->n = n;
	w->y = y;
	w->length = 0;
	order_index(y, w->all, n);
}

/* Indices of y[from..to), from 0, in the order of their values: picked out of
 * those of all values, or sorted where they are but a small part of them. */
static void put_in_order(struct step_work *w, size_t from, size_t to)
{
	size_t n = 0;

	if ((to - from) * SORTED < w->n) {
		order_index(w->y + from, w->order, to - from);
		return;
	}
	for (size_t i = 0; i < w->n; i++)
		if (w->all[i] >= from && w->all[i] < to)
			w->order[n++] = w->all[i] - from;
}

/* Scores of ranks 1..n: the ranks themselves about their mean, and quantiles
 * of the normal distribution (Blom 1958). */
static void fill_table(struct step_work *w, size_t n)
{
	if (w->length == n)
		return;
	for (size_t i = 0; i < n; i++) {
		w->table[0][i] = (double)i - ((double)n - 1) / 2;
		w->table[1][i] = i < n / 2 ?
		    dist_norm_quantile(
			((double)i + 0.625) / ((double)n + 0.25)) :
		    0;
	}
	for (size_t i = 0; i < n / 2; i++)
		w->table[1][n - 1 - i] = -w->table[1][i];
	w->length = n;
	for (int kind = 0; kind < STEP_SCORES; kind++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += w->table[kind][i] * w->table[kind][i];
		w->var[kind] = sum / (double)(n - 1);
	}
}

/* Scores of y[from..to); those of equal values are their mean, while their
 * variance stays that without ties: these make the statistic smaller, never
 * larger. */
static void scores(struct step_work *w, size_t from, size_t to)
{
	const double *y = w->y + from;
	size_t n = to - from;

	fill_table(w, n);
	put_in_order(w, from, to);
	for (size_t i = 0, end; i < n; i = end) {
		double mean[STEP_SCORES] = { 0 };

		for (end = i; end < n && !(y[w->order[end]] > y[w->order[i]]);
		     end++)
			for (int kind = 0; kind < STEP_SCORES; kind++)
				mean[kind] += w->table[kind][end];
		for (size_t k = i; k < end; k++)
			for (int kind = 0; kind < STEP_SCORES; kind++)
				w->score[kind][w->order[k]] =
				    mean[kind] / (double)(end - i);
	}
}

/* Sums of the scores of k of n values over their standard deviations: the
 * larger of them. */
static double standard(const struct step_work *w, const double *sum, size_t k,
    size_t n)
{
	double z[STEP_SCORES], share = (double)k * (double)(n - k) / (double)n;

	for (int kind = 0; kind < STEP_SCORES; kind++)
		z[kind] = fabs(sum[kind]) / sqrt(w->var[kind] * share);
	return fmax(z[0], z[1]);
}

static void add(const struct step_work *w, size_t i, double *sum)
{
	for (int kind = 0; kind < STEP_SCORES; kind++)
		sum[kind] += w->score[kind][i];
}

double step_statistic(struct step_work *w, size_t from, size_t to, size_t at)
{
	double sum[STEP_SCORES] = { 0 };

	scores(w, from, to);
	for (size_t i = 0; i < at; i++)
		add(w, i, sum);
	return standard(w, sum, at, to - from);
}

/* Greatest over the splits that leave a level on either side. */
static double greatest(struct step_work *w, size_t from, size_t to, size_t *at)
{
	size_t n = to - from;
	double sum[STEP_SCORES] = { 0 }, most = 0;

	scores(w, from, to);
	*at = n / 2;
	for (size_t k = 1; k + STEP_LEAST <= n; k++) {
		double z;

		add(w, k - 1, sum);
		z = k < STEP_LEAST ? 0 : standard(w, sum, k, n);
		if (z > most) {
			most = z;
			*at = k;
		}
	}
	return most;
}

double step_greatest(const double *y, size_t n, double *scratch,
    size_t *indices)
{
	struct seeds s = { .n = n };
	struct step_work w;
	size_t from, to, at;
	double most = 0;

	step_work_init(&w, y, n, scratch, indices);
	while (seeds_next(&s, &from, &to))
		most = fmax(most, greatest(&w, from, to, &at));
	return most;
}

/* -- The search ---------------------------------------------------------- */

size_t step_room(size_t n)
{
	return (2 * STEP_SCORES + 2) * n + seeds_count(n) + 16;
}

size_t step_indices(size_t n)
{
	return 3 * n + 3 * seeds_count(n) + 16;
}

struct found {
	double *z;              /* of each interval */
	size_t *from, *to, *at; /* and where */
	size_t n;
};

/* The narrowest interval within l..r over the threshold; then the greatest. */
static size_t narrowest(const struct found *f, size_t l, size_t r, double least)
{
	size_t best = f->n;

	for (size_t i = 0; i < f->n; i++) {
		size_t width = f->to[i] - f->from[i];

		if (f->from[i] < l || f->to[i] > r || f->z[i] < least)
			continue;
		if (best == f->n || width < f->to[best] - f->from[best] ||
		    (width == f->to[best] - f->from[best] &&
			f->z[i] > f->z[best]))
			best = i;
	}
	return best;
}

static size_t put(size_t *cut, size_t n, size_t at)
{
	size_t i = n;

	for (; i > 0 && cut[i - 1] > at; i--)
		cut[i] = cut[i - 1];
	cut[i] = at;
	return n + 1;
}

/* Split segments until none has an interval over the threshold; a segment
 * itself is one, too. */
static size_t split(const struct found *f, size_t n, double least, size_t *cut,
    size_t max, struct step_work *w)
{
	size_t cuts = 0, l = 0, done = 0, at;

	while (l < n && cuts < max) {
		size_t r = done < cuts ? cut[done] : n;
		size_t i = narrowest(f, l, r, least);

		if (i < f->n) {
			cuts = put(cut, cuts, f->from[i] + f->at[i]);
		} else if (r - l >= SHORTEST &&
		    greatest(w, l, r, &at) >= least) {
			cuts = put(cut, cuts, l + at);
		} else {
			l = r;
			done++;
		}
	}
	return cuts;
}

size_t step_search(const double *y, size_t n, double least, size_t *cut,
    size_t max, double *scratch, size_t *indices)
{
	size_t m = seeds_count(n);
	struct found f = { .z = scratch + 2 * STEP_SCORES * n,
		.from = indices + 2 * n,
		.to = indices + 2 * n + m,
		.at = indices + 2 * n + 2 * m };
	struct seeds s = { .n = n };
	struct step_work w;
	size_t from, to;

	step_work_init(&w, y, n, scratch, indices);
	while (seeds_next(&s, &from, &to)) {
		f.from[f.n] = from;
		f.to[f.n] = to;
		f.z[f.n] = greatest(&w, from, to, &f.at[f.n]);
		f.n++;
	}
	return split(&f, n, least, cut, max, &w);
}

/* -- Dependence ---------------------------------------------------------- */

/* Sum of squares of the smaller four fifths of differences over a lag, over
 * their number. */
static double spread(const double *y, size_t n, size_t lag, double *scratch)
{
	size_t m = n - lag, keep = m - (n + 4) / 5;
	double sum = 0;

	for (size_t i = 0; i < m; i++)
		scratch[i] = y[i + lag] - y[i];
	order_sort_abs(scratch, m);
	for (size_t i = 0; i < keep; i++)
		sum += scratch[i] * scratch[i];
	return sum / (double)keep;
}

double step_rho(const double *y, size_t n, double *scratch)
{
	double one, rho;

	if (n < SHORTEST)
		return 0;
	one = spread(y, n, 1, scratch);
	if (!(one > 0))
		return 0;
	rho = spread(y, n, 2, scratch) / one - 1 - RHO_ROOT / sqrt((double)n) -
	    RHO_WHOLE / (double)n;
	return fmin(fmax(rho, 0), RHO_MOST);
}
