/* many.c - several comparisons that are read together: one family of tests. */
#include "judge/inside.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

size_t judge_tested(const struct verdict_set *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n && !v->not_comparable; i++)
		n += isfinite(v->rows[i].p) ? 1 : 0;
	return n;
}

/* Looked at several times: its p-values are those of the look at which a row
 * was decided, and each look has its own share of alpha. */
static bool sequential(const struct judge_pair *p, const struct verdict_set *v)
{
	return v->pairing == PAIRING_INTERLEAVED && p->base->looks > 0;
}

/* The p-values of all comparisons but one: how many. One that was looked at
 * several times rejects by a rule of its own; for the others none of its rows
 * counts as rejected, which can only make them more careful. */
static size_t collect(const struct judge_pair *pairs,
    const struct verdict_set *v, size_t n, size_t but, double *p)
{
	size_t m = 0;

	for (size_t k = 0; k < n; k++) {
		if (k == but || judge_tested(&v[k]) == 0)
			continue;
		for (size_t i = 0; i < v[k].n; i++)
			if (isfinite(v[k].rows[i].p))
				p[m++] = sequential(&pairs[k], &v[k]) ?
				    1 :
				    v[k].rows[i].p;
	}
	return m;
}

static void judge_one(const struct judge_pair *pair, const double *others,
    size_t n_others, struct verdict_set *v)
{
	struct judge_opts o = pair->opts;

	o.others = others;
	o.n_others = n_others;
	verdict_set_release(v);
	judge_compare(pair->base, pair->now, &o, v);
}

/* Which test a row gets depends on how many there are, and its word on all
 * p-values: so first the rows are counted, then tested, then judged. */
void judge_compare_many(const struct judge_pair *pairs, size_t n,
    struct verdict_set *out)
{
	size_t total = 0;
	double *p, *all;
	size_t *count;

	for (size_t k = 0; k < n; k++) {
		out[k] = (struct verdict_set){ 0 };
		judge_one(&pairs[k], NULL, 0, &out[k]);
		total += judge_tested(&out[k]);
	}
	if (n < 2)
		return;
	count = xcalloc(n, sizeof(*count));
	for (size_t k = 0; k < n; k++)
		count[k] = total - judge_tested(&out[k]);
	for (size_t k = 0; k < n; k++)
		judge_one(&pairs[k], NULL, count[k], &out[k]);
	p = xreallocarray(NULL, n * total + 1, sizeof(*p));
	for (size_t k = 0; k < n; k++)
		count[k] = collect(pairs, out, n, k, p + k * total);
	for (size_t k = 0; k < n; k++) {
		all = sequential(&pairs[k], &out[k]) ? NULL : p + k * total;
		judge_one(&pairs[k], all, count[k], &out[k]);
	}
	free(p);
	free(count);
}
