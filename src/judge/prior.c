/* prior.c - what the variances of many rows have in common. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>

struct prior prior_fit(const double *var, const double *df, size_t n)
{
	double *v = xreallocarray(NULL, n + 1, sizeof(*v));
	double floor_var, spread = 0, mean, excess;
	struct prior prior = { 0, 0 };
	struct moment m = { 0 };
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (df[i] > 0)
			v[k++] = var[i];
	order_sort(v, k);
	floor_var = 1e-5 * order_median(v, k);
	free(v);
	for (size_t i = 0; i < n && floor_var > 0; i++) {
		double d = df[i];

		if (!(d > 0))
			continue;
		moment_add(&m,
		    log(fmax(var[i], floor_var)) - dist_digamma(d / 2) +
			log(d / 2));
		spread += dist_trigamma(d / 2);
	}
	if (m.n < 3) /* a spread of spreads needs more rows */
		return prior;
	mean = moment_mean(&m);
	excess = moment_var(&m) - spread / (double)m.n;
	if (excess > 0) {
		prior.df = 2 * dist_trigamma_inverse(excess);
		prior.var =
		    exp(mean + dist_digamma(prior.df / 2) - log(prior.df / 2));
	} else {
		prior.df = INFINITY;
		prior.var = exp(mean);
	}
	return prior;
}

double prior_shrink(const struct prior *p, double var, double *df)
{
	double own = *df;

	*df += p->df;
	return isinf(p->df) ? p->var : (p->df * p->var + own * var) / *df;
}
