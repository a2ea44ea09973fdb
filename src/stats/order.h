/* order.h - sorting, quantiles and what follows from order alone.
 *
 * No NaN anywhere: the caller has removed them. n = 0 gives NaN. */
#ifndef PERFLOSS_STATS_ORDER_H
#define PERFLOSS_STATS_ORDER_H

#include <stddef.h>

/* Ascending, in place: heap sort (Williams 1964), n log n in the worst case
 * and no stack. */
void order_sort(double *x, size_t n);

/* Ascending by magnitude, in place. */
void order_sort_abs(double *x, size_t n);

/* order[0..n-1] becomes the indices of x in ascending order of x; equal
 * values stand in the order of their indices. */
void order_index(const double *x, size_t *order, size_t n);

double order_median(const double *sorted, size_t n);

/* Quantile p in [0, 1], type 7 or 8 of Hyndman and Fan, "Sample quantiles in
 * statistical packages", 1996 (7 is R's default, 8 the one they advise). */
double order_quantile(const double *sorted, size_t n, double p, int type);

/* Median absolute deviation from the median times 1 / z(0.75), so that it
 * estimates the standard deviation of normal values (Hampel 1974).
 * scratch: n. */
double order_mad(const double *x, size_t n, double *scratch);

#endif
