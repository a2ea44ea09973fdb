/* load.c - a run read back from the store. */
#include "store/store.h"

#include "base/mem.h"
#include "model/name.h"
#include "store/inner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int load_head(struct store *s, int64_t id, struct run *r, struct err *e)
{
	const char *uuid;
	struct query q;
	int code = 0;

	query_init(&q, &s->db,
	    "SELECT uuid, label, started_ns, ended_ns, seed, rounds, profile,"
	    " command, stop, clock_name, clock_cost_ns, clock_step_ns,"
	    " pair, arm, state, looks"
	    " FROM run WHERE id = ?",
	    e);
	query_bind(&q, "i", id);
	if (query_step(&q) > 0) {
		uuid = query_text(&q, 0);
		if (uuid && strlen(uuid) == 36)
			memcpy(r->uuid, uuid, sizeof(r->uuid));
		else
			code = db_corrupt(&s->db, e, "a uuid");
		r->id = id;
		r->label = query_dup(&q, 1);
		r->started_ns = query_int(&q, 2);
		r->ended_ns = query_int(&q, 3);
		r->seed = (uint64_t)query_int(&q, 4);
		r->rounds = (uint32_t)query_int(&q, 5);
		r->profile = query_dup(&q, 6);
		r->command = query_dup(&q, 7);
		r->stop = query_dup(&q, 8);
		r->clock_name = query_dup(&q, 9);
		r->clock_cost_ns = query_double(&q, 10);
		r->clock_step_ns = query_double(&q, 11);
		r->pair = query_dup(&q, 12);
		r->arm = query_dup(&q, 13);
		r->state = query_dup(&q, 14);
		r->looks = (uint32_t)query_int(&q, 15);
		r->grows =
		    r->ended_ns == 0 && store_end_of(s, id) == STORE_GROWS;
	} else if (q.code == 0) {
		code = err_set(e, -ENOENT, "no run %lld in store '%s'",
		    (long long)id, s->db.path);
	}
	query_release(&q);
	return q.code ? q.code : code;
}

/* The tables of a store made elsewhere promise less than ours. */
static bool is_key(const char *key)
{
	return key && name_is_key(key);
}

int store_facts(struct store *s, int64_t id, struct host *h, struct err *e)
{
	enum fact_kind kind;
	struct query q;
	char *value;
	int code = 0;

	query_init(&q, &s->db,
	    "SELECT key, kind, value FROM fact WHERE run = ? ORDER BY key", e);
	query_bind(&q, "i", id);
	while (code == 0 && query_step(&q) > 0) {
		value = query_dup(&q, 2);
		if (is_key(query_text(&q, 0)) && query_text(&q, 1) &&
		    fact_kind_parse(query_text(&q, 1), &kind) == 0)
			host_set(h, query_text(&q, 0), kind, value);
		else
			code = db_corrupt(&s->db, e, "a fact");
		free(value);
	}
	query_release(&q);
	return q.code ? q.code : code;
}

static int load_env(struct store *s, struct run *r, struct err *e)
{
	struct env_sample v;
	struct query q;

	query_init(&q, &s->db,
	    "SELECT round, at_ns, busy, steal, psi_cpu, runnable, hog,"
	    " hog_share FROM env WHERE run = ? ORDER BY seq",
	    e);
	query_bind(&q, "i", r->id);
	while (query_step(&q) > 0) {
		memset(&v, 0, sizeof(v));
		v.round = (uint32_t)query_int(&q, 0);
		v.at_ns = (uint64_t)query_int(&q, 1);
		v.busy = query_double(&q, 2);
		v.steal = query_double(&q, 3);
		v.psi_cpu = query_double(&q, 4);
		v.runnable = (int)query_int(&q, 5);
		v.hog = query_dup(&q, 6);
		v.hog_share = query_double(&q, 7);
		run_add_env(r, &v);
		free(v.hog);
	}
	query_release(&q);
	return q.code;
}

/* The place of a word in a list, which the table's CHECK has promised. */
static size_t word_at(const char *word, const char *const *words, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (word && strcmp(word, words[i]) == 0)
			break;
	return i;
}

static int load_results(struct store *s, struct run *r, struct err *e)
{
	struct result *res;
	struct query q;
	size_t unit, outcome;
	int code = 0;

	query_init(&q, &s->db,
	    "SELECT key, unit, flags, bytes, outcome, why, failed"
	    " FROM result WHERE run = ? ORDER BY seq",
	    e);
	query_bind(&q, "i", r->id);
	while (code == 0 && query_step(&q) > 0) {
		unit = word_at(query_text(&q, 1), unit_words, UNITS);
		outcome = word_at(query_text(&q, 4), store_outcomes, 3);
		if (unit == UNITS || outcome == 3 ||
		    !is_key(query_text(&q, 0))) {
			code = db_corrupt(&s->db, e, "a result");
			break;
		}
		res = run_add(r, query_text(&q, 0));
		res->unit = (enum unit)unit;
		res->flags = (unsigned)query_int(&q, 2);
		res->bytes = (uint64_t)query_int(&q, 3);
		res->outcome = (enum outcome)outcome;
		free(res->why);
		res->why = query_dup(&q, 5);
		res->n_failed = (uint32_t)query_int(&q, 6);
	}
	query_release(&q);
	return q.code ? q.code : code;
}

