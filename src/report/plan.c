/* plan.c - what a comparison of some rows would take, as text and JSON. */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/power.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double report_plan_budgets[2] = { 60, 600 };

/* More rounds than this are no plan: a quieter machine helps, not more of the
 * same. Ten times what `ab` takes unless told. */
#define NOISY 1000

/* -- The table ----------------------------------------------------------- */

static void put_need(struct table *t, uint32_t n, double seconds)
{
	char text[32];

	if (n == 0 || n >= POWER_NEVER) {
		table_cell(t, n ? "never" : "-");
		table_cell(t, "-");
		return;
	}
	table_cellf(t, "%u", n);
	table_cell(t, num_span(seconds, text, sizeof(text)));
}

static void put_row(const struct report_plan *p,
    const struct report_plan_row *r, struct table *t)
{
	char text[96];

	row_label(r->res, text, sizeof(text));
	table_cell(t, text);
	table_cell(t, rows_percent(expm1(r->sd), text, sizeof(text)));
	if (p->show_runs)
		put_need(t, r->runs, r->runs_s);
	if (p->show_pairs)
		put_need(t, r->pairs, r->pairs_s);
	for (int i = 0; i < 2; i++)
		table_cell(t,
		    rows_percent(p->show_pairs ? r->pair_sees[i] :
						 r->run_sees[i],
			text, sizeof(text)));
}

/* Whose columns are whose. */
static void put_legend(const struct report_plan *p, const struct report_opts *o,
    struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_addf(&line, "To see a change of %.3g %%", p->delta * 100);
	if (p->show_runs && p->show_pairs)
		buf_add(&line,
		    ": rounds of 'run' on both sides, or pairs of 'ab'. 1 min, "
		    "10 min: what 'ab' shows of all rows in that time");
	else
		buf_addf(&line,
		    ". 1 min, 10 min: what %s of all rows in that time",
		    p->show_pairs ? "'ab' shows" : "two runs show");
	buf_add(&line, ".");
	table_wrap(out, buf_str(&line), o->style.width, 0);
	buf_release(&line);
}

static void put_table(const struct report_plan *p, const struct report_opts *o,
    struct buf *out)
{
	const char *heads[9] = { "row", "spread" };
	char align[9] = "Lr";
	size_t n = 2;
	struct table *t;

	if (p->show_runs) {
		heads[n++] = "rounds";
		heads[n++] = "time";
	}
	if (p->show_pairs) {
		heads[n++] = "pairs";
		heads[n++] = "time";
	}
	heads[n++] = "1 min";
	heads[n++] = "10 min";
	memset(align + 1, 'r', n - 1);
	t = table_new(heads, align);
	for (size_t i = 0; i < p->n; i++)
		if (!p->row[i].why)
			put_row(p, &p->row[i], t);
	if (table_rows(t) > 0)
		table_print(t, &o->style, out);
	table_free(t);
}

/* -- Totals -------------------------------------------------------------- */

/* Rows that a way cannot show, and what the others take together. */
struct total {
	size_t rows, none, noisy;
	const char *key; /* of a row that is shown */
	uint32_t most;   /* rounds of the row that needs most */
	double one_s;    /* a round of all rows, both sides */
	double alone_s;  /* each row as long as it needs */
	double floor;    /* largest of those that are not shown */
	bool assumed;    /* nobody measured that */
};

static struct total total_of(const struct report_plan *p, bool pairs)
{
	struct total t = { 0 };
	double s, row_s = 0;
	bool tail;

