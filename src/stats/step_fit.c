/* step_fit.c - steps of a history: where exactly, how large, which stand. */
#include "stats/step.h"

#include "stats/dist.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"
#include "stats/step_inner.h"

#include <math.h>
#include <string.h>

#define ALPHA_SIZE 0.05 /* of the interval of a size */
#define PASSES     3    /* of moving steps; their neighbours move, too */

/* How much larger the sum may be where the truth may lie, in mean deviations:
 * -log(1 - sqrt(0.95)) = 3.68 if these were logarithms of the likelihood; so
 * much that 95 % hold the truth in the worst of six shapes (tests/slow). */
#define LOCATE 3.3

struct fit {
	const double *y;
	size_t n;
	size_t *cut, cuts;
	struct step_work work;
	double *cost, *sorted; /* n + 1, n */
	double inflate;
};

static size_t left_of(const struct fit *f, size_t i)
{
	return i > 0 ? f->cut[i - 1] : 0;
}

static size_t right_of(const struct fit *f, size_t i)
{
	return i + 1 < f->cuts ? f->cut[i + 1] : f->n;
}

/* -- Where --------------------------------------------------------------- */

/* Values come one by one; they are kept in order, and the sum of the lower
 * half with them: the sum of absolute deviations from the median follows. */
struct half {
	double *sorted, low, all;
	size_t n;
};

static double half_add(struct half *h, double v)
{
	size_t at = 0, end = h->n, lower = h->n / 2;

	while (at < end) {
		size_t mid = (at + end) / 2;

		if (h->sorted[mid] <= v)
			at = mid + 1;
		else
			end = mid;
	}
	memmove(h->sorted + at + 1, h->sorted + at,
	    (h->n - at) * sizeof(*h->sorted));
	h->sorted[at] = v;
	h->n++;
	h->all += v;
	/* the lower half had the first `lower` of the values before */
	if (at < lower)
		h->low += v - h->sorted[lower];
	if (h->n / 2 > lower)
		h->low += h->sorted[lower];
	/* upper sum - lower sum, without the middle one of an odd number */
	return h->all - 2 * h->low - (h->n % 2 ? h->sorted[h->n / 2] : 0);
}

/* cost[k] = sum of absolute deviations of y[l..r) from the medians on either
 * side of a step at l + k, k = 1 .. r - l - 1. */
static void costs(struct fit *f, size_t l, size_t r)
{
	struct half h = { .sorted = f->sorted };
	size_t m = r - l;

	for (size_t k = 0; k < m; k++)
		f->cost[k + 1] = half_add(&h, f->y[l + k] - f->y[l]);
	h = (struct half){ .sorted = f->sorted };
	for (size_t k = m; k-- > 1;)
		f->cost[k] += half_add(&h, f->y[l + k] - f->y[l]);
}

static size_t cheapest(const struct fit *f, size_t m)
{
	size_t best = STEP_LEAST;

	for (size_t k = STEP_LEAST; k + STEP_LEAST <= m; k++)
		if (f->cost[k] < f->cost[best])
			best = k;
	return best;
}

static bool relocate_one(struct fit *f, size_t i)
{
	size_t l = left_of(f, i), r = right_of(f, i), at = f->cut[i];

	if (r - l < 2 * STEP_LEAST)
		return false;
	costs(f, l, r);
	f->cut[i] = l + cheapest(f, r - l);
	return f->cut[i] != at;
}

static void relocate(struct fit *f)
{
	bool moved = true;

	for (int pass = 0; pass < PASSES && moved; pass++) {
		moved = false;
		for (size_t i = 0; i < f->cuts; i++)
			moved |= relocate_one(f, i);
	}
}

/* Where the sum of deviations is nearly as small: in units of its mean for one
 * value, by how much the truth exceeds the least is exponential on either side
 * (a random walk with drift; Siegmund 1988), and more where values depend on
 * one another. */
static void locate(struct fit *f, size_t i, struct step *s)
{
	size_t l = left_of(f, i), r = right_of(f, i), m = r - l, k = s->at - l;
	double most;

	costs(f, l, r);
	most = f->cost[k] +
	    LOCATE * f->inflate * f->inflate * f->cost[k] / (double)(m - 2);
	s->lo = s->hi = s->at;
	for (size_t j = 1; j < m; j++) {
		if (f->cost[j] > most)
			continue;
		if (l + j < s->lo)
			s->lo = l + j;
		if (l + j > s->hi)
			s->hi = l + j;
	}
}

/* -- How large ----------------------------------------------------------- */

/* Sorted copies of both sides. */
static void sides(const struct fit *f, size_t i, double *copy)
{
	size_t l = left_of(f, i), at = f->cut[i], r = right_of(f, i);

	memcpy(copy, f->y + l, (r - l) * sizeof(*copy));
	order_sort(copy, at - l);
	order_sort(copy + (at - l), r - at);
}

