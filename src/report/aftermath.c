/* aftermath.c - what a load did and what it left, as text. */
#include "report/aftermath.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Things that are left before "and N more". */
#define LEFT_MOST 12

/* Unclear rows whose reasons fit beside the rest. */
#define UNCLEAR_FEW 2

/* The reason that most of the unclear rows have, where there are several. */
static void put_most(const struct remark *r, size_t n, const struct style *s,
    struct buf *out)
{
	size_t best = 0, most = 0;
	char *text;

	for (size_t i = 0; i < n; i++) {
		size_t same = 0;

		for (size_t k = 0; k < n; k++)
			same += strcmp(r[i].why, r[k].why) == 0;
		if (same > most) {
			most = same;
			best = i;
		}
	}
	text = xasprintf("%zu rows, %zu of them: %s ('-v' says why each)", n,
	    most, r[best].why);
	report_line("unclear", text, s, out);
	free(text);
}

/* Columns of a command that is a load: a line. */
#define WHAT_MOST 60

static const char *span(double s, char *out, size_t size)
{
	char digits[32];

	if (s < 10)
		snprintf(out, size, "%s s",
		    num_digits(s, 2, digits, sizeof(digits)));
	else
		num_span(s, out, size);
	return out;
}

/* -- The head ------------------------------------------------------------ */

void aftermath_verdict(const struct aftermath *a, const struct after_judged *j,
    struct buf *line)
{
	size_t n[AFTER_WORDS] = { 0 };
	char rows[32], time[32];

	if (a->to_ns[AFTER_BASELINE] == 0 && a->to_ns[AFTER_RECOVERY] > 0) {
		buf_add(line, "The run of the baseline is not there.");
		return;
	}
	if (a->to_ns[AFTER_RECOVERY] == 0 || j->n == 0) {
		buf_add(line, "Ended before it could be told.");
		return;
	}
	for (size_t i = 0; i < j->n; i++)
		n[j->row[i].word]++;
	rows_count(j->n, "row", rows, sizeof(rows));
	span(j->recovery_s, time, sizeof(time));
	if (j->word == AFTER_SLOWER)
		buf_addf(line, "STILL SLOWER %s after the load: %zu of %s",
		    time, n[AFTER_SLOWER], rows);
	else if (j->word == AFTER_RECOVERED)
		buf_addf(line, "RECOVERED: %zu of %s", n[AFTER_RECOVERED],
		    rows);
	else
		buf_addf(line, "CANNOT TELL: %zu of %s %s recovered",
		    n[AFTER_RECOVERED], rows,
		    n[AFTER_RECOVERED] == 1 ? "has" : "have");
	if (n[AFTER_UNCLEAR] > 0 && j->word != AFTER_UNCLEAR)
		buf_addf(line, ", %zu cannot tell", n[AFTER_UNCLEAR]);
	buf_addf(line, "; %s",
	    j->n_left > 0           ? "something is left" :
		j->snapshots[1] < 2 ? "what is left is unknown" :
				      "nothing left was found");
}

static void put_verdict(const struct aftermath *a, const struct after_judged *j,
    const struct style *s, struct buf *out)
{
	static const enum colour colour[AFTER_WORDS] = { GREEN, RED, YELLOW };
	bool told = a->to_ns[AFTER_RECOVERY] > 0 && j->n > 0;
	enum colour c = told ? colour[j->word] : PLAIN;
	struct buf line = BUF_INIT;

	aftermath_verdict(a, j, &line);
	buf_addf(out, "%s", style_on(s, c));
	table_wrap(out, buf_str(&line), s->width, 0);
	buf_addf(out, "%s", style_off(s, c));
	buf_release(&line);
}

static void put_shares(const struct after_shares *x, struct buf *line)
{
	if (x->all > 0)
		buf_addf(line, "; it used %s%.2f CPUs",
		    x->brief ? "at least " : "", x->all);
	if (x->n < 2)
		return;
	buf_addf(line, ", each copy %.3f to %.3f, half of them below %.3f",
	    x->least, x->most, x->middle);
	if (x->brief)
		buf_add(line, ": too short to say whether that is fair");
	else
		buf_addf(line, ": %s (Jain's index %.3f)",
		    x->jain >= 0.95 ? "fair" : "not fair", x->jain);
}

