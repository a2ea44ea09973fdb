/* judged.c - runs judged against a first one, or each against the one before.
 */
#include "cmd/judged.h"

#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/history.h"

#include <stdlib.h>

static bool wants(const void *arg, const struct result *res)
{
	const struct judged *j = arg;
	const struct result *mine = run_find(&j->all, res->key);

	return mine && j->chosen[mine - j->all.results];
}

static int choose(struct judged *j, const struct run *runs, size_t n,
    const struct judged_opts *o, struct err *e)
{
	const struct result *res;
	struct result *mine;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < runs[i].n_results; k++) {
			res = &runs[i].results[k];
			mine = run_add(&j->all, res->key);
			mine->unit = res->unit;
			mine->flags = res->flags;
		}
	return source_rows(&j->all, o->rows, o->n_rows, &j->chosen, e);
}

static void make_pairs(const struct run *runs, size_t n,
    const struct judged_opts *o, const struct judge_opts *judge,
    struct judge_pair *pair)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (o->neighbours ? i == 0 : i == o->base)
			continue;
		pair[k].base = &runs[o->neighbours ? i - 1 : o->base];
		pair[k].now = &runs[i];
		pair[k++].opts = *judge;
	}
}

int judged_init(struct judged *j, const struct run *runs, size_t n,
    const struct judged_opts *o, struct err *e)
{
	struct judge_opts judge = judge_defaults;
	struct judge_pair *pair;
	int r;

	*j = (struct judged){ .n = 0 };
	run_init(&j->all);
	r = choose(j, runs, n, o, e);
	if (r < 0)
		return r;
	j->n = n - 1;
	j->pair = xcalloc(j->n, sizeof(*j->pair));
	j->v = xcalloc(j->n, sizeof(*j->v));
	j->floors = xcalloc(j->n, sizeof(*j->floors));
	pair = xcalloc(j->n, sizeof(*pair));
	if (o->delta > 0)
		judge.delta = judge.counts = o->delta;
	judge.band = o->band;
	judge.across = o->across;
	if (j->chosen) {
		judge.wants = wants;
		judge.wants_arg = j;
	}
	make_pairs(runs, n, o, &judge, pair);
	for (size_t i = 0; i < j->n; i++) {
		history_floors(o->store, pair[i].base, pair[i].now,
		    &j->floors[i]);
		pair[i].opts.floors = &j->floors[i];
	}
	judge_compare_many(pair, j->n, j->v);
	for (size_t i = 0; i < j->n; i++)
		j->pair[i] =
		    (struct report_pair){ pair[i].base, pair[i].now, &j->v[i] };
	free(pair);
	return 0;
}

void judged_release(struct judged *j)
{
	for (size_t i = 0; i < j->n; i++) {
		verdict_set_release(&j->v[i]);
		floors_release(&j->floors[i]);
	}
	free(j->pair);
	free(j->v);
	free(j->floors);
	free(j->chosen);
	run_release(&j->all);
	*j = (struct judged){ .n = 0 };
}
