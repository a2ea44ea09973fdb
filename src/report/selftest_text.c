/* selftest_text.c - a self-test as text: the promises, then what is seen. */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "report/notes.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORST 4 /* rows named as the worst */

static void heading(const char *text, const struct style *s, struct buf *out)
{
	buf_addf(out, "%s%s%s\n", style_on(s, BOLD), text, style_off(s, BOLD));
}

/* "2.4 %", "<0.1 %", "-" where there is no answer. */
static const char *share(double x, char *out, size_t size)
{
	if (!isfinite(x))
		snprintf(out, size, "-");
	else if (x < 0.001)
		snprintf(out, size, "<0.1 %%");
	else if (x >= 9.995)
		snprintf(out, size, "x %.0f", x + 1);
	else
		rows_percent(x, out, size);
	return out;
}

static const char *kept(bool broken)
{
	return broken ? "BROKEN" : "kept";
}

/* -- Nothing changed ----------------------------------------------------- */

static void put_promises(const struct report_selftest *t, const struct style *s,
    struct buf *out)
{
	const struct selftest_aa *aa = t->aa;
	struct buf line = BUF_INIT;
	char suites[32], rows[32];

	buf_addf(&line, "Nothing changed: %s of %s, %u pairs each",
	    rows_count(aa->suites, "suite", suites, sizeof(suites)),
	    rows_count(aa->n, "row", rows, sizeof(rows)), t->rounds);
	heading(buf_str(&line), s, out);
	buf_clear(&line);
	buf_addf(&line,
	    "%s: in %zu of %s some row was called slower or faster (%zu in "
	    "all); at most 5 %% are promised, up to %zu would be chance",
	    kept(aa->words_broken), aa->with_word, suites, aa->words,
	    aa->with_word_most);
	report_line("alarms", buf_str(&line), s, out);
	buf_clear(&line);
	if (aa->intervals > 0)
		buf_addf(&line,
		    "%s: %.1f %% of %zu intervals of 95 %% hold the truth, "
		    "which is 0; %zu do not, up to %zu would be chance",
		    kept(aa->intervals_broken),
		    100.0 * (double)(aa->intervals - aa->missed) /
			(double)aa->intervals,
		    aa->intervals, aa->missed, aa->missed_most);
	else
		buf_add(&line, "no row has an interval");
	report_line("coverage", buf_str(&line), s, out);
	buf_release(&line);
}

static const struct selftest_aa *sorting;

static int by_family(const void *a, const void *b)
{
	return rows_compare(sorting->row[*(const size_t *)a].res,
	    sorting->row[*(const size_t *)b].res);
}

/* The worst first; those without an answer before all. */
static int by_shift(const void *a, const void *b)
{
	double x = sorting->row[*(const size_t *)a].among[1];
	double y = sorting->row[*(const size_t *)b].among[1];

	x = isfinite(x) ? x : INFINITY;
	y = isfinite(y) ? y : INFINITY;
	return (x < y) - (x > y);
}

static size_t *sorted(const struct selftest_aa *aa,
    int (*order)(const void *a, const void *b))
{
	size_t *at = xreallocarray(NULL, aa->n + 1, sizeof(*at));

	for (size_t i = 0; i < aa->n; i++)
		at[i] = i;
	sorting = aa;
	qsort(at, aa->n, sizeof(*at), order);
	return at;
}

static void add_row(struct table *t, const struct selftest_row *row)
{
	char text[96];

	row_label(row->res, text, sizeof(text));
	table_cell(t, text);
	table_cell(t, num_time(row->pair_s * 1e9, text, sizeof(text)));
	table_cell(t, share(row->sd, text, sizeof(text)));
	for (size_t i = 0; i < SELFTEST_TIMES; i++)
		table_cell(t, share(row->alone[i], text, sizeof(text)));
	for (size_t i = 0; i < SELFTEST_TIMES; i++)
		table_cell(t, share(row->among[i], text, sizeof(text)));
	table_cellf(t, "%zu/%zu", row->missed, row->intervals);
	if (row->words > 0)
		table_colour(t, YELLOW);
}

/* Rows that were not in every suite. */
static void put_fewer(const struct selftest_aa *aa, const size_t *order,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	char name[96];

	for (size_t i = 0; i < aa->n; i++)
		if (aa->row[order[i]].intervals < aa->suites)
			buf_addf(&line, "%s%s", line.len ? ", " : "",
			    rows_name(aa->row[order[i]].res, name,
				sizeof(name)));
	if (line.len > 0) {
		buf_add(&line,
		    ": not in every suite (they take as long as many others, "
		    "or could not be measured each time)");
		report_line("fewer", buf_str(&line), s, out);
	}
	buf_release(&line);
}

