/* expect.c - how long a run will take, before it begins. */
#include "cmd/expect.h"

#include "base/mem.h"
#include "cmd/measure.h"

#include <stdlib.h>

/* Runs that are looked at: a run of some rows may be the last, but the profile
 * was measured lately. */
#define LOOKED 3

/* What lies between two invocations: questions and answers, rounds. */
static int64_t between_ns(const struct run *r)
{
	uint64_t first = UINT64_MAX, last = 0, wall = 0;
	const struct invocation *v;
	size_t i, k, n = 0;

	for (i = 0; i < r->n_results; i++)
		for (k = 0; k < r->results[i].n_inv; k++, n++) {
			v = &r->results[i].inv[k];
			first = v->start_ns < first ? v->start_ns : first;
			if (v->start_ns + v->wall_ns > last)
				last = v->start_ns + v->wall_ns;
			wall += v->wall_ns;
		}
	if (n == 0 || last - first < wall)
		return 0;
	return (int64_t)((last - first - wall) / n);
}

int64_t expect_row_ns(const struct run *r, const struct result *res)
{
	uint64_t wall = 0;
	size_t i;

	for (i = 0; i < res->n_inv; i++)
		wall += res->inv[i].wall_ns;
	return res->n_inv ? (int64_t)(wall / res->n_inv) + between_ns(r) : 0;
}

/* Fill in the rows that are not known yet. */
static void learn(const struct run *r, const struct catalogue *c, int64_t *ns)
{
	const struct result *res;
	size_t i;

	for (i = 0; i < c->n; i++) {
		if (!c->chosen[i] || ns[i] > 0)
			continue;
		res = run_find(r, c->row[i].key);
		if (res)
			ns[i] = expect_row_ns(r, res);
	}
}

int64_t expect_round_ns(struct store *s, const struct catalogue *c,
    size_t *known)
{
	int64_t *ns = xcalloc(c->n + 1, sizeof(*ns)), sum = 0;
	struct store_entry *entry = NULL;
	size_t n = 0, i, looked = 0;
	struct err none;
	struct run r;

	if (s && store_list(s, &entry, &n, &none) < 0)
		n = 0;
	for (i = 0; i < n && looked < LOOKED; i++) {
		/* Made in pairs: what lies between two is another run's. */
		if (entry[i].pair || entry[i].n_results == 0)
			continue;
		looked++;
		run_init(&r);
		if (store_load(s, entry[i].id, &r, &none) == 0)
			learn(&r, c, ns);
		run_release(&r);
	}
	store_entries_free(entry, n);
	*known = 0;
	for (i = 0; i < c->n; i++) {
		if (!c->chosen[i] || c->row[i].unsupported)
			continue;
		*known += ns[i] > 0;
		sum += ns[i] > 0 ? ns[i] : measure_forecast(1, 1);
	}
	free(ns);
	return sum;
}
