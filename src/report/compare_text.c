/* compare_text.c - two runs judged: what matters first, the rest in lines. */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "report/notes.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LISTED   12 /* names in a line of rows before "and N more" */
#define TIMES    9  /* a change above ten times is a factor */
#define FACT_MAX 24 /* columns of a fact's value in the list of differences */

static const char *unknown(const char *s)
{
	return s ? s : "unknown";
}

static void put_heads(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out)
{
	static const char *const heads[] = { "", "", "", "", NULL };
	const struct run *run[2] = { a, b };
	struct table *t = table_new(heads, "LlLl");
	char text[96];
	int i;

	for (i = 0; i < 2; i++) {
		table_cell(t, report_run_name(run[i], text, sizeof(text)));
		table_colour(t, BOLD);
		table_cell(t,
		    rows_when(run[i]->started_ns, text, sizeof(text)));
		table_cellf(t, "Linux %s",
		    unknown(host_get(&run[i]->host, "kernel.release")));
		table_cell(t,
		    rows_count(run[i]->rounds, "round", text, sizeof(text)));
	}
	table_print(t, &o->style, out);
	table_free(t);
}

struct differ {
	struct buf line;
	size_t n;
	bool all;
};

static bool is_short(const char *s)
{
	return strlen(unknown(s)) <= FACT_MAX;
}

static void add_fact(void *to, const char *key, const char *a, const char *b)
{
	struct differ *d = to;

	buf_addf(&d->line, "%s%s", d->n++ ? ", " : "", key);
	if (d->all || (is_short(a) && is_short(b)))
		buf_addf(&d->line, " (%s, %s)", unknown(a), unknown(b));
}

static void put_facts(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out)
{
	struct differ d = { BUF_INIT, 0, o->all };

	host_diff(&a->host, &b->host, add_fact, &d);
	if (d.n > 0) {
		buf_add(out, "differs ");
		table_wrap(out, buf_str(&d.line), o->style.width, 8);
	}
	buf_release(&d.line);
}

/* What other programs did meanwhile, where that was more than nothing. */
static void put_alone(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out)
{
	const struct run *run[2] = { a, b };
	const struct env_sample *hog[2];
	struct buf line = BUF_INIT;
	double busy[2];
	int i;

	for (i = 0; i < 2; i++)
		busy[i] = notes_busy(run[i], &hog[i]);
	if (!(busy[0] > NOTES_ALONE) && !(busy[1] > NOTES_ALONE))
		return;
	buf_add(&line, "no: other programs used ");
	for (i = 0; i < 2; i++) {
		if (isfinite(busy[i]))
			buf_addf(&line, "%.2f CPUs", busy[i]);
		else
			buf_add(&line, "unknown");
		if (busy[i] > NOTES_ALONE && hog[i])
			buf_addf(&line, " (%s)", hog[i]->hog);
		buf_add(&line, i ? " after" : " before, ");
	}
	buf_add(out, "alone   ");
	table_wrap(out, buf_str(&line), o->style.width, 8);
	buf_release(&line);
}

static enum colour verdict_colour(enum verdict v)
{
	if (v == VERDICT_SLOWER)
		return RED;
	if (v == VERDICT_FASTER)
		return GREEN;
	if (v == VERDICT_MAYBE_SLOWER || v == VERDICT_MAYBE_FASTER ||
	    v == VERDICT_SUSPECT)
		return YELLOW;
	return PLAIN;
}

static bool disturbed(const struct run *r)
{
	const struct env_sample *hog;

	return notes_busy(r, &hog) > NOTES_DISTURBS;
}

/* Whether a fact forbids what could be judged; else there was nothing to. */
static bool guarded(const struct verdict_set *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (strcmp(v->rows[i].note, v->why) == 0)
			return true;
	return false;
}