static void put_rows(const struct selftest_aa *aa, const struct style *s,
    struct buf *out)
{
	static const char *const heads[] = { "row", "a pair", "spread",
		"alone 1m", "10m", "all 1m", "10m", "missed", NULL };
	struct table *t = table_new(heads, "Lrrrrrrr");
	size_t *order = sorted(aa, by_family);
	struct buf line = BUF_INIT;

	buf_addf(&line,
	    "The smallest change that is seen in 80 %% of cases, in one and in "
	    "ten minutes: of this row alone, and of all %zu together (a pair "
	    "of each takes %.3g s). Missed: intervals that do not hold 0.",
	    aa->n, aa->round_s);
	table_wrap(out, buf_str(&line), s->width, 0);
	for (size_t i = 0; i < aa->n; i++)
		add_row(t, &aa->row[order[i]]);
	table_print(t, s, out);
	put_fewer(aa, order, s, out);
	buf_release(&line);
	free(order);
	table_free(t);
}

/* -- Something changed --------------------------------------------------- */

static const char *truth(const struct selftest_shift *p, char *out, size_t size)
{
	char change[32];

	if (p->kind == SELFTEST_NONE)
		snprintf(out, size, "?");
	else
		snprintf(out, size, "%s%s",
		    p->kind == SELFTEST_ABOUT ? "~ " : "",
		    num_change(p->truth, change, sizeof(change)));
	return out;
}

static const char *ends(const struct selftest_shift *p, char *out, size_t size)
{
	char lo[32], hi[32];

	if (!isfinite(p->lo))
		return "-";
	num_change(p->lo, lo, sizeof(lo));
	lo[strcspn(lo, " ")] = '\0';
	snprintf(out, size, "%s .. %s", lo, num_change(p->hi, hi, sizeof(hi)));
	return out;
}

static void add_shift(struct table *t, const struct selftest_shift *p)
{
	bool missed = p->to_find && p->verdict != VERDICT_SLOWER;
	char text[96];
	table_cellf(t, "%s %s", p->name, p->what);
	table_cell(t, truth(p, text, sizeof(text)));
	table_cell(t,
	    isfinite(p->change) ? num_change(p->change, text, sizeof(text)) :
				  "-");
	table_cell(t, ends(p, text, sizeof(text)));
	table_cellf(t, "%zu", p->pairs);
	table_cell(t, p->why[0] ? "unsupported" : verdict_words[p->verdict]);
	table_colour(t, p->why[0] ? DIM : missed ? RED : PLAIN);
}

/* What kept slowdowns from being found, and what a quota did. */
static void put_reasons(const struct report_selftest *t, const struct style *s,
    struct buf *out)
{
	const struct selftest_shift *stopped = NULL, *between = NULL;
	struct buf line = BUF_INIT;
	uint32_t more = 0;

	for (size_t i = 0; i < t->n_shifts; i++) {
		const struct selftest_shift *p = &t->shift[i];

		if (p->to_find && p->n_more > more)
			more = p->n_more;
		if (isfinite(p->stops) && !p->why[0])
			*(p->to_find ? &stopped : &between) = p;
	}
	if (more > 0) {
		buf_addf(&line,
		    "the machine is noisy now: up to %u more pairs would be "
		    "needed to find what was not found",
		    more);
		report_line("noise", buf_str(&line), s, out);
	}
	if (stopped && between) {
		buf_clear(&line);
		buf_addf(&line,
		    "stopped the long batches %.0f times in a process, the "
		    "short ones %.1f times: most of these fall between two "
		    "stops and show nothing",
		    stopped->stops, between->stops);
		report_line("quota", buf_str(&line), s, out);
	}
	buf_release(&line);
}

/* What could not be planted; one line for one reason. */
static void put_unsupported(const struct report_selftest *t,
    const struct style *s, struct buf *out)
{
	struct remark *rem = xcalloc(t->n_shifts + 1, sizeof(*rem));
	size_t n = 0;

	for (size_t i = 0; i < t->n_shifts; i++) {
		const struct selftest_shift *p = &t->shift[i];

		if (!p->why[0] || (i > 0 && strcmp(p->what, p[-1].what) == 0))
			continue;
		rem[n].head = "unsupported";
		rem[n].why = p->why;
		snprintf(rem[n++].name, sizeof(rem->name), "%s", p->what);
	}
	rows_remarks(rem, n, n, s->width, out);
	free(rem);
}

