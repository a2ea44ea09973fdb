/* shape.h - what a series of values looks like beyond its centre.
 *
 * No NaN among the values; x is in the order taken unless called sorted. */
#ifndef PERFLOSS_STATS_SHAPE_H
#define PERFLOSS_STATS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

/* Autocorrelation at a lag about the mean, over n (Box and Jenkins 1970; R's
 * acf). NaN when n < lag + 2 or all are equal. */
double shape_autocorrelation(const double *x, size_t n, size_t lag);

/* The same at lag 1. */
double shape_lag1(const double *x, size_t n);

/* Drift per value: the median slope over all pairs (Theil 1950, Sen 1968).
 * O(n log n) a step of a bisection; scratch: 2 n. NaN when n < 2. */
double shape_slope(const double *x, size_t n, double *scratch);

/* p of "no trend", two-sided: Mann 1945 and Kendall 1975, the number of rising
 * less that of falling pairs, normal with the variance of ties and a
 * continuity correction (R's cor.test, kendall, exact = FALSE). scratch: 2 n.
 * 1 when n < 3 or all are equal. */
double shape_trend_p(const double *x, size_t n, double *scratch);

/* Leading values that are warm-up: those before the first one that lies within
 * 3 scaled MAD (Hampel's identifier; Davies and Gather 1993) of the median
 * of the second half; at most n / 2. scratch: 2 n. */
size_t shape_warm(const double *x, size_t n, double *scratch);

/* Two modes: the split of the sorted values with the least sum of squares
 * within both parts (Otsu 1979), believed when that sum is a small share of
 * the whole. */
struct modes {
	size_t low_n;     /* values in the lower mode; 0 = one mode */
	double low, high; /* medians of the modes */
};

/* Share of the sum of squares that may remain within the two parts: the 0.5 %
 * quantile under the worst of normal, uniform, exponential, Laplace and t3
 * values, by simulation (tests/unit/stats/shape.c repeats it). */
double shape_modes_limit(size_t n);

/* Each mode must hold a sixth of the values and 2 of them; n >= 8. */
struct modes shape_modes(const double *sorted, size_t n);

/* Strongly skewed: the tenth and ninetieth percentiles lie at distances l and h
 * from the median, (h - l) / (h + l) (Kelley 1947, "Fundamentals of
 * statistics") is beyond shape_skew_limit(n); n >= 8, and one mode. Unlike the
 * third moment this does not take a few far values for a shape. */
bool shape_skewed(const double *sorted, size_t n);

/* Its 99.5 % quantile under the worst of normal, uniform, Laplace and t3
 * values, by simulation (tests/unit/stats/shape.c
 * repeats it). */
double shape_skew_limit(size_t n);

/* Step of the grid on which all values lie, or 0: at least 5 values, at most
 * half of them distinct, all differences multiples of the smallest one within
 * a twentieth of it. All equal: 0. */
double shape_grid(const double *sorted, size_t n);

/* Largest power of ten (of 1e-6 ... 1e9) of which all values are multiples:
 * the last decimal place of a printed table; 0 = none or all are 0. */
double shape_decimals(const double *x, size_t n);

/* Is b more variable than a? Brown and Forsythe, "Robust tests for the
 * equality of variances", 1974: an analysis of variance of the distances
 * from each median. */
struct spread {
	double ratio; /* of the mean distances, b over a */
	double p;
};

/* scratch: 2 (na + nb) */
struct spread shape_spread(const double *a, size_t na, const double *b,
    size_t nb, double *scratch);

#endif
