/* run_parse.c - a run read back from its JSON document. */
#include "model/parse.h"
#include "model/run_json.h"

#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Keys are looked up one by one: a limit, so that no document takes for ever.
 * The full catalogue has about 220 rows, a host about 150 facts. */
#define KEYS_MAX 10000

static void read_version(struct parse *p, const struct json_t *o)
{
	const char *format = parse_peek(o, "format");
	int64_t version;

	if (!format || strcmp(format, "perfloss run") != 0) {
		parse_fault(p, "not a run of perfloss");
		return;
	}
	version = parse_int(p, o, "version", 1, INT64_MAX);
	if (version > RUN_JSON_VERSION)
		parse_fault(p,
		    "made by a newer perfloss (format %lld, "
		    "this one reads %d)",
		    (long long)version, RUN_JSON_VERSION);
}

static bool is_uuid(const char *s)
{
	size_t i;

	if (strlen(s) != 36)
		return false;
	for (i = 0; i < 36; i++) {
		if (i == 8 || i == 13 || i == 18 || i == 23) {
			if (s[i] != '-')
				return false;
		} else if (!isxdigit((unsigned char)s[i])) {
			return false;
		}
	}
	return true;
}

static void read_clock(struct parse *p, const struct json_t *o, struct run *r)
{
	o = parse_object(p, o, "clock");
	r->clock_name = parse_string_or_null(p, o, "name");
	r->clock_cost_ns = parse_number_or(p, o, "cost_ns", 0, 1e15, 0);
	r->clock_step_ns = parse_number_or(p, o, "step_ns", 0, 1e15, 0);
}

static void read_head(struct parse *p, const struct json_t *o, struct run *r)
{
	const char *uuid = parse_peek(o, "uuid"), *seed = parse_peek(o, "seed");
	const char *pair = parse_peek(o, "pair");

	if (uuid && is_uuid(uuid))
		memcpy(r->uuid, uuid, sizeof(r->uuid));
	else
		parse_fault(p, "'uuid' in '%s' is none", p->where);
	if (!seed || num_parse_u64(seed, &r->seed) != 0)
		parse_fault(p, "'seed' in '%s' is none", p->where);
	r->label = parse_string_or_null(p, o, "label");
	r->started_ns = parse_int(p, o, "started_ns", 0, INT64_MAX);
	r->ended_ns = parse_int_or(p, o, "ended_ns", 0, INT64_MAX, 0);
	r->rounds = (uint32_t)parse_int(p, o, "rounds", 0, UINT32_MAX);
	if (pair && !is_uuid(pair))
		parse_fault(p, "'pair' in '%s' is no uuid", p->where);
	r->pair = parse_string_or_null(p, o, "pair");
	r->arm = parse_string_or_null(p, o, "arm");
	r->state = parse_string_or_null(p, o, "state");
	r->looks = (uint32_t)parse_int_or(p, o, "looks", 0, UINT32_MAX, 0);
	r->profile = parse_string_or_null(p, o, "profile");
	r->command = parse_string_or_null(p, o, "command");
	r->stop = parse_string_or_null(p, o, "stop");
	read_clock(p, o, r);
}

static void read_fact(struct parse *p, const struct json_t *o, struct host *h)
{
	const char *word = parse_peek(o, "kind");
	char *key = parse_key(p, o, "key");
	char *value = parse_string_or_null(p, o, "value");
	enum fact_kind kind;

	if (!word || fact_kind_parse(word, &kind) != 0)
		parse_fault(p, "'kind' in '%s' is not known", p->where);
	else if (!p->code)
		host_set(h, key, kind, value);
	free(key);
	free(value);
}

static void read_facts(struct parse *p, const struct json_t *o, struct run *r)
{
	const struct json_t *array;
	size_t n, i;

	array = parse_array(p, o, "facts", &n);
	if (n > KEYS_MAX)
		parse_fault(p, "'facts' has more than %d of them", KEYS_MAX);
	for (i = 0; i < n && !p->code; i++) {
		p->where = "facts";
		read_fact(p, parse_at(p, array, i), &r->host);
	}
}

