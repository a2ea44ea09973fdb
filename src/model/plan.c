/* plan.c - the random order of rounds and the lines that ask for it. */
#include "model/plan.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/run.h"

#include <stdlib.h>
#include <string.h>

void plan_init(struct plan *p, uint64_t seed)
{
	memset(p, 0, sizeof(*p));
	p->pin = PLAN_PROBES_CHOICE;
	p->seed = seed;
	rng_seed(&p->rng, seed);
	rng_seed(&p->again, ~seed);
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
	free(p->turn);
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

void plan_done(struct plan *p, const struct plan_step *s)
{
	p->rows[s->row].n_done++;
	p->rows[s->row].failed_in_a_row[s->arm] = 0;
}

bool plan_failed(struct plan *p, const struct plan_step *s)
{
	struct plan_row *r = &p->rows[s->row];

	r->n_failed++;
	if (++r->failed_in_a_row[s->arm] >= PLAN_FAILURES)
		r->wanted = false;
	return !r->wanted;
}

void plan_skipped(struct plan *p, const struct plan_step *s)
{
	p->rows[s->row].wanted = false;
	p->rows[s->row].skipped = true;
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

/* -- The order of a round ------------------------------------------------ */

/* A row's place in the order, with what was drawn for it. */
struct place {
	size_t row;
	size_t arm[PLAN_ARMS]; /* a permutation */
	int64_t idle_ns[PLAN_ARMS];
};

static size_t arms_of(const struct plan *p)
{
	return p->arms > 1 ? p->arms : 1;
}

static void draw_one(const struct plan *p, struct rng *rng, size_t row,
    struct place *place)
{
	place->row = row;
	for (size_t k = 0; k < arms_of(p); k++)
		place->arm[k] = k;
	if (p->arms > 1)
		rng_shuffle(rng, place->arm, p->arms);
	for (size_t k = 0; k < arms_of(p); k++)
		place->idle_ns[k] = (int64_t)rng_below(rng,
		    p->tick_ns > 0 ? (uint64_t)p->tick_ns : 0);
}

/* Every row of the phase draws its place, its order of arms and its idles,
 * wanted or not: so what is dropped does not move what stays. */
static struct place *draw(struct plan *p, enum plan_phase phase, size_t *n)
{
	struct place *place = xreallocarray(NULL, p->n + 1, sizeof(*place));
	size_t *order = xreallocarray(NULL, p->n + 1, sizeof(*order));
	size_t i;

	*n = 0;
	for (i = 0; i < p->n; i++)
		if (phase == PLAN_ROUNDS ? p->rows[i].in_rounds :
					   p->rows[i].sentinel)
			order[(*n)++] = i;
	rng_shuffle(&p->rng, order, *n);
	for (i = 0; i < *n; i++)
		draw_one(p, &p->rng, order[i], &place[i]);
	free(order);
	return place;
}

/* The turns of a block of n places, all of them wanted: its rows in each arm,
 * in the order of arms that its first row drew. */
static void put_block(struct plan *p, const struct place *const *place,
    size_t n)
{
	size_t k, i;

	for (k = 0; k < arms_of(p) && n > 0; k++) {
		p->halves++;
		for (i = 0; i < n; i++) {
			p->turn = xgrow(p->turn, p->n_turn, &p->cap_turn,
			    sizeof(*p->turn));
			p->turn[p->n_turn++] = (struct plan_turn){
				.row = place[i]->row,
				.arm = (unsigned)place[0]->arm[k],
				.half = p->halves,
				.idle_ns = place[i]->idle_ns[k],
			};
		}
	}
}

static void deal(struct plan *p, enum plan_phase phase)
{
	size_t block = p->block > 1 ? p->block : 1, n, n_wanted = 0, i;
	struct place *place;
	const struct place **wanted;

	p->phase = phase;
	p->at = 0;
	p->n_turn = 0;
	place = draw(p, phase, &n);
	wanted = xreallocarray(NULL, n + 1, sizeof(*wanted));
	for (i = 0; i < n; i++)
		if (p->rows[place[i].row].wanted)
			wanted[n_wanted++] = &place[i];
	for (i = 0; i < n_wanted; i += block)
		put_block(p, wanted + i,
		    n_wanted - i < block ? n_wanted - i : block);
	free(wanted);
	free(place);
}

void plan_again(struct plan *p, size_t row)
{
	const struct place *one;
	struct place place;

	draw_one(p, &p->again, row, &place);
	one = &place;
	put_block(p, &one, 1);
}

/* -- What comes next ----------------------------------------------------- */

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

static void fill_step(struct plan *p, const struct plan_turn *t,
    struct plan_step *s)
{
	s->id = p->next_id++;
	s->row = t->row;
	s->key = p->rows[t->row].key;
	s->round = p->round;
	s->arm = t->arm;
	s->first = t->half != p->half;
	s->idle_ns = t->idle_ns;
	s->phase = p->phase;
	p->half = t->half;
	p->rows[t->row].tried |= 1u << t->arm;
}

/* Whether a turn is taken, or its row left meanwhile. */
static bool is_due(const struct plan *p, const struct plan_turn *t)
{
	const struct plan_row *r = &p->rows[t->row];

	return r->wanted || (r->skipped && !(r->tried & 1u << t->arm));
}

bool plan_next(struct plan *p, struct plan_step *s)
{
	const struct plan_turn *t;

	if (!p->turn && p->phase == PLAN_START)
		deal(p, PLAN_START);
	while (p->phase != PLAN_OVER) {
		if (p->at == p->n_turn || (p->ending && p->phase != PLAN_END)) {
			next_phase(p);
			continue;
		}
		t = &p->turn[p->at++];
		if (!is_due(p, t))
			continue;
		fill_step(p, t, s);
		return true;
	}
	return false;
}

bool plan_round_over(const struct plan *p)
{
	size_t at;

	for (at = p->at; at < p->n_turn; at++)
		if (is_due(p, &p->turn[at]))
			return false;
	return p->phase == PLAN_ROUNDS;
}

void plan_begin_line(struct json *j, struct buf *out, const char *t)
{
	buf_clear(out);
	json_init(j, out);
	json_begin_object(j);
	json_put_string(j, "t", t);
}

void plan_head(const struct plan *p, struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "plan");
	json_put_int(&j, "wire", 1);
	if (p->dir)
		json_put_string(&j, "dir", p->dir);
	if (p->no_facts)
		json_put_bool(&j, "facts", false);
	if (p->first)
		json_put_bool(&j, "first", true);
	if (p->counts)
		json_put_string(&j, "clock", RUN_INSTRUCTIONS);
	json_end_object(&j);
}

void plan_line(const struct plan *p, const struct plan_step *s, struct buf *out)
{
	const struct plan_row *row = &p->rows[s->row];
	struct json j;

	plan_begin_line(&j, out, "step");
	json_put_int(&j, "id", s->id);
	json_put_string(&j, "key", s->key);
	if (row->ops > 0)
		json_put_uint(&j, "ops", row->ops);
	if (p->time_ns > 0)
		json_put_int(&j, "time_ns", p->time_ns);
	if (s->idle_ns > 0)
		json_put_int(&j, "idle_ns", s->idle_ns);
	if (p->quiet_ns > 0)
		json_put_int(&j, "quiet_ns", p->quiet_ns);
	if (p->deadline_ns > 0)
		json_put_int(&j, "deadline_ns", p->deadline_ns);
	if (p->pin != PLAN_PROBES_CHOICE)
		json_put_int(&j, "pin", p->pin);
	if (p->profile > 0)
		json_put_int(&j, "profile", p->profile);
	json_end_object(&j);
}

static bool all_utf8(const struct plan_program *p)
{
	const char *const file[] = { p->in, p->out, p->errors };
	bool all = true;

	for (char *const *word = p->argv; *word; word++)
		all &= text_is_utf8(*word, strlen(*word));
	for (size_t i = 0; i < sizeof(file) / sizeof(file[0]); i++)
		all &= !file[i] || text_is_utf8(file[i], strlen(file[i]));
	return all;
}

/* As it is, or with a character for each byte. */
static void put_word(struct json *j, const char *word, bool bytes)
{
	struct buf out = BUF_INIT;

	buf_add(&out, "");
	for (const char *at = word; bytes && *at; at++) {
		unsigned char c = (unsigned char)*at;

		if (c >= 0x80)
			buf_add_char(&out, (char)(0xc0 | c >> 6));
		buf_add_char(&out, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
	}
	json_string(j, bytes ? buf_str(&out) : word);
	buf_release(&out);
}

static void put_file(struct json *j, const char *key, const char *path,
    bool bytes)
{
	if (!path)
		return;
	json_key(j, key);
	put_word(j, path, bytes);
}

void plan_program(const struct plan_program *p, struct buf *out)
{
	bool bytes = !all_utf8(p);
	struct json j;

	plan_begin_line(&j, out, "program");
	json_put_int(&j, "id", p->id);
	json_put_string(&j, "key", p->key);
	if (bytes)
		json_put_bool(&j, "bytes", true);
	json_key(&j, "argv");
	json_begin_array(&j);
	for (char *const *word = p->argv; *word; word++)
		put_word(&j, *word, bytes);
	json_end_array(&j);
	put_file(&j, "in", p->in, bytes);
	put_file(&j, "out", p->out, bytes);
	put_file(&j, "errors", p->errors, bytes);
	if (p->deadline_ns > 0)
		json_put_int(&j, "deadline_ns", p->deadline_ns);
	if (p->keep)
		json_put_bool(&j, "keep", true);
	if (p->counters)
		json_put_bool(&j, "counters", true);
	json_end_object(&j);
}

void plan_env(struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "env");
	json_end_object(&j);
}

void plan_end(struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "end");
	json_end_object(&j);
}
