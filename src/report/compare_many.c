/* compare_many.c - several comparisons as text: a column for each. */
#include "report/differ.h"
#include "report/many.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/change.h"
#include "report/confound.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 8  /* "differs" and a blank */
#define CELL   14 /* columns: "+4.3 % slower?" */
#define VALUE  9  /* "4.81 GB/s" */
#define MOST   12 /* comparisons in one table */

/* -- Head ---------------------------------------------------------------- */

static void put_heads(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	static const char *const heads[] = { "", "", "", "", NULL };
	struct table *t = table_new(heads, "LlLl");
	char text[96 + MANY_NAME];

	for (size_t i = 0; i <= m->n; i++) {
		const struct run *r = many_run(m, i);

		report_run_name(r, text, sizeof(text));
		/* what the columns call it stands first */
		if (strstr(text, m->name[i]))
			table_cell(t, text);
		else
			table_cellf(t, "%s: %s", m->name[i], text);
		table_colour(t, BOLD);
		table_cell(t, rows_when(r->started_ns, text, sizeof(text)));
		table_cell(t, rows_system(r, text, sizeof(text)));
		table_cell(t, rows_rounds(r, text, sizeof(text)));
	}
	table_print(t, &o->style, out);
	table_free(t);
}

/* "head    name: line" for each; once without a name where all are equal. */
static void put_each(const struct many *m, const char *head,
    const char *const *line, const struct report_opts *o, struct buf *out)
{
	struct buf text = BUF_INIT;
	bool equal = true;

	for (size_t k = 1; k < m->n; k++)
		equal &= strcmp(line[k], line[0]) == 0;
	for (size_t k = 0; k < (equal ? 1 : m->n); k++) {
		if (!line[k][0])
			continue;
		buf_clear(&text);
		if (!equal)
			buf_addf(&text, "%s: ", m->name[k + 1]);
		buf_add(&text, line[k]);
		buf_addf(out, "%-*s", INDENT, head);
		table_wrap(out, buf_str(&text), o->style.width, INDENT);
		head = "";
	}
	buf_release(&text);
}

static void put_order(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	const char **line = xcalloc(m->n + 1, sizeof(*line));

	for (size_t k = 0; k < m->n; k++)
		line[k] = m->pair[k].v->order;
	put_each(m, "order", line, o, out);
	free(line);
}

static void put_alone(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	struct buf line = BUF_INIT;

	many_alone(m, &line);
	if (line.len > 0) {
		buf_addf(out, "%-*s", INDENT, "alone");
		table_wrap(out, line.s, o->style.width, INDENT);
	}
	buf_release(&line);
}

struct facts {
	struct buf line;
	size_t n;
	bool all;
};

static void add_fact(void *to, const char *key, const char *a, const char *b)
{
	struct facts *d = to;

	buf_addf(&d->line, "%s%s", d->n++ ? ", " : "", key);
	differ_values(a, b, d->all, &d->line);
}

static void put_confounded(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	const struct run **run = xcalloc(m->n + 1, sizeof(*run));

	for (size_t i = 0; i <= m->n; i++)
		run[i] = many_run(m, i);
	confound_put(run, m->n + 1, &o->style, out);
	free(run);
}

static void put_facts(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	const char **line = xcalloc(m->n + 1, sizeof(*line));
	struct facts *d = xcalloc(m->n + 1, sizeof(*d));

	for (size_t k = 0; k < m->n; k++) {
		d[k].all = o->all;
		host_diff(&m->pair[k].base->host, &m->pair[k].now->host,
		    add_fact, &d[k]);
		line[k] = buf_str(&d[k].line);
	}
	put_each(m, "differs", line, o, out);
	for (size_t k = 0; k < m->n; k++)
		buf_release(&d[k].line);
	free(line);
	free(d);
}

/* -- Counts -------------------------------------------------------------- */

#define NAMES 36 /* columns: "The row is neither SLOWER nor FASTER." beside */