static double shift(const struct fit *f, size_t i)
{
	size_t l = left_of(f, i), at = f->cut[i], r = right_of(f, i);

	sides(f, i, f->sorted);
	return rank_shift(f->sorted, at - l, f->sorted + (at - l), r - at);
}

/* The interval is as much wider as the sum varies more. */
static void size_of(struct fit *f, size_t i, struct step *s)
{
	size_t l = left_of(f, i), na = s->at - l, nb = right_of(f, i) - s->at;
	double z = -dist_norm_quantile(ALPHA_SIZE / 2) * f->inflate;

	s->shift = shift(f, i);
	rank_shift_interval(f->sorted, na, f->sorted + na, nb,
	    2 * dist_norm_cdf(-z), NULL, &s->from, &s->to);
	/* too few values for the level: all that their differences say */
	if (isnan(s->from)) {
		s->from = rank_difference(f->sorted, na, f->sorted + na, nb, 1);
		s->to =
		    rank_difference(f->sorted, na, f->sorted + na, nb, na * nb);
	}
}

/* -- Which stand --------------------------------------------------------- */

static double statistic(struct fit *f, size_t i)
{
	size_t l = left_of(f, i);

	return step_statistic(&f->work, l, right_of(f, i), f->cut[i] - l);
}

static void drop(struct fit *f, size_t i)
{
	f->cuts--;
	memmove(f->cut + i, f->cut + i + 1, (f->cuts - i) * sizeof(*f->cut));
}

/* The weakest first, until all stand. */
static bool drop_weakest(struct fit *f, double least)
{
	size_t worst = f->cuts;
	double low = least;

	for (size_t i = 0; i < f->cuts; i++) {
		double z = statistic(f, i);

		if (z < low) {
			low = z;
			worst = i;
		}
	}
	if (worst == f->cuts)
		return false;
	drop(f, worst);
	return true;
}

static bool drop_smallest(struct fit *f, double delta)
{
	size_t worst = f->cuts;
	double low = delta;

	for (size_t i = 0; i < f->cuts; i++) {
		double size = fabs(shift(f, i));

		if (size < low) {
			low = size;
			worst = i;
		}
	}
	if (worst == f->cuts)
		return false;
	drop(f, worst);
	return true;
}

static void settle(struct fit *f, double least, double delta)
{
	do
		relocate(f);
	while (drop_weakest(f, least) || drop_smallest(f, delta));
}

/* -- A slope ------------------------------------------------------------- */

static double deviations(double *x, size_t n)
{
	double med, sum = 0;

	order_sort(x, n);
	med = order_median(x, n);
	for (size_t i = 0; i < n; i++)
		sum += fabs(x[i] - med);
	return sum;
}

/* Whether one straight line (Theil 1950, Sen 1968) is as near to the values as
 * the levels are: then they drift, and have no steps. */
static bool is_slope(struct fit *f, double slope)
{
	double levels = 0, line;
	size_t l = 0;

	for (size_t i = 0; i <= f->cuts; i++) {
		size_t r = i < f->cuts ? f->cut[i] : f->n;

		memcpy(f->sorted, f->y + l, (r - l) * sizeof(*f->sorted));
		levels += deviations(f->sorted, r - l);
		l = r;
	}
	for (size_t i = 0; i < f->n; i++)
		f->sorted[i] = f->y[i] - slope * (double)i;
	line = deviations(f->sorted, f->n);
	return line <= levels;
}

size_t step_find(const double *y, size_t n, const struct step_opts *o,
    struct step *out, size_t max, double *rho, double *scratch, size_t *indices)
{
	struct fit f = { .y = y, .n = n };
	double least = step_critical(n, o->alpha);

	*rho = step_rho(y, n, scratch);
	f.inflate = sqrt((1 + *rho) / (1 - *rho));
	if (!isfinite(least))
		return 0;
	least *= f.inflate;
	f.cut = indices + step_indices(n) - n / STEP_LEAST - 1;
	f.cuts = step_search(y, n, least, f.cut, n / STEP_LEAST + 1, scratch,
	    indices);
	step_work_init(&f.work, y, n, scratch, indices);
	f.cost = scratch + 2 * STEP_SCORES * n;
	f.sorted = f.cost + n + 1;
	settle(&f, least, o->delta);
	if (f.cuts > 0 && is_slope(&f, shape_slope(y, n, scratch)))
		return 0;
	step_work_init(&f.work, y, n, scratch, indices);
	if (f.cuts > max)
		f.cuts = max;
	for (size_t i = 0; i < f.cuts; i++) {
		out[i] = (struct step){ .at = f.cut[i] };
		out[i].z = statistic(&f, i) / f.inflate;
		out[i].p = step_p(n, out[i].z);
		locate(&f, i, &out[i]);
		size_of(&f, i, &out[i]);
	}
	return f.cuts;
}
