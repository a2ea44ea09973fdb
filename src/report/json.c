/* json.c - one run's estimates, facts and values, and comparisons, as JSON;
 * the keys are documented in doc/JSON.md. */
#include "judge/variance.h"
#include "report/report.h"

#include "report/curves.h"
#include "report/events.h"
#include "report/functions.h"
#include "report/notes.h"
#include "report/rows.h"

#include <math.h>
#include <stdlib.h>

static void put_run_head(const struct run *r, struct json *j)
{
	const struct env_sample *hog;

	if (r->id > 0)
		json_put_int(j, "id", r->id);
	json_put_string(j, "uuid", r->uuid);
	json_put_string(j, "label", r->label);
	json_put_int(j, "started_ns", r->started_ns);
	json_put_int(j, "ended_ns", r->ended_ns);
	json_put_string(j, "pair", r->pair);
	json_put_string(j, "arm", r->arm);
	json_put_string(j, "state", r->state);
	json_put_uint(j, "looks", r->looks);
	json_put_string(j, "profile", r->profile);
	json_put_string(j, "stop", r->stop);
	json_put_uint(j, "seed", r->seed);
	json_put_uint(j, "rounds", r->rounds);
	json_put_string(j, "kernel", host_get(&r->host, "kernel.release"));
	json_put_double(j, "busy", notes_busy(r, &hog));
}

static void put_label(const struct result *res, struct json *j)
{
	char label[96];

	row_label(res, label, sizeof(label));
	json_put_string(j, "key", res->key);
	json_put_string(j, "name", res->name);
	json_put_string(j, "row", label);
	json_put_string(j, "unit", unit_words[res->unit]);
}

static void put_variance(const struct run *r, const struct result *res,
    struct json *j)
{
	struct variance v;

	if ((res->flags & RESULT_TAIL) || !judge_variance(r, res, &v))
		return;
	json_put_double(j, "sd_process", v.process);
	json_put_double(j, "sd_batch", v.batch);
}

static void put_row(const struct run *r, const struct result *res,
    const struct estimate *e, struct json *j)
{
	bool rate = unit_is_rate(res->unit);

	json_begin_object(j);
	put_label(res, j);
	json_put_bool(j, "lm", (res->flags & RESULT_LM) != 0);
	json_put_string(j, "status", status_words[e->status]);
	json_put_string(j, "why", e->why[0] ? e->why : NULL);
	json_put_uint(j, "n", e->n);
	json_put_uint(j, "failed", res->n_failed);
	json_put_double(j, "value", run_display(res, e->cost));
	json_put_double(j, "lo", run_display(res, rate ? e->hi : e->lo));
	json_put_double(j, "hi", run_display(res, rate ? e->lo : e->hi));
	json_put_double(j, "half_width", e->half_width);
	json_put_double(j, "cv", e->cv);
	json_put_double(j, "seen", e->seen);
	put_variance(r, res, j);
	if (!(res->flags & RESULT_TAIL))
		events_put_json(res, j);
	json_end_object(j);
}

static void put_levels(const struct run *r, struct json *j)
{
	struct level level[LEVELS];
	size_t n = judge_levels(r, "mem_lat", level), i;

	json_key(j, "memory");
	json_begin_array(j);
	for (i = 0; i < n; i++) {
		json_begin_object(j);
		json_put_string(j, "level", level[i].name);
		json_put_double(j, "ns", level[i].ns);
		json_put_double(j, "lo", level[i].lo);
		json_put_double(j, "hi", level[i].hi);
		json_put_int(j, "ends", level[i].ends);
		json_put_int(j, "ends_lo", level[i].ends_lo);
		json_put_int(j, "ends_hi", level[i].ends_hi);
		json_put_int(j, "system_says", level[i].sysfs);
		json_put_int(j, "cpu_says", level[i].cpuid);
		json_put_bool(j, "disagrees", level[i].disagrees);
		json_end_object(j);
	}
	json_end_array(j);
}

