/* compare_text.c - two runs judged: what matters first, the rest in lines. */
#include "report/differ.h"
#include "report/report.h"

#include "base/num.h"
#include "base/text.h"
#include "report/change.h"
#include "report/confound.h"
#include "report/curves.h"
#include "report/notes.h"
#include "report/pairs.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_MAX 10 /* columns of a run's name over its values */

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
		table_cell(t, rows_system(run[i], text, sizeof(text)));
		table_cell(t, rows_rounds(run[i], text, sizeof(text)));
	}
	table_print(t, &o->style, out);
	table_free(t);
}

static const char *unknown(const char *s)
{
	return s ? s : "unknown";
}

#define FACTS_SAID 6 /* of counted runs, whose kernels differ in dozens */

struct facts {
	struct buf line;
	size_t n, most;
	bool all;
	bool counted; /* how the kernel was called is what was changed */
	int rank;     /* of counted runs: the facts of this turn */
};

/* 0 what was changed on purpose or decides what the kernel does, 1 what it was
 * built with, 2 what follows from these. */
static int fact_rank(const char *key)
{
	static const char *const first[] = { "mitigations.*", "kernel.cmdline",
		"kernel.release", "lab.accel", "lab.memory", "lab.set" };

	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		if (text_glob(first[i], key))
			return 0;
	return text_glob("kernel.config.*", key) &&
		!text_glob("kernel.config.hash", key) &&
		!text_glob("kernel.config.cc_*", key) ?
	    1 :
	    2;
}

static void add_fact(void *to, const char *key, const char *a, const char *b)
{
	struct buf words = BUF_INIT;
	struct facts *d = to;

	if (d->counted && !d->all && fact_rank(key) != d->rank)
		return;
	if (d->n >= d->most) {
		d->n++;
		return;
	}
	buf_addf(&d->line, "%s%s", d->n++ ? ", " : "", key);
	if (differ_values(a, b, d->all, &d->line))
		return;
	if (differ_words(a, b, &words))
		buf_addf(&d->line, " (%s)", buf_str(&words));
	else if (d->counted && strcmp(key, "kernel.cmdline") == 0)
		differ_values(a, b, true, &d->line);
	buf_release(&words);
}

static bool both_count(const struct run *a, const struct run *b)
{
	return run_counts(a) && run_counts(b);
}

/* What was run, where that is all that tells rows of one name apart; that two
 * differ is said here of counted runs, whose facts stand below the table. */
static void put_commands(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out)
{
	const char *x = host_get(&a->host, FACT_COMMAND);
	const char *y = host_get(&b->host, FACT_COMMAND);
	struct buf line = BUF_INIT;

	if (x && y && strcmp(x, y) == 0)
		report_run_command(a, &o->style, out);
	else if ((x || y) && both_count(a, b))
		buf_addf(&line, "they differ: '%s' and '%s'", unknown(x),
		    unknown(y));
	if (line.len > 0)
		report_line("command", buf_str(&line), &o->style, out);
	buf_release(&line);
}

static void put_facts(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out)
{
	bool brief = both_count(a, b) && !o->all;
	struct facts d = { BUF_INIT, 0, brief ? FACTS_SAID : SIZE_MAX, o->all,
		both_count(a, b), 0 };

	for (; d.rank < (brief ? 3 : 1); d.rank++)
		host_diff(&a->host, &b->host, add_fact, &d);
	if (d.n > d.most)
		buf_addf(&d.line, " and %zu more, which '-v' shows",
		    d.n - d.most);
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
	struct judge_sides s;
	double busy[2];
	int i;

	for (i = 0; i < 2; i++)
		busy[i] = notes_busy(run[i], &hog[i]);
	if (!(busy[0] > NOTES_ALONE) && !(busy[1] > NOTES_ALONE))
		return;
	judge_sides(a, b, &s);
	buf_add(&line, "no: other programs used ");
	for (i = 0; i < 2; i++) {
		if (isfinite(busy[i]))
			buf_addf(&line, "%.2f CPUs %s", busy[i], s.in[i]);
		else
			buf_addf(&line, "unknown %s", s.in[i]);
		if (busy[i] > NOTES_ALONE && hog[i])
			buf_addf(&line, " (%s)", hog[i]->hog);
		if (i == 0)
			buf_add(&line, ", ");
	}
	buf_add(out, "alone   ");
	table_wrap(out, buf_str(&line), o->style.width, 8);
	buf_release(&line);
}

/* "+267": of counts the difference is what a function or two make. */
static void add_difference(struct table *t, const struct comparison *c)
{
	double d = c->cost_b - c->cost_a;
	char text[64];

	if (isfinite(d))
		table_cellf(t, "%s%s", d > 0 ? "+" : "",
		    num_many(d, text, sizeof(text)));
	else
		table_cell(t, "-");
}