static void put_load(const struct aftermath *a, const struct after_judged *j,
    const struct style *s, struct buf *out)
{
	double span_s = (double)(a->load.to_ns - a->load.from_ns) / 1e9;
	const char *what = a->load.what ? a->load.what : "unknown";
	size_t fits = text_fit(what, WHAT_MOST);
	struct buf line = BUF_INIT;
	char time[32];

	buf_addf(&line, "%.*s%s, %s%s", (int)fits, what,
	    what[fits] ? "..." : "", span(span_s, time, sizeof(time)),
	    a->load.ended ? ", ended by itself" : "");
	put_shares(&j->shares, &line);
	report_line("load", buf_str(&line), s, out);
	buf_release(&line);
}

/* -- Rows ---------------------------------------------------------------- */

static const char *percent(const struct after_change *c, char *out, size_t size)
{
	if (c->verdict == VERDICT_MISSING || !isfinite(c->change))
		snprintf(out, size, "-");
	else
		num_change(c->change, out, size);
	return out;
}

static const char *interval(const struct after_change *c, char *out,
    size_t size)
{
	if (c->verdict == VERDICT_MISSING || !isfinite(c->lo) ||
	    !isfinite(c->hi))
		snprintf(out, size, "-");
	else
		snprintf(out, size, "%+.1f .. %+.1f", 100 * c->lo, 100 * c->hi);
	return out;
}

/* Whether the load made it slower, so that it had something to recover from. */
static bool was_slower(const struct after_row *r)
{
	enum verdict v = r->at[AFTER_LOAD].verdict;

	return v == VERDICT_SLOWER || v == VERDICT_MAYBE_SLOWER;
}

static void put_word(const struct after_row *r, char *out, size_t size)
{
	char time[32];

	if (r->word != AFTER_RECOVERED)
		snprintf(out, size, "%s", after_words[r->word]);
	else if (r->recovered_s > 0 && was_slower(r))
		snprintf(out, size, "after %s",
		    span(r->recovered_s, time, sizeof(time)));
	else
		snprintf(out, size, "yes");
}

static struct result named(const struct after_row *r)
{
	struct result res = *r->res;

	res.key = r->key;
	return res;
}

/* In the order for people, fresh processes first. */
static int by_row(const void *a, const void *b)
{
	const struct after_row *x = *(const struct after_row *const *)a;
	const struct after_row *y = *(const struct after_row *const *)b;
	const struct result rx = named(x), ry = named(y);
	int order = rows_compare(&rx, &ry);

	return order ? order : (int)x->survivor - (int)y->survivor;
}

const struct after_row **aftermath_sorted(const struct after_judged *j)
{
	const struct after_row **row = xcalloc(j->n + 1, sizeof(*row));

	for (size_t i = 0; i < j->n; i++)
		row[i] = &j->row[i];
	if (j->n > 0)
		qsort(row, j->n, sizeof(*row), by_row);
	return row;
}

static void put_rows(const struct after_row *const *sorted, size_t n,
    const struct style *s, struct buf *out)
{
	static const enum colour colour[AFTER_WORDS] = { PLAIN, RED, YELLOW };
	const char *const heads[] = { "row", "process", "baseline", "load",
		"after", "95 % interval", "recovered", NULL };
	struct table *t = table_new(heads, "Llrrrrl");

	for (size_t i = 0; i < n; i++) {
		const struct after_row *r = sorted[i];
		struct after_cells c;

		aftermath_cells(r, &c);
		table_cell(t, c.label);
		table_cell(t, r->survivor ? "survivor" : "fresh");
		table_cell(t, c.cost);
		table_cell(t, c.load);
		table_cell(t, c.after);
		table_cell(t, c.range);
		table_cell(t, c.word);
		table_colour(t, colour[r->word]);
	}
	table_print(t, s, out);
	table_free(t);
}

static void put_overruns(const struct after_row *const *sorted, size_t n,
    const struct style *s, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct after_row *r = sorted[i];
		struct buf line = BUF_INIT;

		for (int p = 0; p < AFTER_PHASES; p++)
			if (r->overruns[p].periods > 0)
				buf_addf(&line, "%s%s %llu of %llu",
				    line.len ? ", " : "", after_phase_words[p],
				    (unsigned long long)r->overruns[p].overruns,
				    (unsigned long long)r->overruns[p].periods);
		if (line.len > 0) {
			char *text = xasprintf("%s process: %s",
			    r->survivor ? "surviving" : "fresh",
			    buf_str(&line));

			report_line("overruns", text, s, out);
			free(text);
		}
		buf_release(&line);
	}
}