static void put_env(const struct run *r, struct json *j)
{
	size_t i;

	json_key(j, "env");
	json_begin_array(j);
	for (i = 0; i < r->n_env; i++) {
		const struct env_sample *s = &r->env[i];

		json_begin_object(j);
		json_put_uint(j, "round", s->round);
		json_put_uint(j, "at_ns", s->at_ns);
		json_put_double(j, "busy", s->busy);
		json_put_double(j, "steal", s->steal);
		json_put_double(j, "psi_cpu", s->psi_cpu);
		json_put_string(j, "hog", s->hog);
		json_put_double(j, "hog_share", s->hog_share);
		json_end_object(j);
	}
	json_end_array(j);
}

void report_run_json(const struct run *r, const struct estimate *e,
    const bool *show, struct json *j)
{
	size_t *order = rows_sorted(r), i;

	json_begin_object(j);
	put_run_head(r, j);
	json_key(j, "rows");
	json_begin_array(j);
	for (i = 0; i < r->n_results; i++)
		if (!show || show[order[i]])
			put_row(r, &r->results[order[i]], &e[order[i]], j);
	json_end_array(j);
	put_levels(r, j);
	put_env(r, j);
	json_end_object(j);
	free(order);
}

void report_facts_json(const struct run *r, struct json *j)
{
	size_t i;

	json_begin_object(j);
	put_run_head(r, j);
	json_key(j, "facts");
	json_begin_array(j);
	for (i = 0; i < r->host.n; i++) {
		json_begin_object(j);
		json_put_string(j, "key", r->host.facts[i].key);
		json_put_string(j, "kind",
		    fact_kind_word(r->host.facts[i].kind));
		json_put_string(j, "value", r->host.facts[i].value);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}

static void put_raw(const struct run *r, const struct result *res,
    struct json *j)
{
	size_t i, k;

	json_begin_object(j);
	put_label(res, j);
	json_key(j, "invocations");
	json_begin_array(j);
	for (i = 0; i < res->n_inv; i++) {
		const struct invocation *inv = &res->inv[i];

		json_begin_object(j);
		json_put_uint(j, "round", inv->round);
		json_put_double(j, "cost_ns", run_cost(r, res, i));
		json_put_double(j, "raw_ns", run_cost_raw(r, res, i));
		json_put_uint(j, "ops", inv->ops);
		json_put_uint(j, "warm", inv->warm);
		json_key(j, "run");
		json_begin_array(j);
		for (k = 0; k < inv->n_run; k++)
			json_uint(j, inv->run[k]);
		json_end_array(j);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}

void report_raw_json(const struct run *r, const bool *show, struct json *j)
{
	size_t *order = rows_sorted(r), i;

	json_begin_object(j);
	put_run_head(r, j);
	json_key(j, "rows");
	json_begin_array(j);
	for (i = 0; i < r->n_results; i++)
		if ((!show || show[order[i]]) &&
		    !(r->results[order[i]].flags & RESULT_TAIL))
			put_raw(r, &r->results[order[i]], j);
	json_end_array(j);
	json_end_object(j);
	free(order);
}

static void put_comparison(const struct comparison *c, struct json *j)
{
	const struct result *res = c->a ? c->a : c->b;

	json_begin_object(j);
	put_label(res, j);
	json_put_string(j, "verdict", verdict_words[c->verdict]);
	json_put_string(j, "note", c->note[0] ? c->note : NULL);
	json_put_uint(j, "n_base", c->na);
	json_put_uint(j, "n_now", c->nb);
	json_put_double(j, "base", c->a ? run_display(c->a, c->cost_a) : NAN);
	json_put_double(j, "now", c->b ? run_display(c->b, c->cost_b) : NAN);
	json_put_double(j, "change", c->change);
	json_put_double(j, "lo", c->lo);
	json_put_double(j, "hi", c->hi);
	json_put_double(j, "p", c->p);
	json_put_double(j, "p_holm", c->p_holm);
	json_put_double(j, "q", c->q);
	json_put_double(j, "band", c->band);
	json_put_double(j, "margin", c->margin);
	json_put_string(j, "margin_from",
	    isfinite(c->p) ? margin_words[c->margins.from] : NULL);
	json_put_uint(j, "margin_runs", c->margins.runs);
	json_put_uint(j, "pairs", c->n_pairs);
	json_put_uint(j, "dropped", c->n_dropped);
	json_put_uint(j, "alone", c->n_alone);
	json_put_uint(j, "flagged", c->flagged);
	json_put_uint(j, "look", c->look);
	json_put_double(j, "spread", c->spread);
	json_put_uint(j, "n_more", c->n_more);
	json_put_double(j, "n_more_s", c->n_more_s);
	functions_where_json(c, j);
	json_end_object(j);
}

static void put_fact(void *to, const char *key, const char *a, const char *b)
{
	struct json *j = to;

	json_begin_object(j);
	json_put_string(j, "key", key);
	json_put_string(j, "base", a);
	json_put_string(j, "now", b);
	json_end_object(j);
}

struct numbered {
	size_t number;
	struct json *j;
};

static void put_numbered(void *to, const char *key, const char *a,
    const char *b)
{
	struct numbered *n = to;

	json_begin_object(n->j);
	json_put_uint(n->j, "comparison", n->number);
	json_put_string(n->j, "key", key);
	json_put_string(n->j, "base", a);
	json_put_string(n->j, "now", b);
	json_end_object(n->j);
}

static void put_differs(const struct run *a, const struct run *b, size_t number,
    struct json *j)
{
	struct numbered n = { number, j };

	host_diff(&a->host, &b->host, put_numbered, &n);
}

static void put_runs(const struct run *a, const struct run *b,
    const struct verdict_set *v, struct json *j)
{
	size_t i;

	json_begin_object(j);
	json_key(j, "base");
	json_begin_object(j);
	put_run_head(a, j);
	json_end_object(j);
	json_key(j, "now");
	json_begin_object(j);
	put_run_head(b, j);
	json_end_object(j);
	json_put_bool(j, "comparable", !v->not_comparable);
	json_put_string(j, "why", v->why[0] ? v->why : NULL);
	json_put_string(j, "order", v->order[0] ? v->order : NULL);
	json_key(j, "differs");
	json_begin_array(j);
	host_diff(&a->host, &b->host, put_fact, j);
	json_end_array(j);
	json_key(j, "count");
	json_begin_object(j);
	for (i = 0; i < VERDICTS; i++)
		json_put_uint(j, verdict_words[i], v->count[i]);
	json_end_object(j);
	json_key(j, "suite");
	json_begin_object(j);
	json_put_double(j, "change", v->suite);
	json_put_double(j, "margin", v->suite_margin);
	json_put_double(j, "lo", v->suite_lo);
	json_put_double(j, "hi", v->suite_hi);
	json_put_uint(j, "rows", v->suite_n);
	json_end_object(j);
	json_key(j, "rows");
	json_begin_array(j);
	for (i = 0; i < v->n; i++)
		put_comparison(&v->rows[i], j);
	json_end_array(j);
	cross_json(a, b, v, j);
	json_end_object(j);
}

void report_comparisons_members(const struct report_pair *p, size_t n,
    struct json *j)
{
	size_t verdicts = 0;

	for (size_t i = 0; i < n; i++)
		verdicts += judge_tested(p[i].v);
	json_key(j, "differs");
	json_begin_array(j);
	for (size_t i = 0; i < n; i++)
		put_differs(p[i].base, p[i].now, i, j);
	json_end_array(j);
	json_key(j, "comparisons");
	json_begin_array(j);
	for (size_t i = 0; i < n; i++)
		put_runs(p[i].base, p[i].now, p[i].v, j);
	json_end_array(j);
	json_put_uint(j, "verdicts", verdicts);
}

void report_comparisons_json(const struct report_pair *p, size_t n,
    struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	report_comparisons_members(p, n, &j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}