static void add_row(struct table *t, const struct comparison *c, bool counted)
{
	struct change d = change_of(c);
	char text[96];

	row_label(comparison_any(c), text, sizeof(text));
	table_cell(t, text);
	table_cell(t,
	    c->a ? rows_value(c->a, c->cost_a, text, sizeof(text)) : "-");
	table_cell(t,
	    c->b ? rows_value(c->b, c->cost_b, text, sizeof(text)) : "-");
	if (counted)
		add_difference(t, c);
	table_cell(t, change_text(&d, text, sizeof(text)));
	if (counted && d.lo == d.hi)
		table_cell(t, "exact");
	else
		table_cell(t, change_interval(&d, text, sizeof(text)));
	table_cell(t, verdict_words[c->verdict]);
	table_colour(t, change_colour(c->verdict));
}

/* A run's name as the head of a column. */
static const char *column_name(const struct run *r, const char *other,
    char *out, size_t size)
{
	if (r->label)
		snprintf(out, size, "%.*s", (int)text_fit(r->label, HEAD_MAX),
		    r->label);
	else if (r->id > 0)
		snprintf(out, size, "#%lld", (long long)r->id);
	else
		snprintf(out, size, "%s", other);
	return out;
}

static void put_table(const struct run *a, const struct run *b,
    const struct comparison *const *order, const struct verdict_set *v,
    const struct report_opts *o, struct buf *out)
{
	char name_a[64], name_b[64];
	const char *heads[] = { "row",
		column_name(a, "base", name_a, sizeof(name_a)),
		column_name(b, "now", name_b, sizeof(name_b)), "more", "change",
		"95 % interval", "verdict", NULL };
	bool counted = v->pairing == PAIRING_COUNTED;
	struct table *t;

	if (!counted) /* the difference is of counts alone */
		memmove(heads + 3, heads + 4, 4 * sizeof(*heads));

	if (strcmp(heads[1], heads[2]) == 0) {
		heads[1] = "base";
		heads[2] = "now";
	}
	t = table_new(heads, counted ? "Lrrrrrl" : "Lrrrrl");
	for (size_t i = 0; i < v->n; i++)
		if (o->all || change_matters(order[i]->verdict))
			add_row(t, order[i], counted);
	if (table_rows(t) > 0)
		table_print(t, &o->style, out);
	table_free(t);
}

/* Where something was counted beside the rows, and the runs can be named. */
static void put_why(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (v->count[VERDICT_SLOWER] + v->count[VERDICT_FASTER] == 0 ||
	    v->pairing == PAIRING_IMPORTED || v->pairing == PAIRING_COUNTED ||
	    !a->source || !b->source)
		return;
	buf_addf(&line, "'perfloss why %s %s' says what goes with it.",
	    a->source, b->source);
	table_wrap(out, buf_str(&line), s->width, 0);
	buf_release(&line);
}

void report_compare(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out)
{
	const struct comparison **order = change_sorted(v);
	struct report_opts full = *o;
	char param[64];
	bool sweep =
	    !v->not_comparable && cross_is_sweep(a, b, param, sizeof(param));

	full.all |= v->n <= CHANGE_FEW || sweep;
	put_heads(a, b, o, out);
	put_commands(a, b, o, out);
	if (v->order[0]) {
		buf_add(out, "order   ");
		table_wrap(out, v->order, o->style.width, 8);
	}
	pairs_put(a, b, v, &o->style, out);
	if (v->advice[0]) {
		buf_add(out, "rounds  ");
		table_wrap(out, v->advice, o->style.width, 8);
	}
	put_alone(a, b, o, out);
	if (!both_count(a, b)) /* else report_counted_facts */
		put_facts(a, b, o, out);
	confound_put((const struct run *[]){ a, b }, 2, &o->style, out);
	buf_add_char(out, '\n');
	change_counts(a, b, v, &o->style, 0, out);
	if (sweep)
		cross_put(a, b, v, param, o, out);
	else
		put_table(a, b, order, v, &full, out);
	change_where(a, b, &o->style, out);
	change_notes(order, v, &full, out);
	rest_put(order, v, o, out);
	change_put_suite(v, &o->style, out);
	if (!full.all && !v->not_comparable)
		buf_addf(out, "'-v' shows all %zu rows.\n", v->n);
	put_why(a, b, v, &o->style, out);
	free(order);
}

void report_counted_facts(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out)
{
	if (both_count(a, b))
		put_facts(a, b, o, out);
}
