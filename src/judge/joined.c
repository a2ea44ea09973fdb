/* joined.c - runs of commands made apart, as one table of factors. */
#include "judge/joined.h"

#include "base/buf.h"
#include "base/mem.h"
#include "judge/confound.h"
#include "judge/inside.h"
#include "judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95        1.959964 /* of the normal distribution */
#define CELLS_MOST 100000

#define COMMAND "exec" /* the time of a command */

static bool all_have(const struct run *const *run, size_t n, const char *row)
{
	for (size_t i = 0; i < n; i++) {
		const struct result *res = run_find(run[i], row);

		if (!res || res->unit != UNIT_NS || res->n_inv == 0)
			return false;
	}
	return true;
}

const char *joined_row(const struct run *const *run, size_t n)
{
	if (n == 0 || all_have(run, n, COMMAND))
		return n == 0 ? NULL : COMMAND;
	for (size_t i = 0; i < n; i++)
		if (!judge_imported(run[i]))
			return NULL;
	for (size_t i = 0; i < run[0]->n_results; i++)
		if (all_have(run, n, run[0]->results[i].key))
			return run[0]->results[i].key;
	return NULL;
}

/* What a run says of the row: log of the value, and how sure that is. */
struct place {
	double y, sd;
};

struct join {
	const struct run *const *run;
	size_t n;
	struct factors f;
	struct place *at;
};

static void begin(struct join *j, const struct run *const *run, size_t n,
    const char *row)
{
	struct estimate e;

	*j = (struct join){ .run = run, .n = n, .f = factors_of(run, n) };
	j->at = xcalloc(n + 1, sizeof(*j->at));
	for (size_t i = 0; i < n; i++) {
		const struct result *res = run_find(run[i], row);

		j->at[i] = (struct place){ NAN, NAN };
		if (!res || res->n_inv == 0)
			continue;
		judge_estimate(run[i], res, &e);
		j->at[i].y = log(e.cost);
		j->at[i].sd = (log(e.hi) - log(e.lo)) / (2 * Z95);
	}
}

static void end(struct join *j)
{
	factors_release(&j->f);
	free(j->at);
}

static bool only(const struct join *j, size_t a, size_t b, const char *key)
{
	for (size_t m = 0; m < j->f.n; m++)
		if (strcmp(j->f.key[m], key) != 0 &&
		    factors_differ(j->run[a], j->run[b], j->f.key[m]))
			return false;
	return true;
}

static bool one_boot(const struct join *j)
{
	const char *first = host_get(&j->run[0]->host, "boot.id");

	for (size_t i = 0; i < j->n; i++) {
		const char *boot = host_get(&j->run[i]->host, "boot.id");

		if (!first || !boot || strcmp(first, boot) != 0)
			return false;
	}
	return true;
}

/* The widest and the narrowest that all pairs have in common. */
struct spread_of_pairs {
	double least, most; /* differences */
	double lo, hi;      /* greatest lower end, least upper end */
};

static void take_pair(struct spread_of_pairs *s, const struct place *a,
    const struct place *b, double margin)
{
	double d = b->y - a->y;
	double half = Z95 * hypot(a->sd, b->sd) + log1p(margin);

	s->least = fmin(s->least, d);
	s->most = fmax(s->most, d);
	if (!isfinite(half))
		return;
	s->lo = fmax(s->lo, d - half);
	s->hi = fmin(s->hi, d + half);
}

static void measure(const struct join *j, const char *key, const char *row,
    struct joined_effect *e)
{
	struct spread_of_pairs s = { NAN, NAN, -INFINITY, INFINITY };
	double *weight = xcalloc(j->n, sizeof(*weight)), sum = 0, var = 0;

	e->margin =
	    judge_margin(row, one_boot(j) ? PAIRING_SESSIONS : PAIRING_BOOTS,
		judge_defaults.delta, 0, NULL)
		.alarm;
	for (size_t a = 0; a < j->n; a++)
		for (size_t b = 0; b < j->n; b++) {
			if (strcmp(factors_level(j->run[a], key), e->against) ||
			    strcmp(factors_level(j->run[b], key), e->level) ||
			    !only(j, a, b, key) || !isfinite(j->at[a].y) ||
			    !isfinite(j->at[b].y))
				continue;
			e->pairs++;
			take_pair(&s, &j->at[a], &j->at[b], e->margin);
			sum += j->at[b].y - j->at[a].y;
			weight[b] += 1;
			weight[a] -= 1;
		}
	for (size_t i = 0; i < j->n; i++)
		if (weight[i] != 0)
			var += pow(weight[i] * j->at[i].sd, 2);
	e->change = e->lo = e->hi = NAN;
	if (e->pairs > 0) {
		double n = (double)e->pairs, half = Z95 * sqrt(var) / n;

		e->change = expm1(sum / n);
		e->lo = expm1(sum / n - half);
		e->hi = expm1(sum / n + half);
	}
	e->least = expm1(s.least);
	e->most = expm1(s.most);
	e->disagree = s.lo > s.hi;
	free(weight);
}