/* "2 of 98 rows are SLOWER, 1 is FASTER." */
static void put_counts(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out)
{
	size_t slower = v->count[VERDICT_SLOWER],
	       faster = v->count[VERDICT_FASTER];
	size_t both = v->n - v->count[VERDICT_MISSING];
	const struct style *s = &o->style;

	buf_add_char(out, '\n');
	if (v->not_comparable) {
		buf_addf(out, "%sNOT COMPARABLE%s: ", style_on(s, RED),
		    style_off(s, RED));
		table_wrap(out, v->why, s->width, 16);
		if (guarded(v))
			buf_add(out,
			    "'perfloss compare --across' judges them all the "
			    "same.\n");
		return;
	}
	if (slower + faster == 0) {
		buf_addf(out, "None of %zu rows is SLOWER or FASTER.\n", both);
		return;
	}
	buf_addf(out, "%s%zu of %zu rows %s SLOWER%s",
	    slower ? style_on(s, RED) : "", slower, both,
	    slower == 1 ? "is" : "are", slower ? style_off(s, RED) : "");
	buf_addf(out, ", %s%zu %s FASTER%s.\n",
	    faster ? style_on(s, GREEN) : "", faster,
	    faster == 1 ? "is" : "are", faster ? style_off(s, GREEN) : "");
	if (disturbed(a) || disturbed(b))
		buf_add(out,
		    "Other programs ran meanwhile, and may be the reason.\n");
}

/* Verdict first, then the size of the change. */
static int by_verdict(const void *x, const void *y)
{
	const struct comparison *a = *(const struct comparison *const *)x;
	const struct comparison *b = *(const struct comparison *const *)y;
	static const int rank[VERDICTS] = { [VERDICT_SLOWER] = 0,
		[VERDICT_FASTER] = 1,
		[VERDICT_MAYBE_SLOWER] = 2,
		[VERDICT_MAYBE_FASTER] = 3,
		[VERDICT_CANNOT_TELL] = 4,
		[VERDICT_SAME] = 5,
		[VERDICT_SUSPECT] = 6,
		[VERDICT_NOT_COMPARABLE] = 7,
		[VERDICT_MISSING] = 8 };
	double da, db;

	if (a->verdict != b->verdict)
		return rank[a->verdict] - rank[b->verdict];
	if (a->verdict > VERDICT_FASTER || a->verdict == VERDICT_SAME)
		return rows_compare(comparison_any(a), comparison_any(b));
	da = fabs(log1p(a->change));
	db = fabs(log1p(b->change));
	if (da != db)
		return da < db ? 1 : -1;
	return rows_compare(comparison_any(a), comparison_any(b));
}

static const struct comparison **sorted(const struct verdict_set *v)
{
	const struct comparison **p = xcalloc(v->n + 1, sizeof(*p));
	size_t i;

	for (i = 0; i < v->n; i++)
		p[i] = &v->rows[i];
	qsort(p, v->n, sizeof(*p), by_verdict);
	return p;
}

/* "+1.2", or "x12.3" where a percentage would not be read. */
static const char *put_change(double x, bool factor, const char *unit,
    char *out, size_t size)
{
	double pct = x * 100;

	if (factor)
		snprintf(out, size, "x%.3g", 1 + x);
	else
		snprintf(out, size, "%+.*f%s", fabs(pct) < 9.95 ? 1 : 0, pct,
		    unit);
	return out;
}

/* A change of the cost as a change of what is shown: a rate falls by a fifth
 * where its cost rises by a quarter. */
static double shown_change(const struct result *res, double change)
{
	return res->unit == UNIT_RATE ? 1 / (1 + change) - 1 : change;
}

