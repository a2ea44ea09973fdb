/* many.c - several comparisons as one table of rows. */
#include "report/many.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/change.h"
#include "report/notes.h"
#include "report/rest.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct run *many_run(const struct many *m, size_t i)
{
	return i == 0 ? m->pair[0].base : m->pair[i - 1].now;
}

bool many_neighbours(const struct many *m)
{
	return m->n > 1 && m->pair[1].base == m->pair[0].now;
}

const char *many_base(const struct many *m, size_t k)
{
	return m->name[many_neighbours(m) ? k : 0];
}

bool many_matters(const struct many *m, const struct many_row *r)
{
	for (size_t k = 0; k < m->n; k++)
		if (r->cell[k] && change_matters(r->cell[k]->verdict))
			return true;
	return false;
}

/* Short words of a cell, and what they mean. */
static const struct {
	const char *word, *means;
} marks[VERDICTS] = {
	[VERDICT_SLOWER] = { "SLOWER", "beyond the margin for sure" },
	[VERDICT_MAYBE_SLOWER] = { "slower?",
	    "a change, maybe within the margin" },
	[VERDICT_SAME] = { "same", "within the margin for sure" },
	[VERDICT_MAYBE_FASTER] = { "faster?",
	    "a change, maybe within the margin" },
	[VERDICT_FASTER] = { "FASTER", "beyond the margin for sure" },
	[VERDICT_CANNOT_TELL] = { "?", "cannot tell" },
	[VERDICT_NOT_COMPARABLE] = { "n/c", "not comparable" },
	[VERDICT_SUSPECT] = { "suspect", "a value is impossible" },
	[VERDICT_MISSING] = { "missing", "not measured in both" },
};

const char *many_mark(enum verdict v)
{
	return marks[v].word;
}

const char *many_means(enum verdict v)
{
	return marks[v].means;
}

/* -- Names --------------------------------------------------------------- */

#define NAMINGS 4

/* What run i could be called, the best first; false = not so. */
static bool naming(const struct many *m, size_t i, int how, char *out)
{
	const struct run *r = many_run(m, i);
	const char *word = how == 0 ? r->label : how == 2 ? r->source : NULL;

	if (how == 3)
		snprintf(out, MANY_NAME, "run %zu", i + 1);
	else if (how == 1 && r->id > 0)
		snprintf(out, MANY_NAME, "#%lld", (long long)r->id);
	else if (word)
		snprintf(out, MANY_NAME, "%s", word);
	else
		return false;
	text_clean(out); /* a file's name may have anything in it */
	return true;
}

static void name_run(const struct many *m, size_t i)
{
	char other[MANY_NAME];
	size_t k;

	for (int how = 0; how < NAMINGS; how++) {
		if (!naming(m, i, how, m->name[i]))
			continue;
		for (k = 0; k <= m->n; k++)
			if (k != i && naming(m, k, how, other) &&
			    strcmp(m->name[i], other) == 0)
				break;
		if (k > m->n)
			return;
	}
}

/* -- Rows ---------------------------------------------------------------- */

struct entry {
	const struct comparison *c;
	size_t pair;
};

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int d = strcmp(x->c->key, y->c->key);

	return d ? d : (x->pair > y->pair) - (x->pair < y->pair);
}

/* A row with its most interesting cell, for sorting. */
struct ranked {
	struct many_row row;
	enum verdict verdict;
	double size;
};

static int by_interest(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->verdict != y->verdict)
		return change_rank(x->verdict, y->verdict);
	if (change_matters(x->verdict) && x->size != y->size)
		return x->size < y->size ? 1 : -1;
	return rows_compare(x->row.res, y->row.res);
}

static void rank(struct ranked *r, size_t n)
{
	const struct comparison *c;
	double size;

	r->verdict = VERDICT_MISSING;
	for (size_t k = 0; k < n; k++) {
		c = r->row.cell[k];
		if (!c)
			continue;
		size = isfinite(c->change) ? fabs(log1p(c->change)) : 0;
		if (change_rank(c->verdict, r->verdict) < 0) {
			r->verdict = c->verdict;
			r->size = size;
		} else if (c->verdict == r->verdict) {
			r->size = fmax(size, r->size);
		}
	}
}

/* All comparisons in the order of their keys; the caller frees. */
static struct entry *gather(const struct many *m, size_t *n)
{
	struct entry *e;
	size_t all = 0;

	for (size_t k = 0; k < m->n; k++)
		all += m->pair[k].v->n;
	e = xcalloc(all + 1, sizeof(*e));
	*n = 0;
	for (size_t k = 0; k < m->n; k++)
		for (size_t i = 0; i < m->pair[k].v->n; i++)
			e[(*n)++] = (struct entry){ &m->pair[k].v->rows[i], k };
	qsort(e, *n, sizeof(*e), by_key);
	return e;
}

static void make_rows(struct many *m)
{
	size_t n, at = 0;
	struct entry *e = gather(m, &n);
	struct ranked *r = xcalloc(n + 1, sizeof(*r));

	m->cells = xcalloc(n * m->n + 1, sizeof(const struct comparison *));
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || strcmp(e[i].c->key, e[i - 1].c->key) != 0) {
			r[at].row.res = comparison_any(e[i].c);
			r[at].row.cell = m->cells + at * m->n;
			at++;
		}
		r[at - 1].row.cell[e[i].pair] = e[i].c;
	}
	for (size_t i = 0; i < at; i++)
		rank(&r[i], m->n);
	qsort(r, at, sizeof(*r), by_interest);
	m->row = xcalloc(at + 1, sizeof(*m->row));
	m->n_rows = at;
	for (size_t i = 0; i < at; i++)
		m->row[i] = r[i].row;
	free(r);
	free(e);
}

void many_init(struct many *m, const struct report_pair *pair, size_t n)
{
	memset(m, 0, sizeof(*m));
	m->pair = pair;
	m->n = n;
	m->name = xcalloc(n + 1, sizeof(*m->name));
	for (size_t i = 0; i <= n; i++)
		name_run(m, i);
	make_rows(m);
}

void many_release(struct many *m)
{
	if (!m)
		return;
	free(m->name);
	free(m->row);
	free(m->cells);
	memset(m, 0, sizeof(*m));
}

void many_alone(const struct many *m, struct buf *out)
{
	const struct env_sample *hog;
	size_t from = out->len;
	double busy;

	for (size_t i = 0; i <= m->n; i++) {
		busy = notes_busy(many_run(m, i), &hog);
		if (!(busy > NOTES_ALONE))
			continue;
		buf_addf(out, "%s%.2f CPUs in %s",
		    out->len > from ? ", " : "no: other programs used ", busy,
		    m->name[i]);
		if (hog)
			buf_addf(out, " (%s)", hog->hog);
	}
}
