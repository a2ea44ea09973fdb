/* floors.c - how far sessions of one state differ: a table, a line, JSON. */
#include "report/report.h"

#include "base/mem.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdlib.h>

#define LARGEST 3 /* rows that the line names */

/* A row that has a floor between sessions. */
struct entry {
	const struct result *res;
	double floor;
	uint32_t runs;
};

static const struct floor *floor_of(const struct floors *f,
    const struct result *res)
{
	char how[SESSION_HOW];

	return floors_find(f, res->key, judge_how(res, how, sizeof(how)));
}

static int by_floor(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return (x->floor < y->floor) - (x->floor > y->floor);
}

/* Those that have one, the largest first: how many. */
static size_t entries(const struct run *r, const struct floors *f,
    struct entry *e)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_results; i++) {
		const struct floor *one = floor_of(f, &r->results[i]);

		if (one && one->sessions > 0)
			e[n++] = (struct entry){ &r->results[i], one->session,
				one->sessions };
	}
	qsort(e, n, sizeof(*e), by_floor);
	return n;
}

static size_t measured(const struct run *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_results; i++)
		n += r->results[i].outcome == OUTCOME_OK;
	return n;
}

void report_floors_line(const struct run *r, const struct floors *f,
    size_t sessions, const struct style *s, struct buf *out)
{
	struct entry *e = xcalloc(r->n_results + 1, sizeof(*e));
	struct buf line = BUF_INIT;
	size_t n = entries(r, f, e);
	char text[96], runs[32];

	rows_count(sessions, "run", runs, sizeof(runs));
	if (n == 0)
		buf_addf(&line,
		    "none yet from %s of this state: three of one boot are "
		    "wanted, 'perfloss run --repeat 5' makes five",
		    runs);
	else
		buf_addf(&line,
		    "%zu of %zu rows, from %s of this state: in half of them "
		    "sessions differ by at most %s; largest",
		    n, measured(r), runs,
		    rows_percent(e[n / 2].floor, text, sizeof(text)));
	for (size_t i = 0; i < n && i < LARGEST; i++) {
		buf_addf(&line, "%s %s", i ? "," : "",
		    rows_name(e[i].res, text, sizeof(text)));
		buf_addf(&line, " %s",
		    rows_percent(e[i].floor, text, sizeof(text)));
	}
	report_line("floors", buf_str(&line), s, out);
	buf_release(&line);
	free(e);
}

static void add_floor(struct table *t, double floor, uint32_t n)
{
	char text[32];

	if (n > 0) {
		table_cell(t, rows_percent(floor, text, sizeof(text)));
		table_cellf(t, "%u", n);
	} else {
		table_cell(t, "-");
		table_cell(t, "-");
	}
}

void report_floors(const struct run *r, const struct floors *f, size_t sessions,
    const struct report_opts *o, struct buf *out)
{
	static const char *const heads[] = { "row", "between runs", "runs",
		"between boots", "boots", NULL };
	struct table *t = table_new(heads, "Lrrrr");
	size_t *order = rows_sorted(r);
	char text[96];

	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[order[i]];
		const struct floor *one = floor_of(f, res);

		if ((o->show && !o->show[order[i]]) || !one ||
		    one->sessions + one->boots == 0)
			continue;
		row_label(res, text, sizeof(text));
		table_cell(t, text);
		add_floor(t, one->session, one->sessions);
		add_floor(t, one->boot, one->boots);
	}
	if (table_rows(t) > 0) {
		table_print(t, &o->style, out);
		buf_add_char(out, '\n');
	}
	report_floors_line(r, f, sessions, &o->style, out);
	table_free(t);
	free(order);
}

void report_floors_json(const struct run *r, const struct floors *f,
    size_t sessions, const bool *show, struct json *j)
{
	size_t *order = rows_sorted(r);
	char text[96];

	json_put_uint(j, "sessions", sessions);
	json_key(j, "floors");
	json_begin_array(j);
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[order[i]];
		const struct floor *one = floor_of(f, res);

		if ((show && !show[order[i]]) || !one)
			continue;
		row_label(res, text, sizeof(text));
		json_begin_object(j);
		json_put_string(j, "key", res->key);
		json_put_string(j, "row", text);
		json_put_double(j, "session",
		    one->sessions ? one->session : (double)NAN);
		json_put_uint(j, "sessions", one->sessions);
		json_put_double(j, "boot",
		    one->boots ? one->boot : (double)NAN);
		json_put_uint(j, "boots", one->boots);
		json_end_object(j);
	}
	json_end_array(j);
	free(order);
}
