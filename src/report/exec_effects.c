/* exec_effects.c - what factors of commands do, as text and as JSON. */
#include "report/report.h"

#include "report/change.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>

static struct change as_change(const struct effect *e)
{
	struct change d = { e->change, e->lo, e->hi, false };

	d.factor = e->change > 9; /* as change_of has it */
	return d;
}

static void add_effect(struct table *t, const struct report_factor *f,
    const struct effect *e)
{
	struct change d = as_change(e);
	const struct report_factor *with =
	    e->with == EFFECT_ALONE ? NULL : &f[e->with];
	char text[64];

	f += e->factor;
	if (with) {
		table_cellf(t, "%s x %s", f->name, with->name);
		table_cellf(t, "%s, %s", f->level[e->level],
		    with->level[e->with_level]);
		table_cellf(t, "%s, %s", f->level[0], with->level[0]);
	} else {
		table_cell(t, f->name);
		table_cell(t, f->level[e->level]);
		table_cell(t, f->level[0]);
	}
	table_cell(t, change_text(&d, text, sizeof(text)));
	table_cell(t, change_interval(&d, text, sizeof(text)));
	if (!isfinite(e->lo))
		table_cell(t, "too few rounds");
	else if (e->lo > 0 || e->hi < 0)
		table_cell(t,
		    with          ? "depends" :
			e->lo > 0 ? "slower" :
				    "faster");
	else
		table_cell(t, "");
}

void report_effects(const struct report_factor *f, const struct effect *e,
    size_t n, size_t rounds, const struct style *s, struct buf *out)
{
	static const char *const heads[] = { "factor", "level", "against",
		"change", "95 % of all", "", NULL };
	struct table *t = table_new(heads, "LLLrrl");
	char text[32];

	buf_addf(out, "\nFactors, each over all levels of the others (%s):\n",
	    rows_count(rounds, "whole round", text, sizeof(text)));
	for (size_t i = 0; i < n; i++)
		add_effect(t, f, &e[i]);
	table_print(t, s, out);
	table_free(t);
}

void report_effects_json(const struct report_factor *f, const struct effect *e,
    size_t n, size_t rounds, struct json *j)
{
	json_put_uint(j, "effect_rounds", rounds);
	json_key(j, "effects");
	json_begin_array(j);
	for (size_t i = 0; i < n; i++) {
		const struct report_factor *of = &f[e[i].factor];

		json_begin_object(j);
		json_put_string(j, "factor", of->name);
		json_put_string(j, "level", of->level[e[i].level]);
		json_put_string(j, "against", of->level[0]);
		if (e[i].with != EFFECT_ALONE) {
			of = &f[e[i].with];
			json_put_string(j, "with", of->name);
			json_put_string(j, "with_level",
			    of->level[e[i].with_level]);
			json_put_string(j, "with_against", of->level[0]);
		}
		json_put_double(j, "change", e[i].change);
		json_put_double(j, "lo", e[i].lo);
		json_put_double(j, "hi", e[i].hi);
		json_end_object(j);
	}
	json_end_array(j);
}
