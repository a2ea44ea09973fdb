/* plan.c - the random order of rounds and the lines that ask for it. */
#include "model/plan.h"

#include "base/json.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void plan_init(struct plan *p, uint64_t seed)
{
	memset(p, 0, sizeof(*p));
	p->pin = PLAN_PROBES_CHOICE;
	p->seed = seed;
	rng_seed(&p->rng, seed);
	p->phase = PLAN_START;
	p->next_id = 1;
}

void plan_release(struct plan *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < p->n; i++)
		free(p->rows[i].key);
	free(p->rows);
	free(p->order);
	free(p->idle);
	memset(p, 0, sizeof(*p));
	p->phase = PLAN_OVER;
}

static size_t row_of(struct plan *p, const char *key)
{
	struct plan_row *row;
	size_t i;

	for (i = 0; i < p->n; i++)
		if (strcmp(p->rows[i].key, key) == 0)
			return i;
	p->rows = xgrow(p->rows, p->n, &p->cap, sizeof(*p->rows));
	row = &p->rows[p->n++];
	memset(row, 0, sizeof(*row));
	row->key = xstrdup(key);
	row->wanted = true;
	return i;
}

size_t plan_add(struct plan *p, const char *key)
{
	size_t i = row_of(p, key);

	p->rows[i].in_rounds = true;
	return i;
}

size_t plan_sentinel(struct plan *p, const char *key)
{
	size_t i = row_of(p, key);

	p->rows[i].sentinel = true;
	return i;
}

size_t plan_wanted(const struct plan *p)
{
	size_t i, n = 0;

	for (i = 0; i < p->n; i++)
		n += p->rows[i].in_rounds && p->rows[i].wanted;
	return n;
}

void plan_done(struct plan *p, size_t row)
{
	p->rows[row].n_done++;
	p->rows[row].failed_in_a_row = 0;
}

bool plan_failed(struct plan *p, size_t row)
{
	struct plan_row *r = &p->rows[row];

	r->n_failed++;
	if (++r->failed_in_a_row >= PLAN_FAILURES)
		r->wanted = false;
	return !r->wanted;
}

void plan_drop(struct plan *p, size_t row)
{
	p->rows[row].wanted = false;
}

void plan_middle(struct plan *p)
{
	p->middle_wanted = true;
}

void plan_finish(struct plan *p)
{
	p->ending = true;
}

/* A fresh order of the phase's rows. Every row draws its place and its idle,
 * wanted or not: so what is dropped does not move what stays. */
static void deal(struct plan *p, enum plan_phase phase)
{
	size_t i;

	p->phase = phase;
	p->at = 0;
	p->n_order = 0;
	p->order = xreallocarray(p->order, p->n + 1, sizeof(*p->order));
	p->idle = xreallocarray(p->idle, p->n + 1, sizeof(*p->idle));
	for (i = 0; i < p->n; i++)
		if (phase == PLAN_ROUNDS ? p->rows[i].in_rounds :
					   p->rows[i].sentinel)
			p->order[p->n_order++] = i;
	rng_shuffle(&p->rng, p->order, p->n_order);
	for (i = 0; i < p->n_order; i++)
		p->idle[i] = (int64_t)rng_below(&p->rng,
		    p->tick_ns > 0 ? (uint64_t)p->tick_ns : 0);
}

/* Whether the sentinels are due between the round that ended and the next. */
static bool middle_due(const struct plan *p)
{
	if (p->middle_done)
		return false;
	return p->middle_wanted ||
	    (p->rounds >= 2 && p->round + 1 == p->rounds / 2);
}

static void next_round(struct plan *p)
{
	p->round++;
	deal(p, PLAN_ROUNDS);
}

/* What follows when a phase has no further step. */
static void next_phase(struct plan *p)
{
	switch (p->phase) {
	case PLAN_START:
		if (p->ending || plan_wanted(p) == 0)
			p->phase = PLAN_OVER;
		else
			deal(p, PLAN_ROUNDS);
		return;
	case PLAN_ROUNDS:
		if (p->ending || plan_wanted(p) == 0 ||
		    p->round + 1 == p->rounds) {
			deal(p, PLAN_END);
		} else if (middle_due(p)) {
			p->middle_done = true;
			deal(p, PLAN_MIDDLE);
		} else {
			next_round(p);
		}
		return;
	case PLAN_MIDDLE:
		if (p->ending)
			deal(p, PLAN_END);
		else
			next_round(p);
		return;
	case PLAN_END:
	case PLAN_OVER:
		p->phase = PLAN_OVER;
		return;
	}
}

bool plan_next(struct plan *p, struct plan_step *s)
{
	size_t at;

	if (!p->order && p->phase == PLAN_START)
		deal(p, PLAN_START);
	while (p->phase != PLAN_OVER) {
		if (p->at == p->n_order ||
		    (p->ending && p->phase != PLAN_END)) {
			next_phase(p);
			continue;
		}
		at = p->at++;
		if (!p->rows[p->order[at]].wanted)
			continue;
		s->id = p->next_id++;
		s->row = p->order[at];
		s->key = p->rows[s->row].key;
		s->round = p->round;
		s->idle_ns = p->idle[at];
		s->phase = p->phase;
		return true;
	}
	return false;
}

static void begin_line(struct json *j, struct buf *out, const char *t)
{
	buf_clear(out);
	json_init(j, out);
	json_begin_object(j);
	json_put_string(j, "t", t);
}

void plan_head(const struct plan *p, struct buf *out)
{
	struct json j;

	begin_line(&j, out, "plan");
	json_put_int(&j, "wire", 1);
	if (p->dir)
		json_put_string(&j, "dir", p->dir);
	if (p->no_facts)
		json_put_bool(&j, "facts", false);
	json_end_object(&j);
}

void plan_line(const struct plan *p, const struct plan_step *s, struct buf *out)
{
	const struct plan_row *row = &p->rows[s->row];
	struct json j;

	begin_line(&j, out, "step");
	json_put_int(&j, "id", s->id);
	json_put_string(&j, "key", s->key);
	if (row->ops > 0)
		json_put_uint(&j, "ops", row->ops);
	if (p->time_ns > 0)
		json_put_int(&j, "time_ns", p->time_ns);
	if (s->idle_ns > 0)
		json_put_int(&j, "idle_ns", s->idle_ns);
	if (p->deadline_ns > 0)
		json_put_int(&j, "deadline_ns", p->deadline_ns);
	if (p->pin != PLAN_PROBES_CHOICE)
		json_put_int(&j, "pin", p->pin);
	json_end_object(&j);
}

void plan_env(struct buf *out)
{
	struct json j;

	begin_line(&j, out, "env");
	json_end_object(&j);
}

void plan_end(struct buf *out)
{
	struct json j;

	begin_line(&j, out, "end");
	json_end_object(&j);
}