static void add_row(struct table *t, const struct comparison *c)
{
	const struct result *res = comparison_any(c);
	bool rate = res->unit == UNIT_RATE;
	double change = shown_change(res, c->change);
	double lo = shown_change(res, rate ? c->hi : c->lo);
	double hi = shown_change(res, rate ? c->lo : c->hi);
	/* One way of writing in a row; no factors around nothing. */
	bool factor = change >= TIMES || (lo > 0 && hi >= TIMES);
	char text[96], from[32], to[32];

	row_label(res, text, sizeof(text));
	table_cell(t, text);
	table_cell(t,
	    c->a ? rows_value(c->a, c->cost_a, text, sizeof(text)) : "-");
	table_cell(t,
	    c->b ? rows_value(c->b, c->cost_b, text, sizeof(text)) : "-");
	table_cell(t,
	    isfinite(change) ?
		put_change(change, factor, " %", text, sizeof(text)) :
		"-");
	if (isfinite(lo) && isfinite(hi))
		table_cellf(t, "%s .. %s",
		    put_change(lo, factor, "", from, sizeof(from)),
		    put_change(hi, factor, "", to, sizeof(to)));
	else
		table_cell(t, "-");
	table_cell(t, verdict_words[c->verdict]);
	table_colour(t, verdict_colour(c->verdict));
}

static bool in_table(const struct comparison *c, const struct report_opts *o)
{
	return o->all || c->verdict == VERDICT_SLOWER ||
	    c->verdict == VERDICT_FASTER ||
	    c->verdict == VERDICT_MAYBE_SLOWER ||
	    c->verdict == VERDICT_MAYBE_FASTER;
}

/* A run's name as the head of a column. */
static const char *column_name(const struct run *r, const char *other,
    char *out, size_t size)
{
	if (r->label)
		snprintf(out, size, "%.12s", r->label);
	else if (r->id > 0)
		snprintf(out, size, "#%lld", (long long)r->id);
	else
		snprintf(out, size, "%s", other);
	return out;
}

static void put_table(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out)
{
	char name_a[32], name_b[32];
	const char *heads[] = { "row",
		column_name(a, "base", name_a, sizeof(name_a)),
		column_name(b, "now", name_b, sizeof(name_b)), "change",
		"95 % interval", "verdict", NULL };
	const struct comparison **order = sorted(v);
	struct table *t;
	struct remark *rem = xcalloc(v->n + 1, sizeof(*rem));
	size_t i, n = 0;

	if (strcmp(heads[1], heads[2]) == 0) {
		heads[1] = "base";
		heads[2] = "now";
	}
	t = table_new(heads, "Lrrrrl");
	for (i = 0; i < v->n; i++) {
		if (!in_table(order[i], o))
			continue;
		add_row(t, order[i]);
		/* What holds for all rows is said above them already. */
		if (!order[i]->note[0] || strstr(v->order, order[i]->note))
			continue;
		rows_name(comparison_any(order[i]), rem[n].name,
		    sizeof(rem[n].name));
		rem[n].head = "note";
		rem[n++].why = order[i]->note;
	}
	if (table_rows(t) > 0)
		table_print(t, &o->style, out);
	rows_remarks(rem, n, o->all ? n : ROWS_LISTED, o->style.width, out);
	free(rem);
	table_free(t);
	free(order);
}

static void put_suite(const struct verdict_set *v, struct buf *out)
{
	char text[32];
	bool factor;

	if (v->suite_n == 0 || !isfinite(v->suite))
		return;
	factor = v->suite >= TIMES || (v->suite_lo > 0 && v->suite_hi >= TIMES);
	buf_addf(out, "suite  %s",
	    put_change(v->suite, factor, " %", text, sizeof(text)));
	if (isfinite(v->suite_lo) && isfinite(v->suite_hi)) {
		buf_addf(out, "  %s",
		    put_change(v->suite_lo, factor, "", text, sizeof(text)));
		buf_addf(out, " .. %s",
		    put_change(v->suite_hi, factor, "", text, sizeof(text)));
	}
	buf_addf(out, "  (geometric mean of the cost of %zu rows)\n",
	    v->suite_n);
}

void report_compare(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out)
{
	const struct comparison **order = sorted(v);

	put_heads(a, b, o, out);
	if (v->order[0]) {
		buf_add(out, "order   ");
		table_wrap(out, v->order, o->style.width, 8);
	}
	put_alone(a, b, o, out);
	put_facts(a, b, o, out);
	put_counts(a, b, v, o, out);
	put_table(a, b, v, o, out);
	rest_put(order, v, o, out);
	put_suite(v, out);
	free(order);
}
