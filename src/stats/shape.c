/* shape.c - what a series of values looks like beyond its centre. */
#include "stats/shape.h"

#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"

#include <math.h>
#include <string.h>

double shape_autocorrelation(const double *x, size_t n, size_t lag)
{
	struct moment m = { 0 };
	double sum = 0, mean;

	moment_add_all(&m, x, n);
	if (n < lag + 2 || !(m.m2 > 0))
		return NAN;
	mean = moment_mean(&m);
	for (size_t i = lag; i < n; i++)
		sum += (x[i] - mean) * (x[i - lag] - mean);
	return sum / m.m2;
}

double shape_lag1(const double *x, size_t n)
{
	return shape_autocorrelation(x, n, 1);
}

/* Sorts x by merging and returns how many pairs i < j had x[j] <= x[i]. */
static double count_not_rising(double *x, double *scratch, size_t n)
{
	double count = 0;

	for (size_t w = 1; w < n; w *= 2) {
		for (size_t lo = 0; lo + w < n; lo += 2 * w) {
			size_t mid = lo + w, i = lo, j = mid, k = lo;
			size_t hi = mid + w < n ? mid + w : n;

			while (i < mid || j < hi) {
				bool right =
				    i >= mid || (j < hi && x[j] <= x[i]);

				count += right ? (double)(mid - i) : 0;
				scratch[k++] = right ? x[j++] : x[i++];
			}
			memcpy(x + lo, scratch + lo, (hi - lo) * sizeof(*x));
		}
	}
	return count;
}

/* Pairs whose slope is at most b. */
static double slopes_upto(const double *x, size_t n, double b, double *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = x[i] - x[0] - b * (double)i;
	return count_not_rising(scratch, scratch + n, n);
}

static double slope_select(const double *x, size_t n, double lo, double hi,
    double k, double *scratch)
{
	/* 200 halvings reach the spacing of doubles from any bracket */
	for (int i = 0; i < 200; i++) {
		double mid = lo + (hi - lo) / 2;

		if (!(mid > lo && mid < hi))
			break;
		if (slopes_upto(x, n, mid, scratch) >= k)
			hi = mid;
		else
			lo = mid;
	}
	return hi;
}

double shape_slope(const double *x, size_t n, double *scratch)
{
	double pairs = (double)n * ((double)n - 1) / 2, span, half;

	if (n < 2)
		return NAN;
	memcpy(scratch, x, n * sizeof(*x));
	order_sort(scratch, n);
	span = 2 * (scratch[n - 1] - scratch[0]);
	if (!(span > 0))
		return 0;
	half = floor(pairs / 2) + 1;
	if (fmod(pairs, 2) == 1)
		return slope_select(x, n, -span, span, half, scratch);
	return (slope_select(x, n, -span, span, half - 1, scratch) +
		   slope_select(x, n, -span, span, half, scratch)) /
	    2;
}

double shape_trend_p(const double *x, size_t n, double *scratch)
{
	double dn = (double)n, pairs = dn * (dn - 1) / 2, ties = 0, tied = 0;
	double rising, s, var;

	if (n < 3)
		return 1;
	memcpy(scratch, x, n * sizeof(*x));
	rising = pairs - count_not_rising(scratch, scratch + n, n);
	/* sorted by now */
	for (size_t i = 0, end; i < n; i = end) {
		double t;

		for (end = i; end < n && scratch[end] <= scratch[i];)
			end++;
		t = (double)(end - i);
		tied += t * (t - 1) / 2;
		ties += t * (t - 1) * (2 * t + 5);
	}
	s = 2 * rising + tied - pairs;
	var = (dn * (dn - 1) * (2 * dn + 5) - ties) / 18;
	if (!(var > 0))
		return 1;
	s = fabs(s) - 1 > 0 ? fabs(s) - 1 : 0;
	return 2 * dist_norm_cdf(-s / sqrt(var));
}

size_t shape_warm(const double *x, size_t n, double *scratch)
{
	const double *rest = x + n / 2;
	size_t m = n - n / 2, k = 0;
	double mad, med;

	if (n < 4)
		return 0;
	mad = order_mad(rest, m, scratch);
	memcpy(scratch, rest, m * sizeof(*x));
	order_sort(scratch, m);
	med = order_median(scratch, m);
	while (k < n / 2 && fabs(x[k] - med) > 3 * mad)
		k++;
	return k;
}

