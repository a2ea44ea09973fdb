/* variance.c - how much of a row's spread is between processes. */
#include "judge/variance.h"

#include "base/mem.h"
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_INVOCATIONS 6 /* as an interval takes */
#define LEAST_BATCHES     3
#define HALF_PI           1.5707963267948966

/* sd of the logs of an invocation's batches; NaN where there are too few. */
static double within(const struct invocation *inv)
{
	size_t n = inv->n_run > inv->warm ? inv->n_run - inv->warm : 0;
	double *y = xcalloc(n + 1, sizeof(*y));
	double *scratch = xcalloc(n + 1, sizeof(*scratch)), sd = NAN;
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (inv->run[inv->warm + i] > 0)
			y[k++] = log((double)inv->run[inv->warm + i]);
	if (k >= LEAST_BATCHES)
		sd = order_mad(y, k, scratch);
	free(y);
	free(scratch);
	return sd;
}

static double median(double *x, size_t n)
{
	order_sort(x, n);
	return order_median(x, n);
}

/* sd of the logs of what invocations cost; they count as everywhere else. */
static double between(const struct run *r, const struct result *res)
{
	double *y = xcalloc(res->n_inv + 1, sizeof(*y));
	double *scratch = xcalloc(res->n_inv + 1, sizeof(*scratch)), sd = NAN;
	size_t n = run_costs(r, res, y);

	for (size_t i = 0; i < n; i++)
		y[i] = log(y[i]);
	if (n >= LEAST_INVOCATIONS)
		sd = order_mad(y, n, scratch);
	free(y);
	free(scratch);
	return sd;
}

bool judge_variance(const struct run *r, const struct result *res,
    struct variance *out)
{
	double *sd = xcalloc(res->n_inv + 1, sizeof(*sd));
	double *m = xcalloc(res->n_inv + 1, sizeof(*m));
	double whole = between(r, res), own;
	bool events = false;

	*out = (struct variance){ .n = 0 };
	for (size_t i = 0; i < res->n_inv; i++) {
		const struct invocation *inv = &res->inv[i];
		double s = within(inv);

		events |= inv->n_events > 0;
		if (isnan(s))
			continue;
		sd[out->n] = s;
		m[out->n++] = (double)(inv->n_run - inv->warm);
	}
	if (out->n > 0) {
		out->batch = median(sd, out->n);
		out->batches = median(m, out->n);
		own = HALF_PI * out->batch * out->batch / out->batches;
		out->process = sqrt(fmax(0, whole * whole - own));
		out->more = out->process * out->process > own;
	}
	free(sd);
	free(m);
	return out->n >= LEAST_INVOCATIONS && isfinite(whole) && !events;
}
