/* compare_markdown.c - comparisons as Markdown that GitHub shows. */
#include "report/many.h"
#include "report/markdown.h"

#include "base/mem.h"
#include "report/change.h"
#include "report/differ.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_heads(const struct many *m, struct buf *out)
{
	const char *kernel;
	char text[96];

	buf_add(out, "| run | measured | kernel | rounds |\n");
	markdown_rule(out, "lllr");
	for (size_t i = 0; i <= m->n; i++) {
		const struct run *r = many_run(m, i);

		kernel = host_get(&r->host, "kernel.release");
		buf_add_char(out, '|');
		markdown_cell(out, m->name[i]);
		markdown_cell(out,
		    rows_when(r->started_ns, text, sizeof(text)));
		markdown_cell(out, kernel ? kernel : "unknown");
		buf_addf(out, " %u |\n", r->rounds);
	}
	buf_add_char(out, '\n');
}

/* -- Facts --------------------------------------------------------------- */

static void put_facts(const struct many *m, struct buf *out)
{
	struct differ f;

	differ_init(&f, m);
	if (f.n > 0) {
		buf_add(out, "Facts that differ:\n\n| fact |");
		for (size_t i = 0; i <= m->n; i++)
			markdown_cell(out, m->name[i]);
		buf_add(out, "\n|---|");
		for (size_t i = 0; i <= m->n; i++)
			buf_add(out, "---|");
		buf_add_char(out, '\n');
	}
	for (size_t i = 0; i < f.n; i++) {
		buf_add_char(out, '|');
		markdown_cell(out, f.key[i]);
		for (size_t k = 0; k <= m->n; k++) {
			const char *v =
			    host_get(&many_run(m, k)->host, f.key[i]);

			markdown_cell(out, v ? v : "unknown");
		}
		buf_add_char(out, '\n');
	}
	if (f.n > 0)
		buf_add_char(out, '\n');
	differ_release(&f);
}

/* -- Rows ---------------------------------------------------------------- */

/* Bold where it is an alarm. */
static void put_verdict(struct buf *out, enum verdict v)
{
	const char *bold = verdict_is_sure(v) ? "**" : "";

	buf_addf(out, " %s", bold);
	markdown_text(out, verdict_words[v]);
	buf_addf(out, "%s |", bold);
}

/* A comparison in columns of its own. */
static void put_single(struct buf *out, const struct comparison *c)
{
	struct change d = change_of(c);
	char text[96];

	markdown_cell(out,
	    c->b ? rows_value(c->b, c->cost_b, text, sizeof(text)) : "-");
	markdown_cell(out, change_text(&d, text, sizeof(text)));
	markdown_cell(out, change_interval(&d, text, sizeof(text)));
	put_verdict(out, c->verdict);
	markdown_cell(out, c->note);
}

/* One of several: change, interval and verdict in one cell. */
static void put_one(struct buf *out, const struct comparison *c)
{
	struct change d;
	char text[96];

	if (!c) {
		put_verdict(out, VERDICT_MISSING);
		return;
	}
	d = change_of(c);
	buf_add_char(out, ' ');
	if (isfinite(d.by))
		markdown_text(out, change_text(&d, text, sizeof(text)));
	if (isfinite(d.lo) && isfinite(d.hi)) {
		buf_add(out, " (");
		markdown_text(out, change_interval(&d, text, sizeof(text)));
		buf_add(out, ")");
	}
	put_verdict(out, c->verdict);
}

static void put_table_head(const struct many *m, struct buf *out)
{
	buf_add(out, "| row |");
	markdown_cell(out, m->name[0]);
	markdown_cell(out, m->name[1]);
	if (m->n == 1)
		buf_add(out, " change | 95 % interval | verdict | note |");
	for (size_t k = 1; k < m->n; k++)
		markdown_cell(out, m->name[k + 1]);
	buf_add(out, "\n|---|--:|");
	buf_add(out, m->n == 1 ? "--:|--:|--:|---|---|" : "---|");
	for (size_t k = 1; k < m->n; k++)
		buf_add(out, "---|");
	buf_add_char(out, '\n');
}