	for (size_t i = 0; i < p->n; i++) {
		const struct report_plan_row *r = &p->row[i];
		uint32_t n = pairs ? r->pairs : r->runs;

		if (r->why)
			continue;
		if (n == 0) {
			t.none++;
			if (r->floor > t.floor) {
				t.floor = r->floor;
				t.assumed = r->floor_runs == 0;
			}
			continue;
		}
		if (n > NOISY) {
			t.noisy++;
			continue;
		}
		t.rows++;
		t.key = r->res->key;
		t.most = n > t.most ? n : t.most;
		/* a tail comes with its row, which stands before it */
		s = pairs ? r->pairs_s : r->runs_s;
		tail = (r->res->flags & RESULT_TAIL) != 0;
		t.one_s += tail ? 0 : 2 * r->each_s;
		t.alone_s += tail ? fmax(0, s - row_s) : s;
		row_s = tail ? fmax(s, row_s) : s;
	}
	return t;
}

static int by_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* "ab: half of the rows show 1.4 %, all 6 %" */
static void add_sees(const struct report_plan *p, bool pairs, int budget,
    struct buf *line)
{
	double *v = xcalloc(p->n + 1, sizeof(*v));
	char text[32], most[32];
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		const struct report_plan_row *r = &p->row[i];
		double sees =
		    pairs ? r->pair_sees[budget] : r->run_sees[budget];

		if (r->why)
			continue;
		if (isfinite(sees))
			v[n++] = sees;
	}
	qsort(v, n, sizeof(*v), by_double);
	buf_addf(line, "%s: ", pairs ? "ab" : "compare");
	if (n == 0)
		buf_add(line, "nothing, it has too few rounds");
	else if (n == 1)
		buf_add(line, rows_percent(v[0], text, sizeof(text)));
	else
		buf_addf(line, "half of the rows show %s, all %s",
		    rows_percent(v[(n - 1) / 2], text, sizeof(text)),
		    rows_percent(v[n - 1], most, sizeof(most)));
	free(v);
}

static void put_sees(const struct report_plan *p, const struct report_opts *o,
    struct buf *out)
{
	static const char *const heads[2] = { "in 1 min", "in 10 min" };
	struct buf line = BUF_INIT;

	for (int i = 0; i < 2; i++) {
		buf_clear(&line);
		if (p->show_runs)
			add_sees(p, false, i, &line);
		if (p->show_runs && p->show_pairs)
			buf_add(&line, "; ");
		if (p->show_pairs)
			add_sees(p, true, i, &line);
		report_line(heads[i], buf_str(&line), &o->style, out);
	}
	buf_release(&line);
}

/* What one row cannot show whatever is measured. */
static void add_floor(const struct report_plan *p, const struct total *t,
    struct buf *line)
{
	char delta[32], floor[32];

	if (t->none == 0)
		return;
	snprintf(delta, sizeof(delta), "%.3g %%", p->delta * 100);
	rows_percent(t->floor, floor, sizeof(floor));
	if (line->len > 0)
		buf_add(line, "; ");
	buf_addf(line,
	    "no number of rounds shows %s on %zu row%s: two runs of one state "
	    "may differ by %s%s; 'perfloss ab' measures in pairs",
	    delta, t->none, t->none == 1 ? "" : "s", floor,
	    t->assumed ? " (assumed until more of them are stored)" : "");
}

static void put_total(const struct report_plan *p, bool pairs,
    const struct report_opts *o, struct buf *out)
{
	struct total t = total_of(p, pairs);
	struct buf line = BUF_INIT;
	char span[32];

	if (t.rows > 0) {
		num_span(pairs ? t.alone_s : t.most * t.one_s, span,
		    sizeof(span));
		buf_addf(&line,
		    pairs ? "'perfloss ab %s %u %s': %s%s" :
			    "'perfloss run %s %u %s' on both sides: %s%s",
		    pairs && t.rows > 1 ? "--max" : "-n", t.most,
		    t.rows > 1 ? "ROW..." : t.key, span,
		    pairs && t.rows > 1 ?
			" or so, as rows leave when they are decided" :
			"");
	}
	if (t.noisy > 0)
		buf_addf(&line,
		    "%s%zu row%s too noisy for that: more than %d %s",
		    line.len ? "; " : "", t.noisy,
		    t.noisy == 1 ? " is" : "s are", NOISY,
		    pairs ? "pairs" : "rounds");
	add_floor(p, &t, &line);
	if (line.len > 0)
		report_line(pairs ? "ab" : "compare", buf_str(&line), &o->style,
		    out);
	buf_release(&line);
}

