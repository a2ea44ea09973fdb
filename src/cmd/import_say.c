/* import_say.c - what an import understood, as text and as JSON. */
#include "cmd/importing.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/judge.h"
#include "judge/usage.h"
#include "report/rows.h"
#include "report/table.h"
#include "stats/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMPLAINTS 20 /* that are shown of a file */

static void put_complaints(const struct import_file *f, struct buf *out)
{
	size_t shown = f->im.n_complaints;
	struct style style = out_style();
	struct buf line = BUF_INIT;

	shown = shown > COMPLAINTS ? COMPLAINTS : shown;
	for (size_t i = 0; i < shown; i++) {
		const struct complaint *c = &f->im.complaints[i];

		buf_clear(&line);
		buf_add(&line, c->kept ? "note" : "left out");
		if (c->line > 0)
			buf_addf(&line, ", line %zu", c->line);
		if (c->line > 0 && c->column > 0)
			buf_addf(&line, ", column %zu", c->column);
		buf_addf(&line, ": %s", c->text);
		buf_add(out, "  ");
		table_wrap(out, buf_str(&line), style.width, 4);
	}
	buf_release(&line);
	if (f->im.n_complaints > shown)
		buf_addf(out, "  and %zu more\n", f->im.n_complaints - shown);
}

void import_say_file(const struct import_file *f, struct buf *out)
{
	char values[32];

	buf_addf(out, "%s: %s, %s\n", f->shown, f->im.format->title,
	    rows_count(f->im.values, "value", values, sizeof(values)));
	put_complaints(f, out);
}

/* -- A run ---------------------------------------------------------------- */

static void put_facts(const struct run *r, const struct style *s,
    struct buf *out)
{
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < r->host.n; i++) {
		const struct fact *f = &r->host.facts[i];

		if (f->value && strncmp(f->key, "import.", 7) != 0)
			buf_addf(&line, "%s%s %s", line.len ? ", " : "", f->key,
			    f->value);
	}
	if (line.len > 0) {
		buf_add(out, "  ");
		table_wrap(out, line.s, s->width, 4);
	}
	buf_release(&line);
}

/* How far the source's rounding may be off: half its last decimal place. */
static void put_rounding(struct table *t, const struct result *res)
{
	double step = 0;
	char text[32];

	for (size_t i = 0; i < res->n_inv; i++)
		step = fmax(step, invocation_number(&res->inv[i], "step"));
	if (step >= 0.001)
		table_cellf(t, "+-%s",
		    rows_percent(step / 2, text, sizeof(text)));
	else
		table_cell(t, step > 0 ? "<0.1 %" : "-");
}

static const char *kind_of(const struct result *res)
{
	if (res->n_inv == 1 && invocation_noted(&res->inv[0], "sd"))
		return "mean and spread";
	if (res->n_inv == 0)
		return "zero";
	return res->n_inv == 1 ? "single" : "values";
}

/* The median of all values; of logs (judge_estimate) a zero has none. */
static double median_of(const struct run *r, const struct result *res)
{
	double *cost = xreallocarray(NULL, res->n_inv + 1, sizeof(*cost));
	double median;
	struct estimate e;
	size_t zeros = 0;

	for (size_t i = 0; i < res->n_inv; i++) {
		cost[i] = run_cost(r, res, i);
		zeros += !(cost[i] > 0);
	}
	judge_estimate(r, res, &e);
	order_sort(cost, res->n_inv);
	median = zeros ? order_median(cost, res->n_inv) : e.cost;
	free(cost);
	return median;
}

static void put_rows(const struct run *r, const struct style *s,
    struct buf *out)
{
	static const char *const heads[] = { "row", "median", "rounded", "n",
		"what", "better", NULL };
	struct table *t = table_new(heads, "LrrrLL");
	char text[96];

	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];
		double n = 1;

		if (res->n_inv > 0)
			n = invocation_number(&res->inv[0], "n");
		row_label(res, text, sizeof(text));
		table_cell(t, text);
		table_cell(t,
		    rows_value(res, median_of(r, res), text, sizeof(text)));
		put_rounding(t, res);
		if (isfinite(n))
			table_cellf(t, "%.0f", n);
		else
			table_cellf(t, "%zu", res->n_inv);
		table_cell(t, kind_of(res));
		table_cell(t, unit_is_rate(res->unit) ? "more" : "less");
	}
	if (table_rows(t) > 0)
		table_print(t, s, out);
	table_free(t);
}