static void put_found(const struct report_selftest *t,
    const struct selftest_shifts *sum, const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (sum->tries > 0) {
		buf_addf(&line,
		    "%s: %zu of %zu slowdowns of 5 %% and more were called "
		    "SLOWER; 9 of 10 are promised, %zu is the least that may "
		    "be chance",
		    kept(sum->found_broken), sum->found, sum->tries,
		    sum->found_least);
		report_line("found", buf_str(&line), s, out);
	}
	buf_clear(&line);
	if (sum->intervals > 0) {
		buf_addf(&line,
		    "%s: %zu of %zu intervals hold the size that was planted, "
		    "where that is known (no ~)",
		    kept(sum->intervals_broken), sum->intervals - sum->missed,
		    sum->intervals);
		report_line("size", buf_str(&line), s, out);
	}
	buf_release(&line);
	put_unsupported(t, s, out);
}

static void put_shifts(const struct report_selftest *t,
    const struct selftest_shifts *sum, const struct style *s, struct buf *out)
{
	static const char *const heads[] = { "row, slower by", "truth",
		"measured", "95 % interval", "pairs", "verdict", NULL };
	struct table *table = table_new(heads, "Lrrrrl");

	heading("Something changed", s, out);
	table_wrap(out,
	    "What was planted: filters in front of the call (seccomp), more "
	    "turns of the loop (spin, in 1/10000), a share of a CPU (quota). "
	    "~ is about: it depends on the machine and on what else runs.",
	    s->width, 0);
	for (size_t i = 0; i < t->n_shifts; i++)
		add_shift(table, &t->shift[i]);
	table_print(table, s, out);
	table_free(table);
	put_found(t, sum, s, out);
	put_reasons(t, s, out);
}

/* -- What can be seen here ----------------------------------------------- */

static void put_sees(const struct report_selftest *t, const struct style *s,
    struct buf *out)
{
	const struct selftest_aa *aa = t->aa;
	size_t *order = sorted(aa, by_shift);
	struct buf line = BUF_INIT;
	char delta[16], one[96], two[16];

	rows_percent(t->delta, delta, sizeof(delta));
	buf_addf(&line,
	    "a change of %s on %zu of %zu rows in ten minutes, on %zu in one; "
	    "the worst",
	    delta, selftest_aa_sees(aa, 1, t->delta), aa->n,
	    selftest_aa_sees(aa, 0, t->delta));
	for (size_t i = 0; i < aa->n && i < WORST; i++) {
		const struct selftest_row *row = &aa->row[order[i]];

		buf_addf(&line, "%s %s %s", i ? "," : ":",
		    rows_name(row->res, one, sizeof(one)),
		    share(row->among[1], two, sizeof(two)));
	}
	report_line("seen here", buf_str(&line), s, out);
	buf_release(&line);
	free(order);
}

/* A busy machine sees less than it could. */
static void put_alone(const struct report_selftest *t, const struct style *s,
    struct buf *out)
{
	struct buf line = BUF_INIT;

	if (!(t->busy > NOTES_ALONE))
		return;
	buf_addf(&line, "no: other programs used %.2f CPUs", t->busy);
	if (t->busy > NOTES_DISTURBS)
		buf_add(&line,
		    "; without them smaller changes are seen, in less time");
	report_line("alone", buf_str(&line), s, out);
	buf_release(&line);
}

static const char *verdict(const struct report_selftest *t, bool broken,
    bool tested)
{
	if (broken)
		return "a promise was broken, see BROKEN above";
	if (!tested)
		return "nothing could be tested";
	return t->cut ? "no promise was broken until it was interrupted" :
			"all promises were kept";
}

void report_selftest(const struct report_selftest *t, const struct style *s,
    struct buf *out)
{
	bool broken = false, any = t->aa && t->aa->suites > 0;
	struct selftest_shifts sum;
	char seed[80];

	selftest_shifts(t->shift, t->n_shifts, &sum);
	if (any) {
		put_promises(t, s, out);
		buf_add_char(out, '\n');
		put_rows(t->aa, s, out);
		buf_add_char(out, '\n');
		broken = t->aa->words_broken || t->aa->intervals_broken;
	}
	if (t->n_shifts > 0) {
		put_shifts(t, &sum, s, out);
		buf_add_char(out, '\n');
		broken |= sum.found_broken || sum.intervals_broken;
	}
	if (any)
		put_sees(t, s, out);
	put_alone(t, s, out);
	report_line("verdict", verdict(t, broken, any || sum.tries > 0), s,
	    out);
	snprintf(seed, sizeof(seed), "%llu%s", (unsigned long long)t->seed,
	    t->cut ? "; interrupted, this is what there was" : "");
	report_line("seed", seed, s, out);
}