static void put_name(const char *name, size_t wide, struct buf *out)
{
	size_t w = text_width(name);

	if (w > wide) {
		buf_addf(out, "%.*s..  ", (int)text_fit(name, wide - 2), name);
		return;
	}
	buf_add(out, name);
	buf_add_fill(out, ' ', wide - w + 2);
}

static void put_counts(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	size_t verdicts = 0, wide = 0, w;
	struct buf line = BUF_INIT;

	for (size_t i = 0; i <= m->n; i++) {
		w = text_width(m->name[i]);
		wide = w > wide ? w : wide;
	}
	wide = wide > NAMES ? NAMES : wide;
	for (size_t k = 0; k < m->n; k++) {
		const struct report_pair *p = &m->pair[k];

		put_name(m->name[k + 1], wide, out);
		change_counts(p->base, p->now, p->v, &o->style, wide + 2, out);
		verdicts += judge_tested(p->v);
	}
	if (verdicts > 0) {
		buf_addf(&line,
		    "The %zu verdicts are corrected together: if nothing "
		    "differs, one such table in twenty raises an alarm.",
		    verdicts);
		table_wrap(out, buf_str(&line), o->style.width, 0);
	}
	buf_release(&line);
}

/* -- Tables -------------------------------------------------------------- */

static void add_cell(struct table *t, const struct comparison *c, bool *seen)
{
	enum verdict v = c ? c->verdict : VERDICT_MISSING;
	struct change d;
	char text[64];

	seen[v] = true;
	if (!c || !isfinite(c->change)) {
		table_cellf(t, "%6s %s", "-", many_mark(v));
	} else {
		d = change_of(c);
		table_cellf(t, "%6s %s", change_text(&d, text, sizeof(text)),
		    many_mark(v));
	}
	table_colour(t, change_colour(v));
}

static void add_value(struct table *t, const struct comparison *c)
{
	char text[64];

	table_cell(t,
	    c && c->a ? rows_value(c->a, c->cost_a, text, sizeof(text)) : "-");
}

/* All rows are wanted, or so few that the rest of the report is longer. */
static bool shows_all(const struct many *m, const struct report_opts *o)
{
	return o->all || m->n_rows <= CHANGE_FEW;
}

/* Columns first .. first + n - 1 of the pairs; all tables have the same rows,
 * or are not there. */
static void put_table(const struct many *m, size_t first, size_t n, bool *seen,
    const struct report_opts *o, struct buf *out)
{
	char head[MOST + 2][MANY_NAME], label[96], align[MOST + 3] = "Lr";
	const char *heads[MOST + 3] = { "row" };
	struct table *t;

	for (size_t k = 0; k <= n; k++) {
		const char *name = k ? m->name[first + k] : many_base(m, first);

		snprintf(head[k + 1], MANY_NAME, "%.*s",
		    (int)text_fit(name, k ? CELL : VALUE), name);
		heads[k + 1] = head[k + 1];
	}
	memset(align + 2, 'l', n);
	t = table_new(heads, align);
	for (size_t i = 0; i < m->n_rows; i++) {
		const struct many_row *r = &m->row[i];

		if (!shows_all(m, o) && !many_matters(m, r))
			continue;
		row_label(r->res, label, sizeof(label));
		table_cell(t, label);
		add_value(t, r->cell[first]);
		for (size_t k = 0; k < n; k++)
			add_cell(t, r->cell[first + k], seen);
	}
	if (table_rows(t) > 0 && first > 0)
		buf_add_char(out, '\n');
	if (table_rows(t) > 0)
		table_print(t, &o->style, out);
	table_free(t);
}

