/* order.c - sorting, quantiles and what follows from order alone. */
#include "stats/order.h"

#include "stats/dist.h"

#include <math.h>
#include <stdbool.h>

static bool below(double a, double b, bool magnitude)
{
	return magnitude ? fabs(a) < fabs(b) : a < b;
}

static void sift(double *x, size_t i, size_t n, bool magnitude)
{
	double v = x[i];

	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= n)
			break;
		if (child + 1 < n && below(x[child], x[child + 1], magnitude))
			child++;
		if (!below(v, x[child], magnitude))
			break;
		x[i] = x[child];
		i = child;
	}
	x[i] = v;
}

static void heap_sort(double *x, size_t n, bool magnitude)
{
	for (size_t i = n / 2; i-- > 0;)
		sift(x, i, n, magnitude);
	for (size_t end = n; end-- > 1;) {
		double top = x[0];

		x[0] = x[end];
		x[end] = top;
		sift(x, 0, end, magnitude);
	}
}

void order_sort(double *x, size_t n)
{
	heap_sort(x, n, false);
}

void order_sort_abs(double *x, size_t n)
{
	heap_sort(x, n, true);
}

static bool index_below(const double *x, size_t a, size_t b)
{
	if (x[a] < x[b] || x[b] < x[a])
		return x[a] < x[b];
	return a < b;
}

static void index_sift(const double *x, size_t *order, size_t i, size_t n)
{
	size_t v = order[i];

	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= n)
			break;
		if (child + 1 < n &&
		    index_below(x, order[child], order[child + 1]))
			child++;
		if (!index_below(x, v, order[child]))
			break;
		order[i] = order[child];
		i = child;
	}
	order[i] = v;
}

void order_index(const double *x, size_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = n / 2; i-- > 0;)
		index_sift(x, order, i, n);
	for (size_t end = n; end-- > 1;) {
		size_t top = order[0];

		order[0] = order[end];
		order[end] = top;
		index_sift(x, order, 0, end);
	}
}

double order_median(const double *sorted, size_t n)
{
	if (n == 0)
		return NAN;
	if (n % 2 == 1)
		return sorted[n / 2];
	/* halves: the sum of large ones is infinite */
	return sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
}

double order_quantile(const double *sorted, size_t n, double p, int type)
{
	double h, floor_h;
	size_t i;

	if (n == 0 || !(p >= 0 && p <= 1))
		return NAN;
	/* position of the quantile, counted from 1 */
	if (type == 8)
		h = ((double)n + 1.0 / 3) * p + 1.0 / 3;
	else
		h = ((double)n - 1) * p + 1;
	if (h <= 1)
		return sorted[0];
	if (h >= (double)n)
		return sorted[n - 1];
	floor_h = floor(h);
	i = (size_t)floor_h - 1;
	return sorted[i] + (h - floor_h) * (sorted[i + 1] - sorted[i]);
}

double order_mad(const double *x, size_t n, double *scratch)
{
	double med;

	if (n == 0)
		return NAN;
	for (size_t i = 0; i < n; i++)
		scratch[i] = x[i];
	order_sort(scratch, n);
	med = order_median(scratch, n);
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(x[i] - med);
	order_sort(scratch, n);
	return order_median(scratch, n) / dist_norm_quantile(0.75);
}