static int load_notes(struct query *notes, const char *text,
    struct invocation *v)
{
	size_t n = 0, cap = 0;

	query_bind(notes, "t", text);
	while (query_step(notes) > 0) {
		v->notes = xgrow(v->notes, n + 2, &cap, sizeof(*v->notes));
		v->notes[n++] = query_dup(notes, 0);
		v->notes[n++] = query_dup(notes, 1);
		v->notes[n] = NULL;
	}
	return notes->code;
}

static int load_samples(struct store *s, const struct query *q,
    struct invocation *v)
{
	struct {
		uint64_t **v;
		size_t *n;
	} all[] = { { &v->run, &v->n_run }, { &v->base, &v->n_base },
		{ &v->events, &v->n_events }, { &v->pulse, &v->n_pulse } };
	const void *data;
	size_t size;
	int code = 0;

	for (int i = 0; i < 4 && code == 0; i++) {
		data = query_blob(q, 17 + i, &size);
		code = blob_unpack(s->blob, data, size, all[i].v, all[i].n);
	}
	invocation_pulsed(v);
	if (code == 0 && (v->warm > v->n_run || v->ops == 0))
		code = -EBADMSG;
	return code;
}

static void load_numbers(const struct query *q, struct invocation *v)
{
	struct counters *c = &v->counters;

	v->round = (uint32_t)query_int(q, 1);
	v->start_ns = (uint64_t)query_int(q, 2);
	v->wall_ns = (uint64_t)query_int(q, 3);
	v->ops = (uint64_t)query_int(q, 4);
	v->warm = (size_t)query_int(q, 5);
	v->cpu[0] = (int)query_int(q, 6);
	v->cpu[1] = (int)query_int(q, 7);
	v->place = query_dup(q, 8);
	c->nvcsw = query_uint(q, 9);
	c->nivcsw = query_uint(q, 10);
	c->minflt = query_uint(q, 11);
	c->majflt = query_uint(q, 12);
	c->migrations = query_uint(q, 13);
	c->steal_ns = query_uint(q, 14);
	c->other_ns = query_uint(q, 15);
}

/* One row of the join: the result's place, then its invocation. */
static int load_invocation(struct store *s, const struct query *q,
    struct query *notes, struct run *r, struct err *e)
{
	size_t at = (size_t)query_int(q, 0);
	struct invocation *v;
	int code;

	if (at >= r->n_results)
		return db_corrupt(&s->db, e, "the order of results");
	v = result_add(&r->results[at]);
	load_numbers(q, v);
	if (load_samples(s, q, v) != 0)
		return db_corrupt(&s->db, e, r->results[at].key);
	if (!query_text(q, 16))
		return 0;
	code = load_notes(notes, query_text(q, 16), v);
	return code;
}

static int load_invocations(struct store *s, struct run *r, struct err *e)
{
	struct query q, notes;
	int code = 0;

	query_init(&notes, &s->db,
	    "SELECT key, value FROM json_each(?) WHERE type = 'text'", e);
	query_init(&q, &s->db,
	    "SELECT result.seq, round, start_ns, wall_ns, ops, warm, cpu,"
	    " partner, place, nvcsw, nivcsw, minflt, majflt, migrations,"
	    " steal_ns, other_ns, notes, invocation.run, base, events,"
	    " pulse"
	    " FROM result JOIN invocation ON invocation.result = result.id"
	    " WHERE result.run = ? ORDER BY result.seq, invocation.seq",
	    e);
	query_bind(&q, "i", r->id);
	while (code == 0 && query_step(&q) > 0)
		code = load_invocation(s, &q, &notes, r, e);
	query_release(&q);
	query_release(&notes);
	if (code == 0)
		code = notes.code;
	return code ? code : q.code;
}

/* All tables as of one moment, while another program may add to them. */
static int load_all(struct store *s, int64_t id, struct run *r, struct err *e)
{
	int code = db_exec(&s->db, "BEGIN", e);

	if (code == 0)
		code = load_head(s, id, r, e);
	if (code == 0)
		code = store_facts(s, r->id, &r->host, e);
	if (code == 0)
		code = load_env(s, r, e);
	if (code == 0)
		code = store_load_part(s, r, e);
	if (code == 0)
		code = load_results(s, r, e);
	if (code == 0)
		code = load_invocations(s, r, e);
	if (code == 0)
		code = db_commit(&s->db, e);
	if (code)
		db_rollback(&s->db);
	return code;
}

int store_load(struct store *s, int64_t id, struct run *r, struct err *e)
{
	int code;

	run_init(r);
	code = load_all(s, id, r, e);
	if (code)
		run_release(r);
	return code;
}
