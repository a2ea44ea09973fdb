/* imported.c - what other tools' numbers say of themselves: how they were
 * rounded, means with a spread, and values far from the others. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/dist.h"
#include "stats/moment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool judge_imported(const struct run *r)
{
	return host_get(&r->host, "import.format") != NULL;
}

/* -- Rounding ------------------------------------------------------------ */

double judge_rounded(const struct result *res)
{
	double most = 0;

	for (size_t i = 0; i < res->n_inv; i++)
		most = fmax(most, invocation_number(&res->inv[i], "step"));
	return most;
}

/* The mean of values that vary by less than half a step has the error of one:
 * up to half a step. Where they vary more the errors cancel (Sheppard 1898;
 * the variance they add is in test_prepare). */
static double bias(const double *y, size_t n, double step)
{
	struct moment m = { 0 };

	moment_add_all(&m, y, n);
	return n < 2 || moment_sd(&m) < step / 2 ? step / 2 : 0;
}

double judge_rounding_bias(const struct test *t)
{
	return bias(t->a, t->na, t->rounded[0]) +
	    bias(t->b, t->nb, t->rounded[1]);
}

/* -- Means with a spread ------------------------------------------------- */

bool judge_summarised(const struct result *res)
{
	return res && res->n_inv == 1 &&
	    invocation_noted(&res->inv[0], "sd") != NULL;
}

/* One side: its mean, the variance of that over its square, and how many. */
struct side_mean {
	double mean, var, n;
};

static struct side_mean of_values(const struct run *r, const struct result *res)
{
	double *cost = xreallocarray(NULL, res->n_inv + 1, sizeof(*cost));
	struct moment m = { 0 };
	struct side_mean s;

	moment_add_all(&m, cost, run_costs(r, res, cost));
	free(cost);
	s.n = (double)m.n;
	s.mean = moment_mean(&m);
	s.var = m.n > 1 ? moment_var(&m) / s.n / (s.mean * s.mean) : NAN;
	return s;
}

/* The relative error of 1/x is that of x, so a rate needs nothing else. */
static struct side_mean side_mean(const struct run *r, const struct result *res)
{
	struct side_mean s = { run_cost(r, res, 0), 0, 0 };
	double sd, step;

	if (!judge_summarised(res))
		return of_values(r, res);
	sd = invocation_number(&res->inv[0], "sd");
	step = judge_rounded(res);
	s.n = invocation_number(&res->inv[0], "n");
	s.var = sd * sd / s.n + step * step / 12;
	return s;
}

void test_summary(struct test *t, const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b)
{
	struct side_mean x = side_mean(ra, a), y = side_mean(rb, b);
	double se;

	t->kind = TEST_SUMMARY;
	t->df = 0; /* no part in what rows have in common */
	t->n_mean[0] = x.n;
	t->n_mean[1] = y.n;
	t->shift = log(y.mean / x.mean);
	t->t_var = x.var + y.var;
	t->t_df = t->t_var * t->t_var /
	    (x.var * x.var / (x.n - 1) + y.var * y.var / (y.n - 1));
	se = sqrt(t->t_var);
	t->p = se > 0 && t->t_df > 0 ?
	    2 * dist_t_cdf(-fabs(t->shift) / se, t->t_df) :
	    1;
}