static void put_far(const struct run *r, const struct style *s, struct buf *out)
{
	struct far far;
	char label[96], text[160];
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];

		if (!judge_far(r, res, &far))
			continue;
		row_label(res, label, sizeof(label));
		buf_clear(&line);
		buf_addf(&line, "%s: %s", label,
		    judge_far_say(res, &far, text, sizeof(text)));
		buf_add(out, "  ");
		table_wrap(out, line.s, s->width, 4);
	}
	buf_release(&line);
}

/* What follows from what a command used. */
static void put_usage(const struct run *r, const struct style *s,
    struct buf *out)
{
	struct finding found[USAGE_FINDINGS];
	struct usage_costs costs = { NAN, NAN };
	struct buf line = BUF_INIT;
	struct usage u;
	char label[96];

	for (size_t i = 0; i < r->n_results; i++) {
		size_t m;

		if (!usage_of(&r->results[i], &u))
			continue;
		m = usage_findings(r, &u, &costs, found);
		row_label(&r->results[i], label, sizeof(label));
		for (size_t k = 0; k < m; k++) {
			buf_clear(&line);
			buf_addf(&line, "%s: %s", label, found[k].text);
			buf_add(out, "  ");
			table_wrap(out, line.s, s->width, 4);
		}
	}
	buf_release(&line);
}

/* Numbers over a number are a curve: a table shows little of it. */
static void put_draws(const struct run *r, struct buf *out)
{
	const char *format = host_get(&r->host, "import.format");

	if (r->n_results > 1 && format && strcmp(format, "series") == 0)
		buf_addf(out, "  'perfloss report -o x.svg %lld' draws it\n",
		    (long long)r->id);
}

void import_say_run(const struct run *r, bool rows, struct buf *out)
{
	struct style style = out_style();
	char count[2][32];

	if (r->id > 0)
		buf_addf(out, "#%lld ", (long long)r->id);
	buf_addf(out, "%s%s%s, ", r->label ? r->label : "",
	    r->label ? ": " : "",
	    rows_count(r->n_results, "row", count[0], sizeof(count[0])));
	buf_addf(out, "%s\n",
	    rows_count(r->rounds, "record", count[1], sizeof(count[1])));
	put_usage(r, &style, out);
	if (r->id > 0)
		put_draws(r, out);
	if (!rows)
		return;
	put_facts(r, &style, out);
	put_rows(r, &style, out);
	put_far(r, &style, out);
}

/* -- JSON ----------------------------------------------------------------- */

void import_file_json(const struct import_file *f, struct json *j)
{
	json_put_string(j, "format", f->im.format->name);
	json_put_uint(j, "values", f->im.values);
	json_put_uint(j, "left_out", f->im.n_left);
	json_key(j, "complaints");
	json_begin_array(j);
	for (size_t i = 0; i < f->im.n_complaints && i < IMPORT_COMPLAINTS;
	     i++) {
		const struct complaint *c = &f->im.complaints[i];

		json_begin_object(j);
		json_put_uint(j, "line", c->line);
		json_put_uint(j, "column", c->column);
		json_put_bool(j, "kept", c->kept);
		json_put_string(j, "text", c->text);
		json_end_object(j);
	}
	json_end_array(j);
}

void import_run_json(const struct run *r, struct json *j)
{
	json_put_int(j, "id", r->id);
	json_put_string(j, "uuid", r->uuid);
	json_put_string(j, "label", r->label);
	json_put_uint(j, "rows", r->n_results);
	json_put_uint(j, "records", r->rounds);
	json_key(j, "far");
	json_begin_array(j);
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];
		const char *at;
		struct far far;

		if (!judge_far(r, res, &far))
			continue;
		at = invocation_noted(&res->inv[far.inv], "at");
		json_begin_object(j);
		json_put_string(j, "key", res->key);
		json_put_string(j, "line", at);
		json_put_double(j, "value", run_display(res, far.cost));
		json_put_double(j, "lo", run_display(res, far.lo));
		json_put_double(j, "hi", run_display(res, far.hi));
		json_end_object(j);
	}
	json_end_array(j);
}
