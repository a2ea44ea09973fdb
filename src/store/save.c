/* save.c - runs put into the store: whole, or as they grow. */
#include "store/store.h"

#include "base/json.h"
#include "base/mem.h"
#include "store/file.h"
#include "store/inner.h"

#include <errno.h>
#include <stdlib.h>

static int put_head(struct store *s, struct grow *g, struct run *r,
    struct err *e)
{
	struct query q;

	query_init(&q, &s->db,
	    "INSERT INTO run (uuid, label, started_ns, ended_ns, seed, rounds,"
	    " profile, command, stop, clock_name, clock_cost_ns,"
	    " clock_step_ns, pair, arm, state, looks)"
	    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    e);
	query_bind(&q, "ttiiiittttddttti", r->uuid, r->label, r->started_ns,
	    r->ended_ns, (int64_t)r->seed, (int64_t)r->rounds, r->profile,
	    r->command, r->stop, r->clock_name, r->clock_cost_ns,
	    r->clock_step_ns, r->pair, r->arm, r->state, (int64_t)r->looks);
	if (query_put(&q) == 0)
		g->run = db_last_id(&s->db);
	query_release(&q);
	return q.code;
}

/* What of the head may have changed since: the clock's facts come after the
 * run has begun, the label may be given late, and how many pairs a budget holds
 * is known after the first. */
static int update_head(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	struct query q;

	query_init(&q, &s->db,
	    "UPDATE run SET label = ?, ended_ns = ?, rounds = ?, stop = ?,"
	    " looks = ?, clock_name = ?, clock_cost_ns = ?, clock_step_ns = ?"
	    " WHERE id = ?",
	    e);
	query_bind(&q, "tiititddi", r->label, r->ended_ns, (int64_t)r->rounds,
	    r->stop, (int64_t)r->looks, r->clock_name, r->clock_cost_ns,
	    r->clock_step_ns, g->run);
	query_put(&q);
	query_release(&q);
	return q.code;
}

static int put_facts(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	struct query q;

	query_init(&q, &s->db,
	    "INSERT INTO fact (run, key, kind, value) VALUES (?, ?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET kind = excluded.kind,"
	    " value = excluded.value",
	    e);
	for (size_t i = 0; i < r->host.n && !q.code; i++) {
		const struct fact *f = &r->host.facts[i];

		query_bind(&q, "ittt", g->run, f->key, fact_kind_word(f->kind),
		    f->value);
		query_put(&q);
	}
	query_release(&q);
	return q.code;
}

