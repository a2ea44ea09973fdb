/* cost.c - from raw batch times to the cost of one operation. */
#include "model/cost.h"

#include "base/mem.h"
#include "model/run.h"
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Batches looked at without asking for memory; usual are 10 to 60. */
#define FEW 128

const char *const unit_words[UNITS] = { "ns", "B/s", "Hz", "1", "B", "score",
	"insn" };

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void times_sort(uint64_t *v, size_t n)
{
	qsort(v, n, sizeof(*v), by_value);
}

static double median(const uint64_t *v, size_t n)
{
	uint64_t few[FEW], *copy;
	double m;

	if (n == 0)
		return NAN;
	copy = n <= FEW ? few : xreallocarray(NULL, n, sizeof(*copy));
	memcpy(copy, v, n * sizeof(*copy));
	times_sort(copy, n);
	m = (double)copy[n / 2];
	if (n % 2 == 0)
		m = m / 2 + (double)copy[n / 2 - 1] / 2;
	if (copy != few)
		free(copy);
	return m;
}

/* The median of the batches that count: those at full speed, where the
 * invocation is clear. */
static double middle(const struct invocation *v, const uint64_t *batch,
    uint64_t limit)
{
	uint64_t few[FEW], *kept = few;
	size_t n = 0;
	double m;

	if (limit == UINT64_MAX || !clear_enough(v, limit))
		return median(batch + v->warm, v->n_run - v->warm);
	if (v->n_run > FEW)
		kept = xreallocarray(NULL, v->n_run, sizeof(*kept));
	for (size_t i = v->warm; i < v->n_run; i++)
		if (v->pulse[i] <= limit)
			kept[n++] = batch[i];
	m = median(kept, n);
	if (kept != few)
		free(kept);
	return m;
}

static double raw(const struct run *r, const struct result *res, size_t inv)
{
	const struct invocation *v = &res->inv[inv];

	if (res->value)
		return res->value[inv];
	if (v->n_events > 0)
		return median(v->events, v->n_events);
	if (v->ops == 0 || v->n_run <= v->warm)
		return NAN;
	return middle(v, v->run, clear_limit(r, v)) / (double)v->ops;
}

static bool is_floor(const struct result *res)
{
	return strcmp(res->key, "self_nop") == 0;
}

static double floor_of(const struct run *r, const struct result *nop)
{
	double *cost = xreallocarray(NULL, nop->n_inv + 1, sizeof(*cost)), m;
	size_t i, n = 0;

	for (i = 0; i < nop->n_inv; i++) {
		cost[n] = raw(r, nop, i);
		if (isfinite(cost[n]))
			n++;
	}
	order_sort(cost, n);
	m = order_median(cost, n);
	free(cost);
	return m;
}

/* The run's self_nop, ns an operation; NaN if it has none. Reading the floor
 * for each of a thousand invocations must not cost a sort each time. */
static double run_floor(const struct run *r)
{
	const struct result *nop = run_find(r, "self_nop");
	struct run_cache *c = r->cache;

	if (!nop || nop->n_inv == 0)
		return NAN;
	if (!c)
		return floor_of(r, nop);
	if (c->n != nop->n_inv || c->last != nop->inv[nop->n_inv - 1].run) {
		c->n = nop->n_inv;
		c->last = nop->inv[nop->n_inv - 1].run;
		c->floor = floor_of(r, nop);
	}
	return c->floor;
}

double run_cost_raw(const struct run *r, const struct result *res, size_t inv)
{
	return inv < res->n_inv ? raw(r, res, inv) : NAN;
}

/* Base batches go with the run batches; a stranger's file may have others. */
static double base_of(const struct run *r, const struct invocation *v)
{
	return v->n_base == v->n_run ? middle(v, v->base, clear_limit(r, v)) :
				       median(v->base, v->n_base);
}

static double cost(const struct run *r, const struct result *res, size_t inv,
    double floor_ns)
{
	const struct invocation *v = &res->inv[inv];
	double c = raw(r, res, inv);

	if (v->n_events > 0 || res->value)
		return c;
	if (v->n_base > 0 && v->ops > 0)
		return c - base_of(r, v) / (double)v->ops;
	/* doc/METHOD.md, section 2: subtracted where it is over 1 % */
	if (!(res->flags & RESULT_HIDDEN) && !is_floor(res) &&
	    floor_ns > c * 0.01)
		return c - floor_ns;
	return c;
}

double run_cost(const struct run *r, const struct result *res, size_t inv)
{
	return inv < res->n_inv ? cost(r, res, inv, run_floor(r)) : NAN;
}

void run_each_cost(const struct run *r, const struct result *res, double *out)
{
	bool leaves = run_leaves_shared(r, res);
	double floor_ns = run_floor(r);

	for (size_t i = 0; i < res->n_inv; i++)
		out[i] = leaves && !run_clear(r, res, i) ?
		    NAN :
		    cost(r, res, i, floor_ns);
}

size_t run_costs(const struct run *r, const struct result *res, double *out)
{
	size_t n = 0;

	run_each_cost(r, res, out);
	for (size_t i = 0; i < res->n_inv; i++)
		if (isfinite(out[i]) && out[i] > 0)
			out[n++] = out[i];
	return n;
}

double run_display(const struct result *res, double cost_ns)
{
	double amount = res->unit == UNIT_RATE ? (double)res->bytes : 1;

	if (!unit_is_rate(res->unit))
		return cost_ns;
	return cost_ns > 0 ? amount / cost_ns * 1e9 : NAN;
}
