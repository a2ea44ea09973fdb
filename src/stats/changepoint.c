/* changepoint.c - where a level of a series ends and the next begins. */
#include "stats/changepoint.h"

#include <math.h>

#define RAMP_COST 4.0 /* a point 2 sd away is as well on a ramp */

void changepoint_isotonic(const double *y, size_t n, double *fit,
    double *scratch)
{
	double *weight = scratch;
	size_t blocks = 0;

	/* blocks of pooled values: mean in fit, length in weight */
	for (size_t i = 0; i < n; i++) {
		double mean = y[i], w = 1;

		while (blocks > 0 && fit[blocks - 1] > mean) {
			blocks--;
			mean = (mean * w + fit[blocks] * weight[blocks]) /
			    (w + weight[blocks]);
			w += weight[blocks];
		}
		fit[blocks] = mean;
		weight[blocks++] = w;
	}
	/* spread the blocks from the end: they never overtake what is read */
	for (size_t at = n; blocks > 0;) {
		double mean = fit[blocks - 1], w = weight[blocks - 1];

		blocks--;
		for (; w > 0; w--)
			fit[--at] = mean;
	}
}

/* prefix sums of y - y[0] and of its squares */
struct sums {
	const double *s, *q;
	double origin;
};

/* squared distances of y[i..j] from their mean */
static double within(const struct sums *u, size_t i, size_t j)
{
	double n = (double)(j - i + 1);
	double s = u->s[j + 1] - u->s[i], q = u->q[j + 1] - u->q[i];
	double v = q - s * s / n;

	return v > 0 ? v : 0;
}

static void measure(const struct sums *u, struct plateau *p)
{
	double n = (double)(p->last - p->first + 1);

	p->level = u->origin + (u->s[p->last + 1] - u->s[p->first]) / n;
	p->se =
	    n > 1 ? sqrt(within(u, p->first, p->last) / (n * (n - 1))) : NAN;
}

/* cost[j] = least cost of the first j points, from[j] = where the plateau that
 * ends there begins, or j itself for a point on a ramp. */
static void partition(const struct sums *u, size_t n, double var, double *cost,
    double *from)
{
	double penalty = log((double)n);

	cost[0] = 0;
	for (size_t j = 1; j <= n; j++) {
		cost[j] = cost[j - 1] + RAMP_COST;
		from[j] = (double)j;
		for (size_t i = 0; i + 2 <= j; i++) {
			double c =
			    cost[i] + penalty + within(u, i, j - 1) / var;

			if (c < cost[j]) {
				cost[j] = c;
				from[j] = (double)i;
			}
		}
	}
}

/* Append a stretch to the levels found so far; it joins the last one when it
 * is not a step above it. */
static size_t append(const struct sums *u, struct plateau *out, size_t n,
    size_t max, struct plateau p, double rise)
{
	struct plateau *last = n ? out + n - 1 : NULL;

	if (last && p.level < last->level + rise) {
		if (p.level < last->level - rise)
			return n; /* falls: not a level */
		last->last = p.last;
		measure(u, last);
		return n;
	}
	if (n < max)
		out[n++] = p;
	return n;
}

size_t changepoint_plateaus(const double *y, size_t n,
    const struct plateau_opts *o, struct plateau *out, size_t max,
    double *scratch)
{
	double *s = scratch, *q = s + n + 1, *cost = q + n + 1;
	double *from = cost + n + 1;
	struct sums u = { s, q, n ? y[0] : 0 };
	size_t found = 0, next = n;

	if (n < 2 || !(o->sd > 0))
		return 0;
	s[0] = q[0] = 0;
	for (size_t i = 0; i < n; i++) {
		double d = y[i] - u.origin;

		s[i + 1] = s[i] + d;
		q[i + 1] = q[i] + d * d;
	}
	partition(&u, n, o->sd * o->sd, cost, from);
	/* turn the chain of ends round: cost[begin] = end, 0 = on a ramp */
	while (next > 0) {
		size_t begin = (size_t)from[next];

		if (begin == next)
			begin = next - 1;
		cost[begin] = from[next] < (double)next ? (double)next : 0;
		next = begin;
	}
	while (next < n) {
		struct plateau p = { next, next, 0, 0 };

		if (cost[next] == 0) {
			next++;
			continue;
		}
		p.last = (size_t)cost[next] - 1;
		measure(&u, &p);
		found = append(&u, out, found, max, p, o->rise);
		next = p.last + 1;
	}
	return found;
}