static int put_env(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	const struct env_sample *v;
	struct query q;
	size_t i;

	query_init(&q, &s->db,
	    "INSERT INTO env (run, seq, round, at_ns, busy, steal, psi_cpu,"
	    " runnable, hog, hog_share) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    e);
	for (i = g->n_env; i < r->n_env && !q.code; i++) {
		v = &r->env[i];
		query_bind(&q, "iiiiddditd", g->run, (int64_t)i,
		    (int64_t)v->round, (int64_t)v->at_ns, v->busy, v->steal,
		    v->psi_cpu, (int64_t)v->runnable, v->hog, v->hog_share);
		query_put(&q);
	}
	query_release(&q);
	return q.code;
}

static int update_results(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	const struct result *res;
	struct query q;
	size_t i;

	query_init(&q, &s->db,
	    "UPDATE result SET unit = ?, flags = ?, bytes = ?, outcome = ?,"
	    " why = ?, failed = ? WHERE id = ?",
	    e);
	for (i = 0; i < g->n_saved && !q.code; i++) {
		res = &r->results[i];
		query_bind(&q, "tiittii", unit_words[res->unit],
		    (int64_t)res->flags, (int64_t)res->bytes,
		    store_outcomes[res->outcome], res->why,
		    (int64_t)res->n_failed, g->saved[i].id);
		query_put(&q);
	}
	query_release(&q);
	return q.code;
}

static int insert_results(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	const struct result *res;
	struct query q;
	size_t i;

	query_init(&q, &s->db,
	    "INSERT INTO result (run, seq, key, unit, flags, bytes, outcome,"
	    " why, failed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    e);
	for (i = g->n_saved; i < r->n_results && !q.code; i++) {
		res = &r->results[i];
		g->saved = xgrow(g->saved, i, &g->cap_saved, sizeof(*g->saved));
		g->saved[i].n_inv = 0;
		query_bind(&q, "iittiitti", g->run, (int64_t)i, res->key,
		    unit_words[res->unit], (int64_t)res->flags,
		    (int64_t)res->bytes, store_outcomes[res->outcome], res->why,
		    (int64_t)res->n_failed);
		if (query_put(&q) == 0)
			g->saved[i].id = db_last_id(&s->db);
	}
	query_release(&q);
	return q.code;
}

static char *notes_text(char *const *notes)
{
	struct buf out = BUF_INIT;
	struct json j;

	if (!notes || !*notes)
		return NULL;
	json_init(&j, &out);
	json_begin_object(&j);
	for (; notes[0]; notes += 2)
		json_put_string(&j, notes[0], notes[1]);
	json_end_object(&j);
	return buf_take(&out);
}

static void put_invocation(struct store *s, struct query *q, int64_t result,
    size_t seq, const struct invocation *v)
{
	const struct counters *c = &v->counters;
	char *notes = notes_text(v->notes);
	const void *blob;
	size_t size;

	query_bind(q, "iiiiiii", result, (int64_t)seq, (int64_t)v->round,
	    (int64_t)v->start_ns, (int64_t)v->wall_ns, (int64_t)v->ops,
	    (int64_t)v->warm);
	query_bind(q, "iit", (int64_t)v->cpu[0], (int64_t)v->cpu[1], v->place);
	query_bind(q, "uuuuuuu", c->nvcsw, c->nivcsw, c->minflt, c->majflt,
	    c->migrations, c->steal_ns, c->other_ns);
	blob = blob_pack(s->blob, v->run, v->n_run, &size);
	query_bind(q, "b", blob, size);
	blob = blob_pack(s->blob, v->base, v->n_base, &size);
	query_bind(q, "b", blob, size);
	blob = blob_pack(s->blob, v->events, v->n_events, &size);
	query_bind(q, "b", blob, size);
	blob = blob_pack(s->blob, v->pulse, v->n_pulse, &size);
	query_bind(q, "b", blob, size);
	query_bind(q, "t", notes);
	query_put(q);
	free(notes);
}

static int put_invocations(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	const struct result *res;
	struct query q;
	size_t i, k;

	query_init(&q, &s->db,
	    "INSERT INTO invocation (result, seq, round, start_ns, wall_ns,"
	    " ops, warm, cpu, partner, place, nvcsw, nivcsw, minflt, majflt,"
	    " migrations, steal_ns, other_ns, run, base, events,"
	    " pulse, notes)"
	    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	    " ?, ?, ?, ?)",
	    e);
	for (i = 0; i < r->n_results; i++) {
		res = &r->results[i];
		for (k = g->saved[i].n_inv; k < res->n_inv && !q.code; k++)
			put_invocation(s, &q, g->saved[i].id, k, &res->inv[k]);
	}
	query_release(&q);
	return q.code;
}

/* All that is new, in the transaction that is open. What is remembered as
 * saved does not change before the commit. */
static int put_new(struct store *s, struct grow *g, const struct run *r,
    struct err *e)
{
	int code = put_facts(s, g, r, e);

	if (code == 0)
		code = put_env(s, g, r, e);
	if (code == 0)
		code = store_put_part(s, g->run, r, e);
	if (code == 0)
		code = update_results(s, g, r, e);
	if (code == 0)
		code = insert_results(s, g, r, e);
	return code ? code : put_invocations(s, g, r, e);
}

static void remember(struct grow *g, const struct run *r)
{
	size_t i;

	g->n_saved = r->n_results;
	g->n_env = r->n_env;
	for (i = 0; i < g->n_saved; i++)
		g->saved[i].n_inv = r->results[i].n_inv;
}

/* The run that grows under this id, or NULL. */
static struct grow *growing(struct store *s, int64_t id)
{
	size_t i;

	for (i = 0; i < s->n_grow; i++)
		if (id != 0 && s->grow[i].run == id)
			return &s->grow[i];
	return NULL;
}

static void forget(struct store *s, struct grow *g)
{
	file_unclaim(s->db.file, g->run);
	free(g->saved);
	*g = s->grow[--s->n_grow];
}

static int end_transaction(struct store *s, int code, struct err *e)
{
	if (code == 0)
		code = db_commit(&s->db, e);
	if (code)
		db_rollback(&s->db);
	return code;
}

int store_begin_run(struct store *s, struct run *r, struct err *e)
{
	struct grow *g;
	int code = db_begin(&s->db, e);

	s->grow = xgrow(s->grow, s->n_grow, &s->cap_grow, sizeof(*s->grow));
	g = &s->grow[s->n_grow];
	*g = (struct grow){ 0 };
	if (code == 0)
		code = put_head(s, g, r, e);
	if (code == 0)
		code = put_facts(s, g, r, e);
	/* before anybody can see it */
	if (code == 0)
		file_claim(s->db.file, g->run);
	code = end_transaction(s, code, e);
	if (code) {
		file_unclaim(s->db.file, g->run);
		return code;
	}
	r->id = g->run;
	s->n_grow++;
	return 0;
}

int store_save(struct store *s, struct run *r, struct err *e)
{
	struct grow *g = growing(s, r->id);
	int code;

	if (!g)
		return err_set(e, -EINVAL,
		    "the run was not begun in store '%s'", s->db.path);
	code = db_begin(&s->db, e);
	if (code == 0)
		code = update_head(s, g, r, e);
	if (code == 0)
		code = put_new(s, g, r, e);
	code = end_transaction(s, code, e);
	if (code == 0)
		remember(g, r);
	return code;
}

int store_end_run(struct store *s, struct run *r, struct err *e)
{
	int code = store_save(s, r, e);

	if (code == 0)
		forget(s, growing(s, r->id));
	return code;
}

static int is_new(struct store *s, const struct run *r, struct err *e)
{
	struct query q;
	int code = 0;

	query_init(&q, &s->db, "SELECT id FROM run WHERE uuid = ?", e);
	query_bind(&q, "t", r->uuid);
	if (query_step(&q) > 0)
		code = err_set(e, -EEXIST,
		    "run '%s' is already in store '%s', as %lld", r->uuid,
		    s->db.path, (long long)query_int(&q, 0));
	query_release(&q);
	return code ? code : q.code;
}

/* In the transaction that is open. */
static int put_whole(struct store *s, struct run *r, int64_t *id, struct err *e)
{
	struct grow new = { 0 };
	int code = is_new(s, r, e);

	if (code == 0)
		code = put_head(s, &new, r, e);
	if (code == 0)
		code = put_new(s, &new, r, e);
	*id = new.run;
	free(new.saved);
	return code;
}

int store_put_runs(struct store *s, struct run *runs, size_t n, struct err *e)
{
	int64_t *id = xcalloc(n + 1, sizeof(*id));
	int code = db_begin(&s->db, e);

	for (size_t i = 0; i < n && code == 0; i++)
		code = put_whole(s, &runs[i], &id[i], e);
	code = end_transaction(s, code, e);
	for (size_t i = 0; i < n && code == 0; i++)
		runs[i].id = id[i];
	free(id);
	return code;
}

int store_put_run(struct store *s, struct run *r, struct err *e)
{
	return store_put_runs(s, r, 1, e);
}