static void read_env(struct parse *p, const struct json_t *o, struct run *r)
{
	const struct json_t *array, *at;
	struct env_sample e;
	size_t n, i;

	array = parse_array(p, o, "env", &n);
	for (i = 0; i < n && !p->code; i++) {
		p->where = "env";
		at = parse_at(p, array, i);
		memset(&e, 0, sizeof(e));
		parse_env(p, at, &e);
		e.round = (uint32_t)parse_int(p, at, "round", 0, UINT32_MAX);
		e.at_ns =
		    (uint64_t)parse_int_or(p, at, "at_ns", 0, PARSE_TIME, 0);
		run_add_env(r, &e);
		free(e.hog);
	}
}

static void read_unit(struct parse *p, const struct json_t *o,
    struct result *res)
{
	const char *word = parse_peek(o, "unit");

	if (!parse_unit(word, &res->unit))
		parse_fault(p, "'unit' of '%s' is not known", p->where);
	else if (res->unit == UNIT_RATE && res->bytes == 0 && res->n_inv > 0)
		parse_fault(p, "'%s' has a rate of no bytes", p->where);
}

static void read_outcome(struct parse *p, const struct json_t *o,
    struct result *res)
{
	const char *word = parse_peek(o, "outcome");

	if (word && strcmp(word, "ok") == 0)
		res->outcome = OUTCOME_OK;
	else if (word && strcmp(word, "skipped") == 0)
		res->outcome = OUTCOME_SKIPPED;
	else if (word && strcmp(word, "failed") == 0)
		res->outcome = OUTCOME_FAILED;
	else
		parse_fault(p, "'outcome' in '%s' is not known", p->where);
}

static void read_result(struct parse *p, const struct json_t *o, struct run *r)
{
	char *key = parse_key(p, o, "key");
	const struct json_t *array, *at;
	struct invocation *v;
	struct result *res;
	size_t n, i;

	if (!p->code && run_find(r, key))
		parse_fault(p, "'%s' is there twice", key);
	if (p->code) {
		free(key);
		return;
	}
	res = run_add(r, key);
	free(key);
	p->where = res->key;
	res->flags = parse_flags(p, o, "flags");
	res->bytes = (uint64_t)parse_int_or(p, o, "bytes", 0, PARSE_BYTES, 0);
	res->why = parse_string_or_null(p, o, "why");
	res->n_failed =
	    (uint32_t)parse_int_or(p, o, "failed", 0, UINT32_MAX, 0);
	array = parse_array(p, o, "invocations", &n);
	for (i = 0; i < n && !p->code; i++) {
		at = parse_at(p, array, i);
		v = result_add(res);
		parse_invocation(p, at, v);
		v->round = (uint32_t)parse_int(p, at, "round", 0, UINT32_MAX);
	}
	read_unit(p, o, res);
	read_outcome(p, o, res);
}

static void read_results(struct parse *p, const struct json_t *o, struct run *r)
{
	const struct json_t *array;
	size_t n, i;

	array = parse_array(p, o, "results", &n);
	if (!array)
		parse_fault(p, "'results' is missing in '%s'", p->where);
	if (n > KEYS_MAX)
		parse_fault(p, "'results' has more than %d of them", KEYS_MAX);
	for (i = 0; i < n && !p->code; i++) {
		p->where = "results";
		read_result(p, parse_at(p, array, i), r);
	}
}

static void read_run(struct parse *p, const struct json_t *o, struct run *r)
{
	read_version(p, o);
	if (p->code)
		return;
	read_head(p, o, r);
	read_results(p, o, r);
	p->where = "run";
	read_facts(p, o, r);
	p->where = "run";
	read_env(p, o, r);
	p->where = "run";
	o = parse_object(p, o, "aftermath");
	if (o && !p->code)
		r->after = after_part_read(p, o);
}

int run_from_json(struct run *r, const char *text, size_t len, struct err *e)
{
	struct parse p = { .e = e, .where = "run" };
	struct json_t *o;

	run_init(r);
	if (len > RUN_JSON_MAX) {
		run_release(r);
		return err_set(e, -EFBIG, "larger than %u MiB",
		    RUN_JSON_MAX >> 20);
	}
	o = parse_text(&p, text, len);
	if (o)
		read_run(&p, o, r);
	parse_free(o);
	if (p.code)
		run_release(r);
	return p.code;
}
