/* trend_json.c - what the levels of rows did over many runs, as JSON. */
#include "report/trend.h"

#include <math.h>
#include <stdio.h>

static void put_name(const struct trend_run *r, struct json *j)
{
	char number[32];

	snprintf(number, sizeof(number), "#%lld", (long long)r->id);
	json_put_string(j, "name", r->name ? r->name : number);
}

static void put_runs(const struct trend_view *v, struct json *j)
{
	json_key(j, "runs");
	json_begin_array(j);
	for (size_t i = 0; i < v->runs; i++) {
		json_begin_object(j);
		json_put_int(j, "id", v->run[i].id);
		json_put_string(j, "uuid", v->run[i].uuid);
		put_name(&v->run[i], j);
		json_put_string(j, "machine", v->run[i].hash);
		json_put_int(j, "started_ns", v->run[i].started_ns);
		json_end_object(j);
	}
	json_end_array(j);
}

static void put_values(const struct trend_series *s, struct json *j)
{
	json_key(j, "values");
	json_begin_array(j);
	for (size_t i = 0; i < s->n; i++) {
		json_begin_object(j);
		json_put_uint(j, "run", s->run[i]);
		json_put_double(j, "value", run_display(&s->res, exp(s->y[i])));
		json_end_object(j);
	}
	json_end_array(j);
}

static void put_step(const struct trend_series *s, const struct trend_step *p,
    struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "verdict", trend_word(p));
	json_put_double(j, "cost_change", p->by);
	json_put_double(j, "lo", p->lo);
	json_put_double(j, "hi", p->hi);
	json_put_uint(j, "after", s->run[p->s.lo - 1]);
	json_put_uint(j, "at", s->run[p->s.at]);
	json_put_uint(j, "before", s->run[p->s.hi]);
	json_put_double(j, "p", p->s.p);
	json_put_double(j, "p_holm", p->holm);
	json_put_bool(j, "sure", p->sure);
	json_put_bool(j, "new", p->fresh);
	if (p->gone == TREND_NONE)
		json_put_double(j, "went_away_at", NAN);
	else
		json_put_uint(j, "went_away_at", s->run[s->step[p->gone].s.at]);
	json_put_string(j, "changed_with", p->beside);
	json_end_object(j);
}

static void put_series(const struct trend_series *s, struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "key", s->res.key);
	json_put_string(j, "unit", unit_words[s->res.unit]);
	json_put_string(j, "measured", s->how);
	json_put_string(j, "machine", s->host);
	json_put_double(j, "now",
	    run_display(&s->res, exp(s->levels[s->steps])));
	json_put_double(j, "drift", s->drift);
	json_put_double(j, "rho", s->rho);
	json_put_uint(j, "not_comparable", s->other);
	put_values(s, j);
	json_key(j, "steps");
	json_begin_array(j);
	for (size_t i = 0; i < s->steps; i++)
		put_step(s, &s->step[i], j);
	json_end_array(j);
	json_key(j, "spikes");
	json_begin_array(j);
	for (size_t i = 0; i < s->spikes; i++) {
		json_begin_object(j);
		json_put_uint(j, "from", s->run[s->spike[i].from]);
		json_put_uint(j, "to", s->run[s->spike[i].to]);
		json_put_double(j, "cost_change", s->spike[i].by);
		json_put_bool(j, "open", s->spike[i].open);
		json_end_object(j);
	}
	json_end_array(j);
	json_put_uint(j, "far", s->far);
	json_end_object(j);
}

void report_trend_json(const struct trend_view *v, struct json *j)
{
	bool worse = false;

	for (size_t i = 0; i < v->t->n; i++)
		worse |= trend_is_worse(&v->t->series[i]);
	json_begin_object(j);
	json_put_string(j, "by", v->by);
	json_put_uint(j, "left_out", v->without);
	json_put_uint(j, "machines", v->machines);
	json_put_bool(j, "new_step", worse);
	put_runs(v, j);
	json_key(j, "series");
	json_begin_array(j);
	for (size_t i = 0; i < v->t->n; i++)
		put_series(&v->t->series[v->order[i]], j);
	json_end_array(j);
	json_end_object(j);
}