static void put_unknown(const struct report_plan *p,
    const struct report_opts *o, struct buf *out)
{
	struct remark *rem = xcalloc(p->n + 1, sizeof(*rem));
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		if (!p->row[i].why)
			continue;
		rows_name(p->row[i].res, rem[n].name, sizeof(rem[n].name));
		rem[n].head = "unknown";
		rem[n++].why = p->row[i].why;
	}
	rows_remarks(rem, n, ROWS_LISTED, o->style.width, out);
	free(rem);
}

/* Where the spread of pairs is only an upper estimate. */
static void put_basis(const struct report_plan *p, const struct report_opts *o,
    struct buf *out)
{
	size_t paired = 0;
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < p->n; i++)
		paired += !p->row[i].why && p->row[i].paired;
	buf_addf(&line, "spread between invocations of %s; ", p->from);
	if (p->rows > 1)
		buf_addf(&line, "all %zu rows together: ", p->rows);
	buf_addf(&line, "level %.3g %%, power %.3g %%", p->alpha * 100,
	    p->power * 100);
	if (p->show_pairs && paired < p->rows)
		buf_addf(&line,
		    "; pairs of %zu row%s: at most so many, each pair being "
		    "taken for two independent invocations",
		    p->rows - paired, p->rows - paired == 1 ? "" : "s");
	report_line("from", buf_str(&line), &o->style, out);
	buf_release(&line);
}

void report_plan(const struct report_plan *p, const struct report_opts *o,
    struct buf *out)
{
	if (p->rows > 0) {
		put_legend(p, o, out);
		put_table(p, o, out);
		if (p->show_runs)
			put_total(p, false, o, out);
		if (p->show_pairs)
			put_total(p, true, o, out);
		put_sees(p, o, out);
		put_basis(p, o, out);
	}
	put_unknown(p, o, out);
}

/* -- JSON ---------------------------------------------------------------- */

static void put_way(struct json *j, const char *key, uint32_t n, double s,
    const double *sees)
{
	bool some = n > 0 && n < POWER_NEVER;

	json_key(j, key);
	json_begin_object(j);
	json_key(j, "rounds");
	if (some)
		json_uint(j, n);
	else
		json_null(j);
	json_put_double(j, "seconds", some ? s : NAN);
	json_put_double(j, "sees_1min", sees[0]);
	json_put_double(j, "sees_10min", sees[1]);
	json_end_object(j);
}

void report_plan_json(const struct report_plan *p, struct json *j)
{
	char label[96];

	json_begin_object(j);
	json_put_double(j, "delta", p->delta);
	json_put_double(j, "power", p->power);
	json_put_double(j, "alpha", p->alpha);
	json_put_uint(j, "known", p->rows);
	json_put_string(j, "from", p->from);
	json_key(j, "rows");
	json_begin_array(j);
	for (size_t i = 0; i < p->n; i++) {
		const struct report_plan_row *r = &p->row[i];

		row_label(r->res, label, sizeof(label));
		json_begin_object(j);
		json_put_string(j, "key", r->res->key);
		json_put_string(j, "row", label);
		json_put_string(j, "why", r->why);
		json_put_uint(j, "n", r->n);
		json_put_double(j, "spread", expm1(r->sd));
		json_put_double(j, "spread_pairs", expm1(r->sd_pair));
		json_put_bool(j, "paired", r->paired);
		json_put_double(j, "floor", r->floor);
		json_put_uint(j, "floor_runs", r->floor_runs);
		json_put_double(j, "invocation_s", r->each_s);
		put_way(j, "compare", r->runs, r->runs_s, r->run_sees);
		put_way(j, "ab", r->pairs, r->pairs_s, r->pair_sees);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}
