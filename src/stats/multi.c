/* multi.c - p-values of many rows, adjusted. */
#include "stats/multi.h"

#include "stats/order.h"

void multi_holm(const double *p, size_t n, double *out, size_t *order)
{
	double most = 0;

	order_index(p, order, n);
	for (size_t i = 0; i < n; i++) {
		double v = p[order[i]] * (double)(n - i);

		if (v > most)
			most = v;
		out[order[i]] = most > 1 ? 1 : most;
	}
}

static void step_up(const double *p, size_t n, double factor, double *out,
    size_t *order)
{
	double least = 1;

	order_index(p, order, n);
	for (size_t i = n; i-- > 0;) {
		double v = p[order[i]] * factor * (double)n / (double)(i + 1);

		if (v < least)
			least = v;
		out[order[i]] = least;
	}
}

void multi_bh(const double *p, size_t n, double *out, size_t *order)
{
	step_up(p, n, 1, out, order);
}

void multi_by(const double *p, size_t n, double *out, size_t *order)
{
	double harmonic = 0;

	for (size_t i = 1; i <= n; i++)
		harmonic += 1 / (double)i;
	step_up(p, n, harmonic, out, order);
}
