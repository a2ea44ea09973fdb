/* list_page.c - the page of a row: what is measured, its arguments, cases. */
#include "cmd/list.h"

#include "base/mem.h"
#include "base/num.h"
#include "cmd/catalogue.h"
#include "cmd/cmd.h"
#include "report/page.h"
#include "report/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of an argument that are named one by one. */
#define NAMED 4

/* Where the text of a page begins. */
#define INDENT 13

static const char *const units[UNITS] = {
	[UNIT_NS] = "time per operation, less is better",
	[UNIT_RATE] = "bytes per second, more is better",
	[UNIT_HZ] = "operations per second, more is better",
	[UNIT_COUNT] = "a number, less is better",
	[UNIT_SIZE] = "bytes, less is better",
	[UNIT_SCORE] = "points, more is better",
	[UNIT_INSN] = "instructions per operation, less is better",
};

void list_words(const char *head, char *const *words, struct buf *out)
{
	size_t i;

	for (i = 0; words && words[i]; i++)
		buf_addf(out, "%s%s", i ? ", " : head, words[i]);
}

static const char *limit(const struct wire_param *p, int64_t v, char *out,
    size_t size)
{
	if (p->kind && strcmp(p->kind, "bytes") == 0)
		return num_bytes(v, out, size);
	snprintf(out, size, "%lld", (long long)v);
	return out;
}

/* " (2 to 200)", or the words but those given: " (or smt, cache)". */
static void put_range(const struct wire_param *p, const char *const *given,
    size_t n_given, struct buf *out)
{
	char least[32], most[32];
	size_t i, k, n = 0;

	for (i = 0; p->words && p->words[i]; i++) {
		for (k = 0; k < n_given; k++)
			if (strcmp(given[k], p->words[i]) == 0)
				break;
		if (k == n_given)
			buf_addf(out, "%s%s",
			    n++         ? ", " :
				n_given ? " (or " :
					  " (",
			    p->words[i]);
	}
	if (n > 0)
		buf_add_char(out, ')');
	if (i == 0 && p->max > 0)
		buf_addf(out, " (%s to %s)",
		    limit(p, p->min, least, sizeof(least)),
		    limit(p, p->max, most, sizeof(most)));
}

/* The values that an argument has in these cases; the caller frees. */
static const char **values(const struct wire_msg *const *row, size_t k,
    size_t param, const char *profile, size_t *n)
{
	const char **value = xcalloc(k + 1, sizeof(*value)), *v;
	size_t i, j;

	*n = 0;
	for (i = 0; i < k; i++) {
		v = param < row[i]->n_params ? row[i]->params[param].value :
					       NULL;
		if (!v || (profile && !words_have(row[i]->profiles, profile)))
			continue;
		for (j = 0; j < *n; j++)
			if (strcmp(value[j], v) == 0)
				break;
		if (j == *n)
			value[(*n)++] = v;
	}
	return value;
}

static const char *profile_of(const struct wire_msg *const *row, size_t k)
{
	size_t i;

	for (i = 0; i < k; i++)
		if (words_have(row[i]->profiles, "default"))
			return "default";
	return NULL;
}

static void put_values(const struct wire_msg *const *row, size_t k,
    size_t param, struct buf *out)
{
	const char **v;
	size_t n, i;

	v = values(row, k, param, profile_of(row, k), &n);
	for (i = 0; i < n && n <= NAMED; i++)
		buf_addf(out, "%s%s", i ? "," : "", v[i]);
	if (n > NAMED)
		buf_addf(out, "%s..%s", v[0], v[n - 1]);
	put_range(&row[0]->params[param], v, n <= NAMED ? n : 0, out);
	free(v);
}

void list_params(const struct wire_msg *const *row, size_t k, struct buf *out)
{
	size_t i;

	for (i = 0; i < row[0]->n_params; i++) {
		buf_addf(out, "%s%s=", i ? ", " : "", row[0]->params[i].name);
		put_values(row, k, i, out);
	}
}

/* How to give arguments, where some are numbers. */
static void put_use(struct buf *out, const struct wire_msg *m, size_t width)
{
	size_t i;

	for (i = 0; i < m->n_params; i++)
		if (!m->params[i].words || !m->params[i].words[0])
			break;
	buf_addf(out, "  run        perfloss run %s\n",
	    m->n_params ? m->key : m->name);
	if (i < m->n_params)
		page_put(out, "", "or with values of your own", width, INDENT);
}

static void put_arguments(const struct wire_msg *const *row, size_t k,
    size_t width, struct buf *out)
{
	const struct wire_msg *m = row[0];
	struct buf b = BUF_INIT;
	size_t i;

	if (m->n_params > 0)
		buf_add(out,
		    "arguments, as in the default profile (and what "
		    "is possible):\n");
	for (i = 0; i < m->n_params; i++) {
		buf_clear(&b);
		put_values(row, k, i, &b);
		if (m->params[i].help && m->params[i].help[0])
			buf_addf(&b, ": %s", m->params[i].help);
		page_put(out, m->params[i].name, buf_str(&b), width, INDENT);
	}
	buf_release(&b);
}

static void put_cases(const struct wire_msg *const *row, size_t k, size_t width,
    struct buf *out)
{
	struct buf b = BUF_INIT;
	size_t i;

	buf_add(out, "cases:\n");
	for (i = 0; i < k; i++) {
		buf_clear(&b);
		buf_add(&b, row[i]->key);
		list_words(" in ", row[i]->profiles, &b);
		if (row[i]->unsupported)
			buf_addf(&b, "; not here: %s", row[i]->unsupported);
		page_put(out, "", buf_str(&b), width, 2);
	}
	buf_release(&b);
}

static void put_page(const struct wire_msg *const *row, size_t k, size_t width,
    struct buf *out)
{
	const struct page *page = page_find(row[0]->name);
	struct buf b = BUF_INIT;

	buf_addf(out, "%s - ", row[0]->name);
	table_wrap(out, row[0]->summary ? row[0]->summary : "", width,
	    strlen(row[0]->name) + 3);
	page_put(out, "unit", units[row[0]->unit], width, INDENT);
	page_put(out, "also", row[0]->alias, width, INDENT);
	list_words("", row[0]->needs, &b);
	page_put(out, "needs", buf_str(&b), width, INDENT);
	if (page)
		page_parts(page, width, INDENT, out);
	page_put(out, "calls", row[0]->calls, width, INDENT);
	put_use(out, row[k - 1], width);
	put_arguments(row, k, width, out);
	put_cases(row, k, width, out);
	buf_release(&b);
}

void list_pages(const struct wire_msg *const *row, size_t n, struct buf *out)
{
	struct style style = out_style();
	size_t i, k;

	for (i = 0; i < n; i += k) {
		k = list_cases(row, n, i);
		if (i > 0)
			buf_add_char(out, '\n');
		put_page(row + i, k, style.width, out);
	}
}
