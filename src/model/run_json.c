/* run_json.c - a run written as one JSON document. */
#include "model/run_json.h"

#include "base/json.h"
#include "model/after_part.h"

#include <stdio.h>

static const char *const outcomes[] = { "ok", "skipped", "failed" };

static void write_times(struct json *j, const char *key, const uint64_t *v,
    size_t n)
{
	size_t i;

	if (n == 0)
		return;
	json_key(j, key);
	json_begin_array(j);
	for (i = 0; i < n; i++)
		json_uint(j, v[i]);
	json_end_array(j);
}

static void write_counters(struct json *j, const struct counters *c)
{
	const struct {
		const char *key;
		uint64_t value;
	} all[] = {
		{ "nvcsw", c->nvcsw },
		{ "nivcsw", c->nivcsw },
		{ "minflt", c->minflt },
		{ "majflt", c->majflt },
		{ "migrations", c->migrations },
		{ "steal_ns", c->steal_ns },
		{ "other_ns", c->other_ns },
	};
	size_t i;

	json_key(j, "ctr");
	json_begin_object(j);
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].value != COUNTER_UNKNOWN)
			json_put_uint(j, all[i].key, all[i].value);
	json_end_object(j);
}

static void write_notes(struct json *j, char *const *notes)
{
	if (!notes || !*notes)
		return;
	json_key(j, "notes");
	json_begin_object(j);
	for (; notes[0]; notes += 2)
		json_put_string(j, notes[0], notes[1]);
	json_end_object(j);
}

static void write_invocation(struct json *j, const struct invocation *v)
{
	json_begin_object(j);
	json_put_uint(j, "round", v->round);
	json_put_uint(j, "start_ns", v->start_ns);
	json_put_uint(j, "wall_ns", v->wall_ns);
	json_put_uint(j, "ops", v->ops);
	json_put_uint(j, "warm", v->warm);
	write_times(j, "run", v->run, v->n_run);
	write_times(j, "base", v->base, v->n_base);
	write_times(j, "pulse", v->pulse, v->n_pulse);
	write_times(j, "events", v->events, v->n_events);
	json_key(j, "cpu");
	json_begin_array(j);
	json_int(j, v->cpu[0]);
	json_int(j, v->cpu[1]);
	json_end_array(j);
	if (v->place)
		json_put_string(j, "place", v->place);
	write_counters(j, &v->counters);
	write_notes(j, v->notes);
	json_end_object(j);
	buf_add_char(j->out, '\n');
}

static void write_flags(struct json *j, unsigned flags)
{
	json_key(j, "flags");
	json_begin_array(j);
	if (flags & RESULT_LM)
		json_string(j, "lm");
	if (flags & RESULT_HIDDEN)
		json_string(j, "hidden");
	if (flags & RESULT_CURVE)
		json_string(j, "curve");
	if (flags & RESULT_IMPORTED)
		json_string(j, "imported");
	json_end_array(j);
}

static void write_result(struct json *j, const struct result *res)
{
	size_t i;

	json_begin_object(j);
	json_put_string(j, "key", res->key);
	json_put_string(j, "unit", unit_words[res->unit]);
	write_flags(j, res->flags);
	json_put_uint(j, "bytes", res->bytes);
	json_put_string(j, "outcome", outcomes[res->outcome]);
	json_put_string(j, "why", res->why);
	json_put_uint(j, "failed", res->n_failed);
	json_key(j, "invocations");
	json_begin_array(j);
	for (i = 0; i < res->n_inv; i++)
		write_invocation(j, &res->inv[i]);
	json_end_array(j);
	json_end_object(j);
	buf_add_char(j->out, '\n');
}

static void write_facts(struct json *j, const struct host *h)
{
	size_t i;

	json_key(j, "facts");
	json_begin_array(j);
	for (i = 0; i < h->n; i++) {
		json_begin_object(j);
		json_put_string(j, "key", h->facts[i].key);
		json_put_string(j, "kind", fact_kind_word(h->facts[i].kind));
		json_put_string(j, "value", h->facts[i].value);
		json_end_object(j);
		buf_add_char(j->out, '\n');
	}
	json_end_array(j);
}

static void write_env(struct json *j, const struct run *r)
{
	json_key(j, "env");
	json_begin_array(j);
	for (size_t i = 0; i < r->n_env; i++) {
		const struct env_sample *e = &r->env[i];

		json_begin_object(j);
		json_put_uint(j, "round", e->round);
		json_put_uint(j, "at_ns", e->at_ns);
		json_put_double(j, "busy", e->busy);
		json_put_double(j, "steal", e->steal);
		json_put_double(j, "psi_cpu", e->psi_cpu);
		json_put_int(j, "runnable", e->runnable);
		json_put_string(j, "hog", e->hog);
		json_put_double(j, "hog_share", e->hog_share);
		json_end_object(j);
		buf_add_char(j->out, '\n');
	}
	json_end_array(j);
}

static void write_head(struct json *j, const struct run *r)
{
	char seed[24];

	json_put_string(j, "format", "perfloss run");
	json_put_int(j, "version", RUN_JSON_VERSION);
	json_put_string(j, "uuid", r->uuid);
	json_put_string(j, "label", r->label);
	json_put_int(j, "started_ns", r->started_ns);
	json_put_int(j, "ended_ns", r->ended_ns);
	/* 64 bits do not fit the numbers of most readers */
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)r->seed);
	json_put_string(j, "seed", seed);
	json_put_uint(j, "rounds", r->rounds);
	json_put_string(j, "pair", r->pair);
	json_put_string(j, "arm", r->arm);
	json_put_string(j, "state", r->state);
	json_put_uint(j, "looks", r->looks);
	json_put_string(j, "profile", r->profile);
	json_put_string(j, "command", r->command);
	json_put_string(j, "stop", r->stop);
	json_key(j, "clock");
	json_begin_object(j);
	json_put_string(j, "name", r->clock_name);
	json_put_double(j, "cost_ns", r->clock_cost_ns);
	json_put_double(j, "step_ns", r->clock_step_ns);
	json_end_object(j);
	buf_add_char(j->out, '\n');
}

void run_to_json(const struct run *r, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_begin_object(&j);
	write_head(&j, r);
	write_facts(&j, &r->host);
	write_env(&j, r);
	if (r->after) {
		json_key(&j, "aftermath");
		after_part_to_json(r->after, &j);
		buf_add_char(out, '\n');
	}
	json_key(&j, "results");
	json_begin_array(&j);
	for (i = 0; i < r->n_results; i++)
		if (!(r->results[i].flags & RESULT_TAIL))
			write_result(&j, &r->results[i]);
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}
