/* waves.c - few values that resemble their neighbours, seen over all rows. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/moment.h"

#include <math.h>
#include <stdlib.h>

/* One-sided level at which all rows together must show it: 1 %. */
#define WAVES_Z 2.326

#define RHO_MOST 0.95

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
