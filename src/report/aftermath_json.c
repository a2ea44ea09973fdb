/* aftermath_json.c - what a load did and what it left, as JSON. */
#include "report/aftermath.h"

#include <math.h>
#include <stdlib.h>

static void put_seconds(struct json *j, const char *key, int64_t ns)
{
	json_put_double(j, key, (double)ns / 1e9);
}

static void put_load(const struct after_load *l, const struct after_shares *x,
    struct json *j)
{
	json_key(j, "load");
	json_begin_object(j);
	json_put_string(j, "what", l->what);
	json_put_uint(j, "copies", l->copies);
	json_put_bool(j, "ended", l->ended);
	put_seconds(j, "from_s", l->from_ns);
	put_seconds(j, "to_s", l->to_ns);
	json_put_double(j, "cpus", x->all);
	json_put_uint(j, "turns", l->turns);
	json_put_uint(j, "failed", l->failed);
	if (x->n > 0) {
		json_put_double(j, "share_least", x->least);
		json_put_double(j, "share_middle", x->middle);
		json_put_double(j, "share_most", x->most);
		json_put_double(j, "jain", x->jain);
	}
	json_end_object(j);
}

static void put_change(const char *key, const struct after_change *c,
    struct json *j)
{
	json_key(j, key);
	json_begin_object(j);
	json_put_uint(j, "n", c->n);
	json_put_double(j, "change", c->change);
	json_put_double(j, "lo", c->lo);
	json_put_double(j, "hi", c->hi);
	json_put_string(j, "verdict", verdict_words[c->verdict]);
	json_end_object(j);
}

/* [time s, cost ns] of each invocation, phase by phase. */
static void put_points(const struct aftermath *a, const struct after_row *r,
    struct json *j)
{
	json_key(j, "points");
	json_begin_object(j);
	for (int p = 0; p < AFTER_PHASES; p++) {
		const struct result *res = run_find(&a->phase[p], r->res->key);

		json_key(j, after_phase_words[p]);
		json_begin_array(j);
		for (size_t i = 0; res && i < res->n_inv; i++) {
			json_begin_array(j);
			json_double(j, (double)res->inv[i].start_ns / 1e9);
			json_double(j, run_cost(&a->phase[p], res, i));
			json_end_array(j);
		}
		json_end_array(j);
	}
	json_end_object(j);
}

static void put_overruns(const struct after_row *r, struct json *j)
{
	if (r->overruns[AFTER_BASELINE].periods == 0)
		return;
	json_key(j, "overruns");
	json_begin_object(j);
	for (int p = 0; p < AFTER_PHASES; p++) {
		json_key(j, after_phase_words[p]);
		json_begin_object(j);
		json_put_uint(j, "periods", r->overruns[p].periods);
		json_put_uint(j, "overruns", r->overruns[p].overruns);
		json_end_object(j);
	}
	json_end_object(j);
}

static void put_row(const struct aftermath *a, const struct after_row *r,
    struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "key", r->key);
	json_put_string(j, "process", r->survivor ? "survivor" : "fresh");
	json_put_uint(j, "n", r->n);
	json_put_double(j, "cost_ns", r->cost);
	json_put_double(j, "drift", r->drift);
	put_change("load", &r->at[AFTER_LOAD], j);
	put_change("after", &r->at[AFTER_RECOVERY], j);
	json_put_string(j, "word", after_words[r->word]);
	json_put_double(j, "recovered_s", r->recovered_s);
	json_put_string(j, "note", r->note[0] ? r->note : NULL);
	put_overruns(r, j);
	put_points(a, r, j);
	json_end_object(j);
}

static void put_texts(const char *key, char *const *text, size_t n,
    struct json *j)
{
	json_key(j, key);
	json_begin_array(j);
	for (size_t i = 0; i < n; i++)
		json_string(j, text[i]);
	json_end_array(j);
}

static void put_left(const struct after_judged *j, struct json *js)
{
	json_key(js, "left");
	json_begin_array(js);
	for (size_t i = 0; i < j->n_left; i++) {
		const struct after_left *l = &j->left[i];

		json_begin_object(js);
		json_put_string(js, "what", l->what);
		json_put_string(js, "before", l->before[0] ? l->before : NULL);
		json_put_string(js, "after", l->after[0] ? l->after : NULL);
		json_end_object(js);
	}
	json_end_array(js);
	json_put_uint(js, "looks_before", j->snapshots[0]);
	json_put_uint(js, "looks_after", j->snapshots[1]);
	put_texts("unread", j->unread, j->n_unread, js);
	put_texts("warnings", j->warning, j->n_warnings, js);
}

static void put_phases(const struct aftermath *a, struct json *j)
{
	json_key(j, "phases");
	json_begin_array(j);
	for (int p = 0; p < AFTER_PHASES; p++) {
		json_begin_object(j);
		json_put_string(j, "name", after_phase_words[p]);
		put_seconds(j, "from_s", a->from_ns[p]);
		put_seconds(j, "to_s", a->to_ns[p]);
		json_put_uint(j, "rounds", a->phase[p].rounds);
		json_put_string(j, "uuid", a->phase[p].uuid);
		if (a->phase[p].id > 0)
			json_put_int(j, "id", a->phase[p].id);
		json_put_string(j, "label", a->phase[p].label);
		json_end_object(j);
	}
	json_end_array(j);
}

void report_aftermath_json(const struct aftermath *a,
    const struct after_judged *j, struct json *js)
{
	bool told = a->to_ns[AFTER_RECOVERY] > 0 && j->n > 0;

	json_begin_object(js);
	json_put_string(js, "word", told ? after_words[j->word] : NULL);
	json_put_bool(js, "interrupted", a->about.cut);
	put_load(&a->load, &j->shares, js);
	put_phases(a, js);
	json_put_double(js, "judged_from_s", j->tail_s);
	json_put_double(js, "recovery_s", j->recovery_s);
	json_key(js, "rows");
	json_begin_array(js);
	for (size_t i = 0; i < j->n; i++)
		put_row(a, &j->row[i], js);
	json_end_array(js);
	put_left(j, js);
	json_end_object(js);
}
