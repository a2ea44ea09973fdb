/* tails.c - percentiles of single events, and the times of commands, as rows of
 * their own. */
#include "model/tails.h"

#include "base/mem.h"
#include "model/cost.h"
#include "model/run_index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer events than this in each invocation are values of windows, not a
 * distribution: their tails are not even said to be missing. */
#define FEW 20

static const struct tail {
	const char *suffix;
	unsigned permille;
} tails[] = { { ":p95", 950 }, { ":p99", 990 } };
#define TAILS (sizeof(tails) / sizeof(tails[0]))

size_t tails_least(unsigned permille)
{
	return TAILS_BEYOND * 1000 / (1000 - permille);
}

uint64_t tails_at(const uint64_t *sorted, size_t n, unsigned permille)
{
	size_t rank = (n * permille + 999) / 1000;

	return sorted[rank > 0 ? rank - 1 : 0];
}

uint64_t *tails_events(const struct result *res, size_t *n)
{
	uint64_t *all;
	size_t k = 0;

	for (size_t i = 0; i < res->n_inv; i++)
		k += res->inv[i].n_events;
	all = xreallocarray(NULL, k + 1, sizeof(*all));
	*n = 0;
	for (size_t i = 0; i < res->n_inv; i++) {
		if (res->inv[i].n_events == 0)
			continue;
		memcpy(all + *n, res->inv[i].events,
		    res->inv[i].n_events * sizeof(*all));
		*n += res->inv[i].n_events;
	}
	times_sort(all, *n);
	return all;
}

/* How many events an invocation has: the middle of them. One that was cut short
 * must not take the row away. */
static size_t usual_events(const struct result *res)
{
	uint64_t *n = xreallocarray(NULL, res->n_inv + 1, sizeof(*n));
	size_t middle;

	for (size_t i = 0; i < res->n_inv; i++)
		n[i] = res->inv[i].n_events;
	times_sort(n, res->n_inv);
	middle = res->n_inv ? (size_t)n[(res->n_inv - 1) / 2] : 0;
	free(n);
	return middle;
}

/* The percentiles of each invocation, which is sorted once for all of them. */
static void take(const struct result *res, double *const value[TAILS])
{
	struct result one = *res;
	uint64_t *sorted;
	size_t n;

	for (size_t i = 0; i < res->n_inv; i++) {
		one.inv = &res->inv[i];
		one.n_inv = 1;
		sorted = tails_events(&one, &n);
		for (size_t k = 0; k < TAILS; k++)
			value[k][i] = n == 0 ?
			    NAN :
			    (double)tails_at(sorted, n, tails[k].permille);
		free(sorted);
	}
}

/* A row made from another one, or NULL where a stranger's file has it: values
 * are taken, they become nobody's then. */
static struct result *make(struct run *r, size_t parent, const char *suffix,
    double *value)
{
	const struct result *of = &r->results[parent];
	char *key = xasprintf("%s%s", of->key, suffix);
	struct result *made = NULL;

	if (run_find(r, key)) {
		free(value);
	} else {
		made = run_add(r, key);
		of = &r->results[parent]; /* it may have moved */
		free(made->name);
		made->name = xstrdup(of->name);
		made->unit = of->unit;
		made->bytes = of->bytes;
		made->flags = of->flags | RESULT_TAIL;
		made->value = value;
		made->inv = of->inv;
		made->n_inv = of->n_inv;
	}
	free(key);
	return made;
}

/* It has no values after all; the caller says why. */
static void refuse(struct result *made)
{
	made->outcome = OUTCOME_SKIPPED;
	made->inv = NULL;
	made->n_inv = 0;
}

static void add(struct run *r, size_t parent, double *const value[TAILS])
{
	size_t least, usual = usual_events(&r->results[parent]);

	for (size_t k = 0; k < TAILS; k++) {
		const char *suffix = tails[k].suffix;
		struct result *tail = make(r, parent, suffix, value[k]);

		least = tails_least(tails[k].permille);
		if (!tail || usual >= least)
			continue;
		refuse(tail);
		tail->why = xasprintf("%s takes %zu events in an "
				      "invocation, there are fewer",
		    suffix + 1, least);
	}
}

static void add_percentiles(struct run *r, size_t parent)
{
	const struct result *res = &r->results[parent];
	double *value[TAILS];
	bool events = false;

	for (size_t k = 0; k < res->n_inv; k++)
		events |= res->inv[k].n_events >= FEW;
	if (!events)
		return;
	for (size_t k = 0; k < TAILS; k++)
		value[k] =
		    xreallocarray(NULL, res->n_inv + 1, sizeof(*value[k]));
	take(res, value);
	add(r, parent, value);
}

/* -- Times of commands --------------------------------------------------- */

/* What is judged beside the real time of a command: notes of its invocations
 * (doc/WIRE.md, "done of a program"). */
static const struct part {
	const char *suffix, *note, *where;
} parts[] = { { ":user", "user_ns", "user time" },
	{ ":sys", "sys_ns", "time in the kernel" } };
#define PARTS (sizeof(parts) / sizeof(parts[0]))

/* A time that the kernel gives as 0 is one below its tick, not none. */
static void add_part(struct run *r, size_t parent, const struct part *p)
{
	size_t n = r->results[parent].n_inv, none = 0;
	double *value = xreallocarray(NULL, n + 1, sizeof(*value));
	struct result *made;

	for (size_t i = 0; i < n; i++) {
		value[i] =
		    invocation_number(&r->results[parent].inv[i], p->note);
		none += !(value[i] > 0);
	}
	made = make(r, parent, p->suffix, value);
	if (!made || none == 0)
		return;
	refuse(made);
	made->why = xasprintf("%zu of %zu runs have no %s: it is less than the "
			      "kernel counts",
	    none, n, p->where);
}

static void add_parts(struct run *r, size_t parent)
{
	const struct result *res = &r->results[parent];

	if (res->n_inv == 0 ||
	    isnan(invocation_number(&res->inv[0], parts[0].note)))
		return;
	for (size_t k = 0; k < PARTS; k++)
		add_part(r, parent, &parts[k]);
}

void run_tails(struct run *r)
{
	size_t n = r->n_results;

	for (size_t i = 0; i < n; i++) {
		if (r->results[i].outcome != OUTCOME_OK ||
		    (r->results[i].flags & RESULT_TAIL))
			continue;
		add_percentiles(r, i);
		add_parts(r, i);
	}
}

void run_view(const struct run *r, struct run *view)
{
	*view = *r;
	view->index = run_index_new();
	view->results =
	    xreallocarray(NULL, r->n_results + 1, sizeof(*view->results));
	if (r->n_results > 0)
		memcpy(view->results, r->results,
		    r->n_results * sizeof(*view->results));
	view->cap_results = r->n_results + 1;
	run_tails(view);
}

void run_view_release(struct run *view)
{
	for (size_t i = 0; i < view->n_results; i++)
		if (view->results[i].flags & RESULT_TAIL)
			result_release(&view->results[i]);
	free(view->results);
	run_index_free(view->index);
	memset(view, 0, sizeof(*view));
}

bool is_tail(const char *key)
{
	const char *colon = strrchr(key, ':');

	for (size_t k = 0; k < TAILS && colon; k++)
		if (strcmp(colon, tails[k].suffix) == 0)
			return true;
	return false;
}

const char *tail_of(const struct result *res)
{
	return res->flags & RESULT_TAIL ? strrchr(res->key, ':') : NULL;
}
