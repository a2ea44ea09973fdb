/* rank.h - tests, estimates and intervals that use only order.
 *
 * No NaN among the values. Two-sided p-values are twice the smaller tail, at
 * most 1. Intervals are closed and have at least the level asked for; where n
 * is too small for the level both ends are NaN.
 *
 * One sample: Wilcoxon, "Individual comparisons by ranking methods", 1945;
 * ties get the mean of their ranks, zeros are ranked too (Pratt 1959) and half
 * of their ranks counts for each side. Estimate and interval from the Walsh
 * averages (x_i + x_j)/2, i <= j: Hodges and Lehmann 1963, Tukey 1949.
 * Two samples: Mann and Whitney 1947, the shift of b against a from the
 * differences b_j - a_i: Hodges and Lehmann 1963, Moses 1965. */
#ifndef PERFLOSS_STATS_RANK_H
#define PERFLOSS_STATS_RANK_H

#include <stddef.h>

/* Up to here null distributions are exact, ties included: counted over all
 * sign changes or all splits of the mid-ranks by dynamic programming on
 * doubled ranks (Streitberg and Roehmel 1986). Beyond: normal with the
 * variance of the tied ranks and a continuity correction. */
#define RANK_EXACT_ONE 60
#define RANK_EXACT_TWO 50 /* a side */

/* -- One sample ---------------------------------------------------------- */

/* P(W <= w), W the sum of the positive ranks 1..n, n <= RANK_EXACT_ONE; else
 * NaN. */
double rank_signed_cdf(double w, size_t n);

/* P(W <= w) for w = 0 .. n(n+1)/2, into cdf; n <= RANK_EXACT_ONE. */
void rank_signed_table(size_t n, double *cdf);

/* p of "symmetric about 0". cdf: the table of n, or NULL to have it counted
 * when needed. scratch: n. n = 0: 1. */
double rank_signed_p(const double *x, size_t n, const double *cdf,
    double *scratch);

/* k-th smallest Walsh average, k = 1 .. n(n+1)/2. */
double rank_walsh(const double *sorted, size_t n, size_t k);

/* Median of the Walsh averages. */
double rank_hl(const double *sorted, size_t n);

/* Interval of the centre at level 1 - alpha; cdf as above. */
void rank_hl_interval(const double *sorted, size_t n, double alpha,
    const double *cdf, double *lo, double *hi);

/* Sign test of "median 0", zeros left out (Dixon and Mood 1946). */
double rank_sign_p(const double *x, size_t n);

/* Interval of the median by the sign test (Thompson 1936). */
void rank_median_interval(const double *sorted, size_t n, double alpha,
    double *lo, double *hi);

/* -- Two samples --------------------------------------------------------- */

/* doubles of scratch that the functions below need for these sizes */
size_t rank_sum_room(size_t na, size_t nb);

/* P(U <= u) for u = 0 .. na nb without ties, into cdf[0 .. na nb]; only for
 * sizes up to RANK_EXACT_TWO. */
void rank_sum_table(size_t na, size_t nb, double *cdf, double *scratch);

/* p of "no shift"; both sorted. cdf: the table of these sizes, or NULL to
 * have it counted when needed. An empty side: 1. */
double rank_sum_p(const double *a, size_t na, const double *b, size_t nb,
    const double *cdf, double *scratch);

/* k-th smallest difference b_j - a_i, k = 1 .. na nb; both sorted. */
double rank_difference(const double *a, size_t na, const double *b, size_t nb,
    size_t k);

/* Median of the differences. */
double rank_shift(const double *a, size_t na, const double *b, size_t nb);

/* Interval of the shift at level 1 - alpha; both sorted. cdf: the table of
 * these sizes; NULL, or sizes beyond exact: the normal approximation. */
void rank_shift_interval(const double *a, size_t na, const double *b, size_t nb,
    double alpha, const double *cdf, double *lo, double *hi);

#endif
