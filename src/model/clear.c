/* clear.c - which batches had their core to themselves. */
#include "base/mem.h"
#include "model/cost.h"
#include "model/run.h"
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A pulse lasts 2 us or more and the clock's step is 20 ns: 1 %. Another
 * hardware thread at work makes it 10 % to 80 % longer (measured on a guest
 * with others on its host; between, there is nothing). */
#define FULL_SPEED 1.02

#define CLEAR_LEAST   6 /* values that have an interval (judge/estimate.c) */
#define BATCHES_LEAST 3 /* as many as the shortest invocation has */

void invocation_pulsed(struct invocation *inv)
{
	uint64_t *v;

	inv->fast = 0;
	if (inv->n_pulse == 0)
		return;
	v = xreallocarray(NULL, inv->n_pulse, sizeof(*v));
	memcpy(v, inv->pulse, inv->n_pulse * sizeof(*v));
	times_sort(v, inv->n_pulse);
	inv->fast = v[(inv->n_pulse - 1) / 4];
	free(v);
}

void run_cache_free(struct run_cache *c)
{
	if (c)
		free(c->fastest);
	free(c);
}

static struct fastest *fastest_of(struct run_cache *c, int cpu)
{
	struct fastest *f;

	for (size_t i = 0; i < c->n_fastest; i++)
		if (c->fastest[i].cpu == cpu)
			return &c->fastest[i];
	c->fastest = xgrow(c->fastest, c->n_fastest, &c->cap_fastest,
	    sizeof(*c->fastest));
	f = &c->fastest[c->n_fastest++];
	*f = (struct fastest){ .cpu = cpu, .ns = UINT64_MAX };
	return f;
}

static void fill(struct run_cache *c, const struct run *r)
{
	c->n_fastest = 0;
	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->results[i].n_inv; k++) {
			const struct invocation *v = &r->results[i].inv[k];
			struct fastest *f;

			if (v->fast == 0)
				continue;
			f = fastest_of(c, v->cpu[0]);
			if (v->fast < f->ns)
				f->ns = v->fast;
		}
}

uint64_t clear_limit(const struct run *r, const struct invocation *v)
{
	struct run_cache *c = r->cache;

	if (r->all_batches || !c || v->n_pulse != v->n_run || v->fast == 0)
		return UINT64_MAX;
	if (c->filled != c->changes + 1) {
		c->filled = c->changes + 1;
		fill(c, r);
	}
	return (uint64_t)((double)fastest_of(c, v->cpu[0])->ns * FULL_SPEED);
}

static size_t within(const struct invocation *v, uint64_t limit)
{
	size_t n = 0;

	for (size_t i = v->warm; i < v->n_pulse; i++)
		n += v->pulse[i] <= limit;
	return n;
}

bool clear_enough(const struct invocation *v, uint64_t limit)
{
	size_t all = v->n_run - v->warm;

	return limit == UINT64_MAX ||
	    within(v, limit) >= (all < BATCHES_LEAST ? all : BATCHES_LEAST);
}

bool run_clear(const struct run *r, const struct result *res, size_t inv)
{
	const struct invocation *v = &res->inv[inv];

	if (v->n_events > 0 || res->value || v->n_run <= v->warm)
		return true;
	return clear_enough(v, clear_limit(r, v));
}

bool run_leaves_shared(const struct run *r, const struct result *res)
{
	size_t clear = 0;

	for (size_t i = 0; i < res->n_inv && clear < CLEAR_LEAST; i++)
		clear += run_clear(r, res, i);
	return clear == CLEAR_LEAST;
}

static double median(double *v, size_t n)
{
	order_sort(v, n);
	return order_median(v, n);
}

/* The median pulse of the batches that count, over full speed. */
static double slowness(const struct run *r, const struct invocation *v)
{
	uint64_t limit = clear_limit(r, v);
	size_t n = v->n_run > v->warm ? v->n_run - v->warm : 0;
	double *x, m;

	if (limit == UINT64_MAX || n == 0)
		return 1;
	x = xreallocarray(NULL, n, sizeof(*x));
	for (size_t i = 0; i < n; i++)
		x[i] = (double)v->pulse[v->warm + i];
	m = median(x, n) * FULL_SPEED / (double)limit;
	free(x);
	return m > 1 ? m : 1;
}

double run_slowdown(const struct run *r, const struct result *res)
{
	double *x = xreallocarray(NULL, res->n_inv + 1, sizeof(*x)), m;
	size_t n = 0;

	for (size_t i = 0; i < res->n_inv; i++) {
		bool clear = res->inv[i].n_events == 0 && run_clear(r, res, i);

		x[n++] = clear ? 1 : slowness(r, &res->inv[i]);
	}
	m = n == 0 || run_leaves_shared(r, res) ? 1 : median(x, n);
	free(x);
	return m;
}

double run_shared(const struct run *r)
{
	size_t n = 0, slow = 0;

	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->results[i].n_inv; k++) {
			const struct invocation *v = &r->results[i].inv[k];
			uint64_t limit = clear_limit(r, v);

			if (limit == UINT64_MAX || v->n_run <= v->warm ||
			    (r->results[i].flags & RESULT_TAIL))
				continue;
			n += v->n_run - v->warm;
			slow += v->n_run - v->warm - within(v, limit);
		}
	return n == 0 ? NAN : (double)slow / (double)n;
}