static void put_notes(const struct after_judged *j, bool all,
    const struct style *s, struct buf *out)
{
	struct remark *r = xcalloc(j->n + 1, sizeof(*r));
	char label[96];
	size_t n = 0;

	for (size_t i = 0; i < j->n; i++) {
		const struct after_row *row = &j->row[i];
		struct result res = named(row);

		if (row->word != AFTER_UNCLEAR || !row->note[0])
			continue;
		row_label(&res, label, sizeof(label));
		r[n].head = "unclear";
		r[n].why = row->note;
		snprintf(r[n++].name, sizeof(r->name), "%.40s%s", label,
		    row->survivor ? " survivor" : "");
	}
	if (all || n <= UNCLEAR_FEW)
		rows_remarks(r, n, all ? n : ROWS_LISTED, s->width, out);
	else
		put_most(r, n, s, out);
	free(r);
}

/* -- What is left --------------------------------------------------------- */

static void put_left(const struct after_judged *j, const struct style *s,
    struct buf *out)
{
	char *text;

	if (j->snapshots[0] < 2 || j->snapshots[1] < 2) {
		report_line("left",
		    "unknown: the state was not looked at often enough", s,
		    out);
		return;
	}
	if (j->n_left == 0) {
		text = xasprintf("nothing was found%s (%zu looks at the state "
				 "before, %zu after)",
		    j->n_unread > 0 ? " in what could be read" : "",
		    j->snapshots[0], j->snapshots[1]);
		report_line("left", text, s, out);
		free(text);
	}
	for (size_t i = 0; i < j->n_left && i < LEFT_MOST; i++) {
		const struct after_left *l = &j->left[i];

		text = l->before[0] ?
		    xasprintf("%s: %s -> %s", l->what, l->before, l->after) :
		    xstrdup(l->what);
		report_line("left", text, s, out);
		free(text);
	}
	if (j->n_left > LEFT_MOST) {
		text = xasprintf("and %zu more ('--json' lists them)",
		    j->n_left - LEFT_MOST);
		report_line("left", text, s, out);
		free(text);
	}
}

static void put_all(const char *head, char *const *line, size_t n,
    const struct style *s, struct buf *out)
{
	for (size_t i = 0; i < n; i++)
		report_line(head, line[i], s, out);
}

/* What is said below the table. */
static void put_rest(const struct aftermath *a, const struct after_judged *j,
    const struct after_row *const *row, bool every, const struct style *s,
    struct buf *out)
{
	char *text, all[32], tail[32];

	put_overruns(row, j->n, s, out);
	put_notes(j, every, s, out);
	report_missing(&a->phase[AFTER_BASELINE], s, out);
	put_left(j, s, out);
	put_all("unread", j->unread, j->n_unread, s, out);
	put_all("warning", j->warning, j->n_warnings, s, out);
	if (!isfinite(j->tail_s))
		return;
	text = xasprintf("not interleaved; after: %s to %s after the load, "
			 "against the baseline",
	    span(j->tail_s, tail, sizeof(tail)),
	    span(j->recovery_s, all, sizeof(all)));
	report_line("order", text, s, out);
	free(text);
}

void report_aftermath(const struct aftermath *a, const struct after_judged *j,
    const struct report_opts *o, struct buf *out)
{
	const struct style *s = &o->style;
	const struct after_row **row = aftermath_sorted(j);

	put_verdict(a, j, s, out);
	put_load(a, j, s, out);
	buf_add_char(out, '\n');
	put_rows(row, j->n, s, out);
	put_rest(a, j, row, o->all, s, out);
	free(row);
}

void aftermath_lines(const struct aftermath *a, const struct after_judged *j,
    const struct style *s, struct buf *out)
{
	const struct after_row **row = aftermath_sorted(j);

	put_load(a, j, s, out);
	put_rest(a, j, row, true, s, out);
	free(row);
}

void aftermath_cells(const struct after_row *r, struct after_cells *c)
{
	struct result res = named(r);

	row_label(&res, c->label, sizeof(c->label));
	rows_value(&res, r->cost, c->cost, sizeof(c->cost));
	percent(&r->at[AFTER_LOAD], c->load, sizeof(c->load));
	percent(&r->at[AFTER_RECOVERY], c->after, sizeof(c->after));
	interval(&r->at[AFTER_RECOVERY], c->range, sizeof(c->range));
	put_word(r, c->word, sizeof(c->word));
}
