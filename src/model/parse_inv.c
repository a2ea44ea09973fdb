/* parse_inv.c - what the wire and a run's document have in common. */
#include "model/parse.h"
#include "model/run.h"

#include <math.h>
#include <string.h>

/* Limits: nothing real comes near; beyond is garbage. */
#define OPS_MAX   INT64_C(1000000000000000) /* 10^15 */
#define SHARE_MAX 1e6

bool parse_unit(const char *word, enum unit *unit)
{
	for (int i = 0; word && i < UNITS; i++)
		if (strcmp(word, unit_words[i]) == 0) {
			*unit = (enum unit)i;
			return true;
		}
	return false;
}

unsigned parse_flags(struct parse *p, const struct json_t *o, const char *key)
{
	char **words = parse_strings(p, o, key), **at;
	unsigned flags = 0;

	for (at = words; at && *at; at++) {
		if (strcmp(*at, "lm") == 0)
			flags |= RESULT_LM;
		else if (strcmp(*at, "hidden") == 0)
			flags |= RESULT_HIDDEN;
		else if (strcmp(*at, "curve") == 0)
			flags |= RESULT_CURVE;
		else if (strcmp(*at, "imported") == 0)
			flags |= RESULT_IMPORTED;
	}
	strings_free(words);
	return flags;
}

static uint64_t counter(struct parse *p, const struct json_t *ctr,
    const char *key)
{
	int64_t x = parse_int_or(p, ctr, key, 0, INT64_MAX, -1);

	return x < 0 ? COUNTER_UNKNOWN : (uint64_t)x;
}

static void read_counters(struct parse *p, const struct json_t *o,
    struct counters *c)
{
	const struct json_t *ctr = parse_object(p, o, "ctr");

	c->nvcsw = counter(p, ctr, "nvcsw");
	c->nivcsw = counter(p, ctr, "nivcsw");
	c->minflt = counter(p, ctr, "minflt");
	c->majflt = counter(p, ctr, "majflt");
	c->migrations = counter(p, ctr, "migrations");
	c->steal_ns = counter(p, ctr, "steal_ns");
	c->other_ns = counter(p, ctr, "other_ns");
}

static uint64_t span(struct parse *p, const struct json_t *o, const char *key)
{
	return (uint64_t)parse_int_or(p, o, key, 0, PARSE_TIME, 0);
}

void parse_invocation(struct parse *p, const struct json_t *o,
    struct invocation *v)
{
	v->ops = (uint64_t)parse_int(p, o, "ops", 1, OPS_MAX);
	v->run = parse_times(p, o, "run", &v->n_run);
	v->base = parse_times(p, o, "base", &v->n_base);
	v->pulse = parse_times(p, o, "pulse", &v->n_pulse);
	invocation_pulsed(v);
	v->events = parse_times(p, o, "events", &v->n_events);
	v->warm = (size_t)parse_int_or(p, o, "warm", 0, PARSE_TIMES, 0);
	v->start_ns = span(p, o, "start_ns");
	v->wall_ns = span(p, o, "wall_ns");
	v->place = parse_string_or_null(p, o, "place");
	v->notes = parse_pairs(p, o, "notes");
	parse_cpus(p, o, "cpu", v->cpu);
	read_counters(p, o, &v->counters);
	if (v->warm > v->n_run)
		parse_fault(p, "'warm' in '%s' is more than its batches",
		    p->where);
	else if (v->n_events == 0 && v->warm == v->n_run)
		parse_fault(p, "'%s' has no batch that counts", p->where);
}

void parse_env(struct parse *p, const struct json_t *o, struct env_sample *e)
{
	e->busy = parse_number_or(p, o, "busy", 0, SHARE_MAX, NAN);
	e->steal = parse_number_or(p, o, "steal", 0, SHARE_MAX, NAN);
	e->psi_cpu = parse_number_or(p, o, "psi_cpu", 0, SHARE_MAX, NAN);
	e->hog_share = parse_number_or(p, o, "hog_share", 0, SHARE_MAX, NAN);
	e->runnable = (int)parse_int_or(p, o, "runnable", -1, INT32_MAX, -1);
	e->hog = parse_string_or_null(p, o, "hog");
}