static void put_table(const struct many *m, const struct report_opts *o,
    struct buf *out)
{
	bool any = false;
	char text[96];

	for (size_t i = 0; i < m->n_rows; i++) {
		const struct many_row *r = &m->row[i];
		const struct comparison *c = r->cell[0];

		if (!o->all && !many_matters(m, r))
			continue;
		if (!any)
			put_table_head(m, out);
		any = true;
		row_label(r->res, text, sizeof(text));
		buf_add_char(out, '|');
		markdown_cell(out, text);
		markdown_cell(out,
		    c && c->a ?
			rows_value(c->a, c->cost_a, text, sizeof(text)) :
			"-");
		if (m->n == 1 && c)
			put_single(out, c);
		for (size_t k = 0; m->n > 1 && k < m->n; k++)
			put_one(out, r->cell[k]);
		buf_add_char(out, '\n');
	}
	if (any)
		buf_add_char(out, '\n');
}

/* What stands before the numbers of each comparison: its order in time, and
 * what came out. */
static void put_counts(const struct many *m, const struct style *s,
    struct buf *out)
{
	struct buf line = BUF_INIT, lines = BUF_INIT;
	size_t verdicts = 0;

	many_alone(m, &line);
	if (line.len > 0)
		buf_addf(&lines, "Alone: %s\n", buf_str(&line));
	for (size_t k = 0; k < m->n; k++) {
		const struct verdict_set *v = m->pair[k].v;

		buf_clear(&line);
		change_counts(m->pair[k].base, m->pair[k].now, v, s, 0, &line);
		for (size_t i = 0; i < line.len; i++)
			if (line.s[i] == '\n')
				line.s[i] = ' ';
		buf_addf(&lines, "%s against %s: %s%s%s\n", m->name[k + 1],
		    many_base(m, k), buf_str(&line),
		    v->order[0] ? "Order: " : "", v->order);
		verdicts += judge_tested(v);
	}
	if (m->n > 1 && verdicts > 0)
		buf_addf(&lines,
		    "The %zu verdicts are corrected together: if nothing "
		    "differs, one such table in twenty raises an alarm.\n",
		    verdicts);
	markdown_items(&lines, out);
	buf_add_char(out, '\n');
	buf_release(&line);
	buf_release(&lines);
}

static void put_rest(const struct many *m, size_t k,
    const struct report_opts *o, struct buf *out)
{
	const struct verdict_set *v = m->pair[k].v;
	const struct comparison **order = change_sorted(v);
	struct buf lines = BUF_INIT;

	if (v->advice[0])
		table_wrap(&lines, v->advice, o->style.width, 0);
	if (m->n > 1)
		change_notes(order, v, o, &lines);
	rest_put(order, v, o, &lines);
	change_put_suite(v, &o->style, &lines);
	if (m->n > 1) {
		markdown_text(out, m->name[k + 1]);
		buf_add(out, " against ");
		markdown_text(out, many_base(m, k));
		buf_add(out, ":\n\n");
	}
	markdown_items(&lines, out);
	if (k + 1 < m->n)
		buf_add_char(out, '\n');
	buf_release(&lines);
	free(order);
}

void report_compare_markdown(const struct report_pair *pair, size_t n,
    const struct report_opts *o, struct buf *out)
{
	struct report_opts wide = { { .width = MARKDOWN_WIDE }, o->all,
		o->show };
	struct many m;

	many_init(&m, pair, n);
	put_heads(&m, out);
	put_facts(&m, out);
	put_counts(&m, &wide.style, out);
	put_table(&m, &wide, out);
	for (size_t k = 0; k < n; k++)
		put_rest(&m, k, &wide, out);
	many_release(&m);
}
