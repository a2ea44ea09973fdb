/* test.c - the tests behind a verdict: ranks, and few values. */
#include "judge/inside.h"

#include "base/mem.h"
#include "judge/exact.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tables_release(struct tables *t)
{
	if (!t)
		return;
	free(t->cdf);
	free(t->scratch);
	for (size_t n = 0; n <= RANK_EXACT_ONE; n++)
		free(t->one[n]);
	memset(t, 0, sizeof(*t));
}

/* The table for these sizes; most rows of a run have the same ones. */
static void tables_for(struct tables *t, size_t na, size_t nb)
{
	size_t room = rank_sum_room(na, nb);

	if (room > t->room) {
		free(t->scratch);
		t->scratch = xreallocarray(NULL, room, sizeof(*t->scratch));
		t->room = room;
	}
	if (t->cdf && t->na == na && t->nb == nb)
		return;
	free(t->cdf);
	t->cdf = NULL;
	t->na = na;
	t->nb = nb;
	if (na > RANK_EXACT_TWO || nb > RANK_EXACT_TWO)
		return;
	t->cdf = xreallocarray(NULL, na * nb + 1, sizeof(*t->cdf));
	rank_sum_table(na, nb, t->cdf, t->scratch);
}

bool test_rank_can(size_t na, size_t nb, size_t m, double alpha)
{
	double ways = 1;
	size_t k = na < nb ? na : nb;

	if (k < 6) /* no interval at 95 % worth the name; the specification */
		return false;
	for (size_t i = 1; i <= k; i++)
		ways *= (double)(na + nb - k + i) / (double)i;
	return 2 / ways * (double)m < alpha;
}

void test_rank(struct test *t, struct tables *tables)
{
	tables_for(tables, t->na, t->nb);
	t->p =
	    rank_sum_p(t->a, t->na, t->b, t->nb, tables->cdf, tables->scratch);
	t->shift = rank_shift(t->a, t->na, t->b, t->nb);
}

/* -- Pairs --------------------------------------------------------------- */

_Static_assert(sizeof((struct tables){ 0 }.one) ==
	(RANK_EXACT_ONE + 1) * sizeof(double *),
    "a table for each exact n");

/* The table of W for n differences; NULL = beyond exact. */
static const double *signed_for(struct tables *t, size_t n)
{
	if (n > RANK_EXACT_ONE)
		return NULL;
	if (!t->one[n]) {
		t->one[n] = xreallocarray(NULL, n * (n + 1) / 2 + 1,
		    sizeof(*t->one[n]));
		rank_signed_table(n, t->one[n]);
	}
	return t->one[n];
}

void test_paired(struct test *t, struct tables *tables)
{
	struct paired *s = &t->paired;

	t->p = rank_signed_p(s->d, s->n, signed_for(tables, s->n), s->scratch);
	t->shift = rank_hl(s->d, s->n);
}

void test_cross(struct test *t, struct tables *tables)
{
	const struct paired *s = &t->paired;
	struct cross *x = &t->cross;
	double lo, hi;

	rank_hl_interval(s->d, s->n, 0.05, signed_for(tables, s->n), &lo, &hi);
	rank_median_interval(s->d, s->n, 0.05, &x->lo, &x->hi);
	x->median = order_median(s->d, s->n);
	x->skewed = shape_skewed(s->d, s->n);
	/* NaN, where there are too few: no */
	x->disagrees = x->median < lo || x->median > hi || t->shift < x->lo ||
	    t->shift > x->hi;
}

/* -- Few values ---------------------------------------------------------- */

/* Nine digits are left of what was printed once it has been a logarithm. */
static double printed(double y)
{
	double digits = pow(10, 9 - ceil(y / log(10)));

	return round(exp(y) * digits) / digits;
}

/* Variance of the log that rounding to the last decimal place printed adds:
 * step^2 / 12, the variance of a uniform error. */
static double rounding_var(const struct test *t)
{
	size_t n = t->na + t->nb;
	double *cost = xreallocarray(NULL, n + 1, sizeof(*cost)), step;

	for (size_t i = 0; i < n; i++)
		cost[i] = printed(i < t->na ? t->a[i] : t->b[i - t->na]);
	order_sort(cost, n);
	step = shape_decimals(cost, n) / order_median(cost, n);
	free(cost);
	/* the source said itself */
	if (t->rounded[0] > 0 && t->rounded[1] > 0)
		step = fmax(t->rounded[0], t->rounded[1]);
	return n ? step * step / 12 : 0;
}

/* Whether a value is where the other side has its values, but for a far one of
 * its own: within their range, and as much again to either side. Both have been
 * there then, and no accident put it there. */
static bool shared(double x, const double *y, size_t n, double step)
{
	double lo, hi, width;
	size_t far;

	judge_tamed(y, n, step, &far);
	lo = y[far == 0 ? 1 : 0];
	hi = y[far == n - 1 ? n - 2 : n - 1];
	width = fmax(hi - lo, step);
	return x >= lo - width && x <= hi + width;
}

/* A far value counts as far as chance would put it: one accident among four
 * would hide any change there is. One of two modes is no accident. */
static struct moment tamed(const double *y, size_t n, double step,
    const double *other, size_t n_other, double other_step)
{
	struct moment m = { 0 };
	size_t far;
	double at = judge_tamed(y, n, step, &far);

	if (far < n && n_other && shared(y[far], other, n_other, other_step))
		far = n;
	for (size_t i = 0; i < n; i++)
		moment_add(&m, i == far ? at : y[i]);
	return m;
}