/* Levels of a factor in the order of the runs; the caller frees the array. */
static size_t levels_of(const struct join *j, const char *key,
    const char ***out)
{
	size_t n = 0, k;

	*out = xcalloc(j->n + 1, sizeof(**out));
	for (size_t i = 0; i < j->n; i++) {
		const char *level = factors_level(j->run[i], key);

		for (k = 0; k < n && strcmp((*out)[k], level) != 0; k++)
			;
		if (k == n)
			(*out)[n++] = level;
	}
	return n;
}

size_t joined_effects(const struct run *const *run, size_t n, const char *row,
    struct joined_effect **out)
{
	struct joined_effect *e = NULL;
	size_t m = 0, cap = 0;
	struct join j;

	begin(&j, run, n, row);
	for (size_t i = 0; i < j.f.n; i++) {
		const char **level;
		size_t levels = levels_of(&j, j.f.key[i], &level);

		for (size_t k = 1; k < levels; k++) {
			e = xgrow(e, m, &cap, sizeof(*e));
			e[m] = (struct joined_effect){
				.factor = factors_name(j.f.key[i]),
				.level = level[k],
				.against = level[0],
			};
			measure(&j, j.f.key[i], row, &e[m++]);
		}
		free(level);
	}
	end(&j);
	*out = e;
	return m;
}

/* -- Cells that are missing ----------------------------------------------- */

static bool is_there(const struct join *j, const char ***level,
    const size_t *at)
{
	for (size_t i = 0; i < j->n; i++) {
		size_t same = 0;

		for (size_t m = 0; m < j->f.n; m++)
			same += strcmp(factors_level(j->run[i], j->f.key[m]),
				    level[m][at[m]]) == 0;
		if (same == j->f.n)
			return true;
	}
	return false;
}

static char *cell_text(const struct join *j, const char ***level,
    const size_t *at, const size_t *levels)
{
	struct buf b = BUF_INIT;

	buf_add(&b, "");
	for (size_t m = 0; m < j->f.n; m++)
		if (levels[m] > 1)
			buf_addf(&b, "%s%s %s", b.len ? ", " : "",
			    factors_name(j->f.key[m]), level[m][at[m]]);
	return buf_take(&b);
}

static bool next_cell(size_t *at, const size_t *levels, size_t n)
{
	for (size_t m = n; m-- > 0;) {
		if (++at[m] < levels[m])
			return true;
		at[m] = 0;
	}
	return false;
}

size_t joined_missing(const struct run *const *run, size_t n, size_t *cells,
    char ***out)
{
	const char ***level;
	size_t *levels, *at, missing = 0;
	struct join j;

	begin(&j, run, n, "");
	level = xcalloc(j.f.n + 1, sizeof(*level));
	levels = xcalloc(j.f.n + 1, sizeof(*levels));
	at = xcalloc(j.f.n + 1, sizeof(*at));
	*out = xcalloc(JOINED_MISSING + 1, sizeof(**out));
	*cells = 1;
	for (size_t m = 0; m < j.f.n; m++) {
		levels[m] = levels_of(&j, j.f.key[m], &level[m]);
		*cells = *cells > CELLS_MOST ? *cells : *cells * levels[m];
	}
	*cells = *cells > CELLS_MOST ? 0 : *cells;
	do {
		if (*cells == 0 || is_there(&j, level, at))
			continue;
		if (missing < JOINED_MISSING)
			(*out)[missing] = cell_text(&j, level, at, levels);
		missing++;
	} while (*cells > 0 && next_cell(at, levels, j.f.n));
	for (size_t m = 0; m < j.f.n; m++)
		free(level[m]);
	free(level);
	free(levels);
	free(at);
	end(&j);
	return missing;
}
