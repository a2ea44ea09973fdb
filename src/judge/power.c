/* power.c - how many values would show a change. */
#include "judge/power.h"

#include "base/mem.h"
#include "stats/dist.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 6 /* values with a 95 % interval; fewer tell nothing */

/* Below so many values ranks at the level of one row of 60 reach 0.76 where t
 * says 0.8 (tests/unit/judge/power.c): one value is not counted. */
#define FEW 20

double power_z(double alpha, double power)
{
	return dist_norm_quantile(1 - alpha / 2) + dist_norm_quantile(power);
}

double power_scale(double n, double se, double gap, double z)
{
	double ratio = z * se / gap;

	return n * ratio * ratio;
}

static double level(const struct power *p)
{
	return p->alpha / (double)(p->rows > 0 ? p->rows : 1);
}

/* The level that the signed ranks of n pairs can really have at `level`, being
 * steps; 0 = none. Beyond a dozen steps these are fine enough. */
static double attained(uint32_t n, double alpha)
{
	double step = ldexp(2, -(int)(n < 1000 ? n : 1000)), best = 0;

	if (n > RANK_EXACT_ONE || step * 100 < alpha)
		return alpha;
	for (double w = 0; w <= (double)n * (n + 1) / 4; w++) {
		double p = 2 * rank_signed_cdf(w, n);

		if (p > alpha)
			break;
		best = p;
	}
	return best;
}

/* The most extreme outcome of n against n passes the level. */
static bool runs_can(uint32_t n, double alpha)
{
	double ways = 1;

	for (uint32_t i = 1; i <= n && ways < 1e300; i++)
		ways *= (double)(n + i) / (double)i;
	return 2 / ways <= alpha;
}

/* The change that n values on each of 1 (pairs) or 2 sides show. */
static double seen(const struct power *p, double sd, uint32_t n, int sides)
{
	double alpha = level(p), counts = n < FEW ? n - 1.0 : n;
	double df = sides * (counts - 1);

	if (n < LEAST || !isfinite(sd))
		return NAN;
	if (sides == 1)
		alpha = attained(n, alpha);
	else if (!runs_can(n, alpha))
		return NAN;
	if (!(alpha > 0))
		return NAN;
	return (dist_t_quantile(1 - alpha / 2, df) +
		   dist_t_quantile(p->power, df)) *
	    sd * sqrt(sides / (POWER_EFFICIENCY * counts));
}

double power_seen_pairs(const struct power *p, double sd, uint32_t n)
{
	return seen(p, sd, n, 1);
}

double power_seen_runs(const struct power *p, double sd, uint32_t n)
{
	return seen(p, sd, n, 2);
}

/* The normal approximation is a little low: from there on upwards. */
static uint32_t wanted(const struct power *p, double sd, double gap, int sides)
{
	double z = power_z(level(p), p->power);
	double near =
	    power_scale(1, sd * sqrt(sides / POWER_EFFICIENCY), gap, z);
	uint32_t n;

	if (!(near < POWER_NEVER))
		return POWER_NEVER;
	n = near > LEAST ? (uint32_t)near : LEAST;
	while (n < POWER_NEVER && !(seen(p, sd, n, sides) <= gap))
		n++;
	return n;
}

uint32_t power_pairs(const struct power *p, double sd, double gap)
{
	return wanted(p, sd, gap, 1);
}

uint32_t power_runs(const struct power *p, double sd, double gap)
{
	return wanted(p, sd, gap, 2);
}

/* -- Spreads ------------------------------------------------------------- */

static double self_spread(double *y, size_t n)
{
	double lo, hi;

	order_sort(y, n);
	rank_shift_interval(y, n, y, n, 0.05, NULL, &lo, &hi);
	return (hi - lo) / 2 / dist_norm_quantile(0.975) *
	    sqrt(POWER_EFFICIENCY * (double)n / 2);
}

void power_of_values(const double *y, size_t n, struct power_spread *out)
{
	double *v, slope;

	*out = (struct power_spread){ n, NAN, NAN };
	if (n < LEAST)
		return;
	v = xreallocarray(NULL, 2 * n, sizeof(*v));
	slope = shape_slope(y, n, v);
	for (size_t i = 0; i < n; i++)
		v[i] = y[i] - slope * (double)i;
	out->detrended = self_spread(v, n);
	memcpy(v, y, n * sizeof(*v));
	out->sd = self_spread(v, n);
	free(v);
}

double power_of_pairs(const double *d, size_t n)
{
	double *v, lo, hi;

	if (n < LEAST)
		return NAN;
	v = xreallocarray(NULL, n, sizeof(*v));
	memcpy(v, d, n * sizeof(*v));
	order_sort(v, n);
	rank_hl_interval(v, n, 0.05, NULL, &lo, &hi);
	free(v);
	return (hi - lo) / 2 / dist_norm_quantile(0.975) *
	    sqrt(POWER_EFFICIENCY * (double)n);
}
