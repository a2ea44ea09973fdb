/* joined.c - runs of commands made apart, as one table of factors: text, JSON.
 */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/confound.h"
#include "judge/joined.h"
#include "report/change.h"
#include "report/confound.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FACTORS_MOST 6 /* columns; more do not fit */

/* -- Runs ----------------------------------------------------------------- */

static void add_run(struct table *t, const struct run *r, const char *row,
    const struct factors *f)
{
	const struct result *res = run_find(r, row);
	struct estimate e = { .cost = NAN, .lo = NAN, .hi = NAN };
	char text[96];

	if (res)
		judge_estimate(r, res, &e);
	table_cell(t, report_run_name(r, text, sizeof(text)));
	for (size_t m = 0; m < f->n; m++)
		table_cell(t, factors_level(r, f->key[m]));
	table_cellf(t, "%zu", e.n);
	table_cell(t, rows_value(res, e.cost, text, sizeof(text)));
	table_cell(t, rows_range(res, e.cost, e.lo, e.hi, text, sizeof(text)));
}

static void put_runs(const struct run *const *run, size_t n, const char *row,
    const struct factors *all, const struct style *s, struct buf *out)
{
	const char *heads[FACTORS_MOST + 5] = { "run" };
	char align[FACTORS_MOST + 5] = "L";
	struct factors f = *all;
	size_t at = 1;
	struct table *t;

	f.n = f.n > FACTORS_MOST ? FACTORS_MOST : f.n;
	for (size_t m = 0; m < f.n; m++) {
		heads[at] = factors_name(f.key[m]);
		align[at++] = 'L';
	}
	memcpy(heads + at, (const char *[]){ "runs", "real", "95 % interval" },
	    3 * sizeof(*heads));
	memcpy(align + at, "rrr", 3);
	t = table_new(heads, align);
	for (size_t i = 0; i < n; i++)
		add_run(t, run[i], row, &f);
	table_print(t, s, out);
	table_free(t);
}

/* -- Factors -------------------------------------------------------------- */

static const char *word_of(const struct joined_effect *e)
{
	if (e->pairs == 0)
		return "never changed alone";
	if (!isfinite(e->lo))
		return "too few runs";
	if (e->disagree)
		return "pairs differ";
	if (log1p(e->lo) > log1p(e->margin))
		return "slower";
	if (log1p(e->hi) < -log1p(e->margin))
		return "faster";
	return e->lo > 0 ? "slower, maybe" : e->hi < 0 ? "faster, maybe" : "";
}

static void put_effects(const struct joined_effect *e, size_t n,
    const struct style *s, struct buf *out)
{
	static const char *const heads[] = { "factor", "level", "against",
		"pairs", "change", "95 % interval", "", NULL };
	struct table *t = table_new(heads, "LLLrrrl");
	char text[64];

	buf_add(out,
	    "\nFactors, each from pairs of runs that differ in it "
	    "alone:\n");
	for (size_t i = 0; i < n; i++) {
		struct change d = { e[i].change, e[i].lo, e[i].hi, false };

		d.factor = e[i].change > 9; /* as change_of has it */
		table_cell(t, e[i].factor);
		table_cell(t, e[i].level);
		table_cell(t, e[i].against);
		table_cellf(t, "%zu", e[i].pairs);
		table_cell(t, change_text(&d, text, sizeof(text)));
		table_cell(t, change_interval(&d, text, sizeof(text)));
		table_cell(t, word_of(&e[i]));
	}
	table_print(t, s, out);
	table_free(t);
}

/* Effects of which a mean says little. */
static void put_differing(const struct joined_effect *e, size_t n,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	char least[32], most[32];

	for (size_t i = 0; i < n; i++) {
		if (!e[i].disagree)
			continue;
		buf_clear(&line);
		buf_addf(&line,
		    "%s %s: %s to %s from pair to pair: it depends on the "
		    "other factors, or sessions were disturbed",
		    e[i].factor, e[i].level,
		    num_change(e[i].least, least, sizeof(least)),
		    num_change(e[i].most, most, sizeof(most)));
		buf_add(out, "differs ");
		table_wrap(out, buf_str(&line), s->width, 8);
	}
	buf_release(&line);
}

