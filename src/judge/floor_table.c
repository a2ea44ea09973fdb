/* floor_table.c - floors of all rows: found, put together, released. */
#include "judge/inside.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_key(const void *a, const void *b)
{
	const struct floor *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : strcmp(x->how, y->how);
}

static int by_words(const void *key, const void *row)
{
	const char *const *words = key;
	const struct floor *f = row;
	int order = strcmp(words[0], f->key);

	return order ? order : strcmp(words[1], f->how);
}

const struct floor *floors_find(const struct floors *f, const char *key,
    const char *how)
{
	const char *words[2] = { key, how };
	const struct floor *found = NULL;

	if (f && f->n > 0)
		found = bsearch(words, f->row, f->n, sizeof(*f->row), by_words);
	return found || !f ? found : f->other;
}

static void larger(struct floor *to, const struct floor *from)
{
	if (from->session > to->session) {
		to->session = from->session;
		to->sessions = from->sessions;
	}
	if (from->boot > to->boot) {
		to->boot = from->boot;
		to->boots = from->boots;
	}
}

/* Room for `before` runs of another history before those of this one, and for
 * `after` behind them. */
static void widen(struct floors *f, size_t before, size_t after)
{
	size_t n = f->n_past, all = before + n + after;
	uint32_t *group = xcalloc(2 * all + 1, sizeof(*group));

	for (size_t i = 0; i < f->n; i++) {
		double *move = floor_moves(all), *old = f->row[i].move;

		for (size_t k = 0; k < n && old; k++) {
			move[before + k] = old[k];
			move[all + before + k] = old[n + k];
		}
		free(old);
		f->row[i].move = move;
	}
	/* groups of two histories never meet */
	for (size_t k = 0; k < n; k++) {
		group[before + k] = (uint32_t)before + f->group[k];
		group[all + before + k] =
		    (uint32_t)(3 * before) + f->group[n + k];
	}
	free(f->group);
	f->group = group;
	f->n_past = all;
}

/* What both histories know of one row, and of all. */
static void join(double *to, const double *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isnan(to[i]))
			to[i] = from[i];
}

void floors_merge(struct floors *to, struct floors *from)
{
	struct floor *all = xcalloc(to->n + from->n + 1, sizeof(*all));
	size_t n = 0, past = to->n_past, more = from->n_past;

	widen(to, 0, more);
	widen(from, past, 0);
	for (size_t k = past; k < past + more; k++) {
		to->group[k] = from->group[k];
		to->group[past + more + k] = from->group[past + more + k];
	}

	for (size_t i = 0, j = 0; i < to->n || j < from->n;) {
		int order = i == to->n ? 1 :
		    j == from->n       ? -1 :
					 by_key(&to->row[i], &from->row[j]);

		if (order <= 0)
			all[n++] = to->row[i++];
		else
			all[n++] = from->row[j++];
		if (order == 0) {
			larger(&all[n - 1], &from->row[j]);
			join(all[n - 1].move, from->row[j].move,
			    2 * (past + more));
			free(from->row[j].move);
			free(from->row[j].key);
			free(from->row[j++].how);
		}
	}
	free(to->row);
	free(from->row);
	free(from->group);
	to->row = all;
	to->n = n;
	memset(from, 0, sizeof(*from));
}

void floors_release(struct floors *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->n; i++) {
		free(f->row[i].key);
		free(f->row[i].how);
		free(f->row[i].move);
	}
	free(f->row);
	free(f->group);
	memset(f, 0, sizeof(*f));
}