void test_prepare(struct test *t)
{
	double *r = t->rounded;
	struct moment a = tamed(t->a, t->na, r[0], t->b, t->nb, r[1]);
	struct moment b = tamed(t->b, t->nb, r[1], t->a, t->na, r[0]);

	t->df = (double)(t->na + t->nb) - 2;
	t->shift = moment_mean(&b) - moment_mean(&a);
	t->var = t->df > 0 ? (a.m2 + b.m2) / t->df + rounding_var(t) : NAN;
	t->separated = t->na && t->nb &&
	    (t->a[t->na - 1] < t->b[0] || t->b[t->nb - 1] < t->a[0]);
}

/* Variances that waves make look too small are widened. */
static void widen(struct test *tests, size_t n)
{
	double rho = waves_rho(tests, n);

	for (size_t i = 0; i < n; i++) {
		struct test *t = &tests[i];
		double na = (double)t->na, nb = (double)t->nb;

		if (t->kind != TEST_FEW)
			continue;
		t->widened = (waves_factor(rho, t->na) / na +
				 waves_factor(rho, t->nb) / nb) /
		    (1 / na + 1 / nb);
		t->t_var *= t->widened;
	}
}

/* Three values that fall into two modes at random all lie in one of them in up
 * to 44 of 100 cases, and then look as if nothing varied. The other sides of
 * the table show both; but the shift that stands out is its largest, and few of
 * them range as far. Of three values an eighth that do is too many, of four and
 * five a third: tables of 45 rows without a difference then alarm in at most 3
 * of 100 cases in all noises of tests/slow (T9b). */
#define COMMON_3 (1.0 / 8)
#define COMMON   (1.0 / 3)
#define FEW_SIDE 6 /* values of a side that have an interval of their own */

static size_t add_range(double *range, size_t m, const double *y, size_t n)
{
	if (n > 1 && n < FEW_SIDE)
		range[m++] = y[n - 1] - y[0];
	return m;
}

/* As far as more than a share of the sorted ranges reach. */
static double common(const double *range, size_t m, double share)
{
	size_t k = (size_t)(share * (double)m) + 1;

	return k <= m ? range[m - k] : -INFINITY;
}

/* Mark the shifts that chance may well have made: too many sides of as few
 * values range as far. */
static void mark_common(struct test *tests, size_t n)
{
	double *range = xreallocarray(NULL, 2 * n + 1, sizeof(*range));
	double of_3, of_more;
	size_t m = 0;

	for (size_t i = 0; i < n; i++) {
		const struct test *t = &tests[i];

		if (t->kind != TEST_FEW)
			continue;
		m = add_range(range, m, t->a, t->na);
		m = add_range(range, m, t->b, t->nb);
	}
	order_sort(range, m);
	of_3 = common(range, m, COMMON_3);
	of_more = common(range, m, COMMON);
	for (size_t i = 0; i < n; i++) {
		struct test *t = &tests[i];
		size_t least = t->na < t->nb ? t->na : t->nb;

		t->common = least < FEW_SIDE &&
		    fabs(t->shift) <= (least > 3 ? of_more : of_3);
	}
	free(range);
}

bool test_clear(const struct test *t)
{
	return t->kind != TEST_FEW || (t->separated && !t->common);
}

void test_few(struct test *tests, size_t n)
{
	double *var = xreallocarray(NULL, 2 * n + 1, sizeof(*var));
	double *df = var + n;
	struct prior prior;

	for (size_t i = 0; i < n; i++) {
		var[i] = tests[i].var;
		df[i] = tests[i].kind != TEST_NONE ? tests[i].df : 0;
	}
	prior = prior_fit(var, df, n);
	free(var);
	for (size_t i = 0; i < n; i++) {
		struct test *t = &tests[i];

		if (t->kind != TEST_FEW)
			continue;
		t->t_df = t->df;
		t->t_var = prior_shrink(&prior, t->var, &t->t_df);
	}
	widen(tests, n);
	for (size_t i = 0; i < n; i++) {
		struct test *t = &tests[i];
		double each;

		if (t->kind != TEST_FEW)
			continue;
		each = sqrt(t->t_var * (1 / (double)t->na + 1 / (double)t->nb));
		/* no spread anywhere: nothing to judge by */
		t->p = each > 0 ?
		    2 * dist_t_cdf(-fabs(t->shift) / each, t->t_df) :
		    1;
	}
	mark_common(tests, n);
}

void test_interval(const struct test *t, struct tables *tables, double alpha,
    double *lo, double *hi)
{
	double half;

	*lo = *hi = NAN;
	if (t->kind == TEST_RANK) {
		tables_for(tables, t->na, t->nb);
		rank_shift_interval(t->a, t->na, t->b, t->nb, alpha,
		    tables->cdf, lo, hi);
	}
	if (t->kind == TEST_PAIR && t->paired.n > 0 && alpha > 0)
		rank_hl_interval(t->paired.d, t->paired.n, alpha,
		    signed_for(tables, t->paired.n), lo, hi);
	if (t->kind == TEST_SUMMARY && t->t_var > 0)
		half = dist_t_quantile(1 - alpha / 2, t->t_df) * sqrt(t->t_var);
	else if (t->kind == TEST_FEW && t->t_var > 0)
		half = dist_t_quantile(1 - alpha / 2, t->t_df) *
			sqrt(t->t_var *
			    (1 / (double)t->na + 1 / (double)t->nb)) +
		    judge_rounding_bias(t);
	else if (t->kind == TEST_EXACT)
		half = exact_half(t, alpha);
	else
		return;
	*lo = t->shift - half;
	*hi = t->shift + half;
}