static void put_missing(char *const *text, size_t missing, size_t cells,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (missing == 0)
		return;
	buf_addf(&line, "%zu of %zu combinations", missing, cells);
	/* of many, the first few are no more wanted than the others */
	for (size_t i = 0; i < missing && missing <= JOINED_MISSING; i++)
		buf_addf(&line, "%s%s", i ? "; " : ": ", text[i]);
	buf_add(out, "missing ");
	table_wrap(out, buf_str(&line), s->width, 8);
	buf_release(&line);
}

struct joined {
	const char *row;
	struct factors f;
	struct joined_effect *effect;
	size_t effects, missing, cells;
	char **cell;
};

static void joined_init(struct joined *j, const struct run *const *run,
    size_t n)
{
	j->row = joined_row(run, n);
	j->row = j->row ? j->row : "";
	j->f = factors_of(run, n);
	j->effects = joined_effects(run, n, j->row, &j->effect);
	j->missing = joined_missing(run, n, &j->cells, &j->cell);
}

static void joined_release(struct joined *j)
{
	factors_release(&j->f);
	free(j->effect);
	for (size_t i = 0; i < JOINED_MISSING; i++)
		free(j->cell[i]);
	free(j->cell);
}

void report_joined(const struct run *const *run, size_t n, bool compared,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	struct joined j;

	joined_init(&j, run, n);
	put_runs(run, n, j.row, &j.f, s, out);
	if (j.effects > 0)
		put_effects(j.effect, j.effects, s, out);
	else
		buf_add(out, "\nNo factor has two levels in these runs.\n");
	put_differing(j.effect, j.effects, s, out);
	if (!compared)
		confound_put(run, n, s, out);
	put_missing(j.cell, j.missing, j.cells, s, out);
	if (j.effects > 0) {
		buf_addf(&line,
		    "made apart: runs of one state may differ by %.0f %%; "
		    "beyond that it is slower or faster",
		    100 * j.effect[0].margin);
		buf_add(out, "order   ");
		table_wrap(out, buf_str(&line), s->width, 8);
	}
	buf_release(&line);
	joined_release(&j);
}

/* -- JSON ----------------------------------------------------------------- */

static void run_json(const struct run *r, const char *row,
    const struct factors *f, struct json *j)
{
	const struct result *res = run_find(r, row);
	struct estimate e = { .cost = NAN, .lo = NAN, .hi = NAN };
	char text[96];

	if (res)
		judge_estimate(r, res, &e);
	json_begin_object(j);
	json_put_string(j, "run", report_run_name(r, text, sizeof(text)));
	json_key(j, "levels");
	json_begin_object(j);
	for (size_t m = 0; m < f->n; m++)
		json_put_string(j, factors_name(f->key[m]),
		    factors_level(r, f->key[m]));
	json_end_object(j);
	json_put_uint(j, "runs", e.n);
	json_put_double(j, "real_ns", e.cost);
	json_put_double(j, "lo_ns", e.lo);
	json_put_double(j, "hi_ns", e.hi);
	json_end_object(j);
}

static void effect_json(const struct joined_effect *e, struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "factor", e->factor);
	json_put_string(j, "level", e->level);
	json_put_string(j, "against", e->against);
	json_put_uint(j, "pairs", e->pairs);
	json_put_double(j, "change", e->change);
	json_put_double(j, "lo", e->lo);
	json_put_double(j, "hi", e->hi);
	json_put_double(j, "margin", e->margin);
	json_put_double(j, "least", e->least);
	json_put_double(j, "most", e->most);
	json_put_bool(j, "disagree", e->disagree);
	json_end_object(j);
}

void report_joined_json(const struct run *const *run, size_t n, struct json *j)
{
	struct confound *found;
	struct joined x;
	size_t m;

	joined_init(&x, run, n);
	json_begin_object(j);
	json_key(j, "runs");
	json_begin_array(j);
	for (size_t i = 0; i < n; i++)
		run_json(run[i], x.row, &x.f, j);
	json_end_array(j);
	json_key(j, "effects");
	json_begin_array(j);
	for (size_t i = 0; i < x.effects; i++)
		effect_json(&x.effect[i], j);
	json_end_array(j);
	json_key(j, "confounded");
	json_begin_array(j);
	m = confounds_of(run, n, &found);
	for (size_t i = 0; i < m; i++)
		json_string(j, found[i].text);
	free(found);
	json_end_array(j);
	json_put_uint(j, "cells", x.cells);
	json_put_uint(j, "missing", x.missing);
	json_end_object(j);
	joined_release(&x);
}