/* Fitted to the simulated quantiles: .029 at n = 8, .052 at 12, .099 at 20,
 * .142 at 40, .174 at 80, .198 at 200; within .006 of them. */
double shape_modes_limit(size_t n)
{
	return 0.215 - 3.85 / ((double)n + 12);
}

struct modes shape_modes(const double *sorted, size_t n)
{
	struct modes none = { 0, NAN, NAN }, m = none;
	size_t least = n / 6 > 2 ? n / 6 : 2;
	double total = 0, sum = 0, best = 0, mean = 0, between;

	if (n < 8)
		return none;
	for (size_t i = 0; i < n; i++)
		mean += (sorted[i] - sorted[0]) / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = sorted[i] - sorted[0] - mean;

		total += d * d;
	}
	for (size_t i = 0; i + least < n; i++) {
		double k = (double)i + 1;

		sum += sorted[i] - sorted[0] - mean;
		between = sum * sum / k + sum * sum / ((double)n - k);
		if (i + 1 >= least && between > best) {
			best = between;
			m.low_n = i + 1;
		}
	}
	if (!(total > 0) || 1 - best / total > shape_modes_limit(n))
		return none;
	m.low = order_median(sorted, m.low_n);
	m.high = order_median(sorted + m.low_n, n - m.low_n);
	return m;
}

/* Fitted to the simulated quantiles: .81 at n = 8, .64 at 20, .50 at 40, .37 at
 * 80, .24 at 200. */
double shape_skew_limit(size_t n)
{
	return 3.44 / sqrt((double)n + 8);
}

bool shape_skewed(const double *sorted, size_t n)
{
	double mid, lo, hi;

	/* between two modes the median is nowhere in particular */
	if (n < 8 || shape_modes(sorted, n).low_n)
		return false;
	mid = order_median(sorted, n);
	lo = mid - order_quantile(sorted, n, 0.1, 7);
	hi = order_quantile(sorted, n, 0.9, 7) - mid;
	return fabs(hi - lo) > shape_skew_limit(n) * (hi + lo);
}

double shape_grid(const double *sorted, size_t n)
{
	double step = 0;
	size_t distinct = 1;

	for (size_t i = 1; i < n; i++) {
		double d = sorted[i] - sorted[i - 1];

		/* a rounding error is no step */
		if (d <= 1e-12 * fabs(sorted[i]))
			continue;
		distinct++;
		if (step == 0 || d < step)
			step = d;
	}
	if (n < 5 || distinct > n / 2)
		return 0;
	for (size_t i = 1; i < n; i++) {
		double k = (sorted[i] - sorted[0]) / step;

		if (step > 0 && fabs(k - round(k)) > 0.05)
			return 0;
	}
	return step;
}

static bool all_multiples(const double *x, size_t n, double step)
{
	for (size_t i = 0; i < n; i++) {
		double k = x[i] / step;

		/* 1e-9: a decimal number is read to 1e-16, times 1e6 steps */
		if (fabs(k - round(k)) > 1e-9 * fmax(1, fabs(k)))
			return false;
	}
	return true;
}

double shape_decimals(const double *x, size_t n)
{
	bool zero = true;

	for (size_t i = 0; i < n; i++)
		zero = zero && x[i] == 0;
	if (zero)
		return 0;
	for (int place = 9; place >= -6; place--)
		if (all_multiples(x, n, pow(10, place)))
			return pow(10, place);
	return 0;
}

/* distances from the median into out; returns their mean */
static double distances(const double *x, size_t n, double *out, double *scratch)
{
	double med, sum = 0;

	memcpy(scratch, x, n * sizeof(*x));
	order_sort(scratch, n);
	med = order_median(scratch, n);
	for (size_t i = 0; i < n; i++) {
		out[i] = fabs(x[i] - med);
		sum += out[i];
	}
	return sum / (double)n;
}

struct spread shape_spread(const double *a, size_t na, const double *b,
    size_t nb, double *scratch)
{
	size_t size[2] = { na, nb };
	struct spread s = { NAN, NAN };
	double da, db;

	if (na < 2 || nb < 2)
		return s;
	da = distances(a, na, scratch, scratch + na + nb);
	db = distances(b, nb, scratch + na, scratch + na + nb);
	s.ratio = db / da;
	s.p = moment_anova(scratch, size, 2).p;
	return s;
}