static void put_legend(const struct many *m, const bool *seen,
    const struct report_opts *o, struct buf *out)
{
	/* Words with one meaning stand together. */
	static const enum verdict order[] = { VERDICT_SLOWER, VERDICT_FASTER,
		VERDICT_MAYBE_SLOWER, VERDICT_MAYBE_FASTER, VERDICT_SAME,
		VERDICT_CANNOT_TELL, VERDICT_SUSPECT, VERDICT_NOT_COMPARABLE,
		VERDICT_MISSING };
	struct buf line = BUF_INIT;
	const char *means = NULL;

	for (size_t i = 0; i < VERDICTS; i++) {
		enum verdict v = order[i];

		if (!seen[v])
			continue;
		if (means && strcmp(means, many_means(v)) == 0)
			buf_add(&line, ", ");
		else if (means)
			buf_addf(&line, ": %s; ", means);
		buf_add(&line, many_mark(v));
		means = many_means(v);
	}
	if (means) {
		buf_addf(&line, ": %s. Each column is against %s.", means,
		    many_neighbours(m) ? "the run before" : m->name[0]);
		table_wrap(out, buf_str(&line), o->style.width, 0);
	}
	buf_release(&line);
}

/* As many columns as fit, in tables of about the same width. */
static void put_tables(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	size_t left = ROW_LABEL + 1 + VALUE, most, tables, n;
	bool seen[VERDICTS] = { false };

	most = o->style.width > left ? (o->style.width - left) / (CELL + 1) : 0;
	most = most < 1 ? 1 : most > MOST ? MOST : most;
	tables = (m->n + most - 1) / most;
	for (size_t first = 0; tables > 0; tables--, first += n) {
		n = (m->n - first + tables - 1) / tables;
		put_table(m, first, n, seen, o, out);
	}
	put_legend(m, seen, o, out);
}

/* -- Each column --------------------------------------------------------- */

static void add_rest(const struct report_pair *p, const struct report_opts *o,
    struct buf *out)
{
	const struct comparison **order = change_sorted(p->v);

	if (p->v->advice[0])
		table_wrap(out, p->v->advice, o->style.width, 0);
	change_notes(order, p->v, o, out);
	rest_put(order, p->v, o, out);
	change_put_suite(p->v, &o->style, out);
	free(order);
}

/* What is left to say of each, once where it is the same: a table of one
 * value a run says it of all of them. */
static void put_rests(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	struct buf *rest = xcalloc(m->n, sizeof(*rest)), head = BUF_INIT;
	bool each = many_neighbours(m);

	for (size_t k = 0; k < m->n; k++)
		add_rest(&m->pair[k], o, &rest[k]);
	for (size_t k = 0; k < m->n; k++) {
		if (rest[k].len == 0)
			continue; /* said already */
		buf_clear(&head);
		for (size_t i = k; i < m->n; i++) {
			if (strcmp(buf_str(&rest[i]), buf_str(&rest[k])) != 0)
				continue;
			buf_addf(&head, "%s%s", head.len ? ", " : "",
			    m->name[i + 1]);
			if (each)
				buf_addf(&head, " against %s", many_base(m, i));
			if (i > k)
				buf_clear(&rest[i]);
		}
		if (!each)
			buf_addf(&head, " against %s", many_base(m, k));
		buf_addf(out, "\n%s", style_on(&o->style, BOLD));
		table_wrap(out, buf_str(&head), o->style.width, 0);
		buf_addf(out, "%s%s", style_off(&o->style, BOLD),
		    buf_str(&rest[k]));
	}
	for (size_t k = 0; k < m->n; k++)
		buf_release(&rest[k]);
	buf_release(&head);
	free(rest);
}

void report_compare_many(const struct report_pair *pair, size_t n,
    const struct report_opts *o, struct buf *out)
{
	struct many m;

	many_init(&m, pair, n);
	put_heads(&m, o, out);
	put_order(&m, o, out);
	put_alone(&m, o, out);
	put_facts(&m, o, out);
	put_confounded(&m, o, out);
	buf_add_char(out, '\n');
	put_counts(&m, o, out);
	put_tables(&m, o, out);
	put_rests(&m, o, out);
	buf_add_char(out, '\n');
	table_wrap(out,
	    shows_all(&m, o) ? "'-v' shows a report for each." :
			       "'-v' shows all rows, in a report for each.",
	    o->style.width, 0);
	many_release(&m);
}
