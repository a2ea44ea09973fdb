/* waves.c - values that resemble their neighbours, seen over all rows. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/moment.h"

#include <math.h>
#include <stdlib.h>

/* One-sided level at which all rows together must show it: 1 %. */
#define WAVES_Z 2.326

#define RHO_MOST 0.95

/* A correlation of neighbours that widens a mean's error by a tenth,
 * sqrt((1 + r) / (1 - r)), is not worth half of the pairs. */
#define ALIKE_LEAST 0.1

/* One-sided level of that: .1 %, as half of all pairs are the price. */
#define ALIKE_Z 3.09

struct wave waves_of(const struct run *r, const struct result *res)
{
	double *y = xreallocarray(NULL, res->n_inv + 1, sizeof(*y));
	size_t n = run_costs(r, res, y);
	struct moment m = { 0 };
	double steps = 0;

	for (size_t i = 0; i < n; i++) {
		y[i] = log(y[i]);
		moment_add(&m, y[i]);
		if (i > 0)
			steps += (y[i] - y[i - 1]) * (y[i] - y[i - 1]);
	}
	free(y);
	return (struct wave){ m.m2, steps / 2 };
}

/* Mean correlation of two of n values of a first-order autoregression. */
static double correlation(double rho, size_t n)
{
	double sum = 0, power = 1;

	for (size_t k = 1; k < n; k++) {
		power *= rho;
		sum += (double)(n - k) * power;
	}
	return 2 * sum / ((double)n * ((double)n - 1));
}

/* Over all sides, each row by the inverse of its variance: what is found, what
 * rho makes one expect, and the variance of that without any (von Neumann
 * 1941). */
struct sums {
	double found, expected, var;
};

static struct sums sum(const struct test *tests, size_t n, double rho)
{
	struct sums s = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct test *t = &tests[i];

		for (int side = 0; side < 2; side++) {
			size_t k = side ? t->nb : t->na;
			double size = (double)k, m2 = t->wave[side].m2;

			if (t->kind != TEST_FEW || k < 3 || !(t->t_var > 0))
				continue;
			m2 /= t->t_var;
			s.found += t->wave[side].steps / t->t_var;
			s.expected +=
			    m2 * (1 - rho) / (1 - correlation(rho, k));
			s.var += m2 * m2 * (size - 2) / (size * size - 1);
		}
	}
	return s;
}

double waves_rho(const struct test *tests, size_t n)
{
	struct sums s = sum(tests, n, 0);
	double lo = 0, hi = RHO_MOST;

	if (s.expected - s.found <= WAVES_Z * sqrt(s.var))
		return 0;
	while (hi - lo > 1e-4) {
		double rho = (lo + hi) / 2;

		if (sum(tests, n, rho).expected > s.found)
			lo = rho;
		else
			hi = rho;
	}
	return (lo + hi) / 2;
}

double waves_factor(double rho, size_t n)
{
	double mean = n > 1 ? correlation(rho, n) : 0;

	return (1 + ((double)n - 1) * mean) / (1 - mean);
}

/* One less half the squared steps over the squares about the mean is 0 on
 * average whatever the distribution, with variance (n - 2) / (n^2 - 1) (von
 * Neumann 1941); rows are weighed by the inverse of that. */
double waves_of_pairs(const struct test *tests, const size_t *row, size_t n)
{
	double found = 0, weight = 0;

	for (size_t i = 0; i < n; i++) {
		const struct paired *s = &tests[row[i]].paired;
		double size = (double)s->n, steps = 0, w;
		struct moment m = { 0 };

		moment_add_all(&m, s->series, s->n);
		if (s->n < 4 || !(m.m2 > 0))
			continue;
		for (size_t k = 1; k < s->n; k++)
			steps += (s->series[k] - s->series[k - 1]) *
			    (s->series[k] - s->series[k - 1]);
		w = (size * size - 1) / (size - 2);
		found += w * (1 - steps / 2 / m.m2);
		weight += w;
	}
	if (!(found / weight > fmax(ALIKE_LEAST, ALIKE_Z / sqrt(weight))))
		return 0;
	return found / weight;
}
