/* looks.c - when pairs are looked at, and what each look may decide. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/multi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_FIRST 10 /* rounds; each further look doubles them */
#define LOOKS_SAID 7  /* up to 640, then the last */

uint32_t judge_next_look(uint32_t rounds, uint32_t looks)
{
	uint64_t at = LOOK_FIRST;

	if (rounds >= looks)
		return 0;
	while (at <= rounds)
		at *= 2;
	return at < looks ? (uint32_t)at : looks;
}

double judge_spent(double alpha, double t)
{
	if (!(t > 0))
		return 0;
	return t < 1 ? alpha * log1p((exp(1) - 1) * t) : alpha;
}

bool judge_decided(const struct comparison *c)
{
	return c->look > 0 || c->verdict == VERDICT_NOT_COMPARABLE;
}

/* -- One look ------------------------------------------------------------ */

/* The rows of one look: their p-values, where they stand, and how Holm orders
 * them. */
struct family {
	double *p, *holm, *q;
	size_t *order, *row;
	size_t n, open; /* the first `open` can still be decided */
};

static void family_init(struct family *f, size_t most)
{
	f->p = xreallocarray(NULL, 3 * most + 1, sizeof(*f->p));
	f->holm = f->p + most;
	f->q = f->holm + most;
	f->order = xreallocarray(NULL, 2 * most + 1, sizeof(*f->order));
	f->row = f->order + most;
}

static void family_release(struct family *f)
{
	free(f->p);
	free(f->order);
}

/* Few pairs of a row show badly that neighbours are alike, and all rows
 * together show it well: then neighbours of all are averaged, as often as it
 * takes. */
static void average_alike(struct test *tests, const struct family *f)
{
	double alike;

	while ((alike = waves_of_pairs(tests, f->row, f->n)) > 0)
		for (size_t i = 0; i < f->n; i++) {
			struct paired *s = &tests[f->row[i]].paired;

			if (s->all_alike == 0)
				s->all_alike = alike;
			pairs_average(s);
		}
}

/* Rows that left with an alarm are rejected hypotheses: Holm passes their share
 * on. Rows that left as SAME are not, and count on with p = 1; otherwise the
 * rows that stay, the most extreme ones, would be tested as if they had been
 * chosen blindly. */
static void gather(const struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o, uint32_t rounds,
    struct family *f)
{
	size_t same = 0;

	f->n = 0;
	for (size_t i = 0; i < v->n; i++) {
		struct test *t = &tests[i];

		if (t->kind != TEST_PAIR)
			continue;
		if (v->rows[i].look > 0) {
			same += v->rows[i].verdict == VERDICT_SAME;
			continue;
		}
		pairs_take(&t->pairs, rounds, &t->paired);
		if (t->paired.n > 0)
			f->row[f->n++] = i;
	}
	f->open = f->n;
	average_alike(tests, f);
	for (size_t i = 0; i < f->n; i++) {
		test_paired(&tests[f->row[i]], tables);
		f->p[i] = tests[f->row[i]].p;
	}
	while (same-- > 0)
		f->p[f->n++] = 1;
	for (size_t i = 0; i < o->n_others; i++)
		f->p[f->n++] = o->others ? o->others[i] : 1;
	multi_holm(f->p, f->n, f->holm, f->order);
}

/* What a look may spend: on changes, all rows together; on SAME, each row. */
struct look {
	uint32_t rounds;
	bool fixed; /* the only one */
	double change, same;
};

static void judge_look(struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o, const struct look *look,
    struct family *f)
{
	size_t stop = 0;

	gather(v, tests, tables, o, look->rounds, f);
	while (stop < f->n && f->holm[f->order[stop]] <= look->change)
		stop++;
	for (size_t k = 0; k < f->n; k++) {
		size_t at = f->order[k], i = at < f->open ? f->row[at] : 0;
		struct comparison *c = &v->rows[i];
		struct pair_level level = { .same = look->same };
		double adjusted;

		if (at >= f->open)
			continue;
		/* a row flagged at an earlier look may be beyond where Holm
		 * stops at this one */
		level.change =
		    look->change / (double)(f->n - (k < stop ? k : stop));
		/* in units of alpha, so that looks can be compared */
		adjusted = look->change > 0 ?
		    fmin(1, f->holm[at] * o->alpha / look->change) :
		    1;
		c->p = f->p[at];
		c->p_holm = c->p_holm < adjusted ? c->p_holm : adjusted;
		if (c->p_holm <= o->alpha && c->flagged == 0)
			c->flagged = look->rounds;
		judge_pair_word(c, &tests[i], tables, o, &level);
		if (!look->fixed &&
		    (verdict_is_sure(c->verdict) || c->verdict == VERDICT_SAME))
			c->look = look->rounds;
	}
}

/* -- All looks ----------------------------------------------------------- */

/* Whether any row of so many could be flagged: the least p of n pairs. What a
 * look cannot use is left to the next one; that depends on numbers of rows
 * and rounds only. */
static bool can_flag(uint32_t rounds, size_t rows, double level)
{
	return ldexp(2, -(int)(rounds < 1000 ? rounds : 1000)) * (double)rows <=
	    level;
}

static void put_q(struct verdict_set *v, const struct test *tests,
    const struct judge_opts *o, struct family *f)
{
	f->n = 0;
	for (size_t i = 0; i < v->n; i++) {
		if (tests[i].kind != TEST_PAIR || !isfinite(v->rows[i].p))
			continue;
		f->p[f->n] = v->rows[i].p;
		f->row[f->n++] = i;
	}
	f->open = f->n;
	for (size_t i = 0; i < o->n_others; i++)
		f->p[f->n++] = o->others ? o->others[i] : 1;
	multi_bh(f->p, f->n, f->q, f->order);
	for (size_t i = 0; i < f->open; i++)
		v->rows[f->row[i]].q = f->q[i];
}

static void all_looks(struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o, uint32_t looks,
    uint32_t complete)
{
	double spent_change = 0, spent_same = 0;
	size_t rows = o->n_others;
	uint32_t rounds = 0, at = 0;
	struct family f;

	for (size_t i = 0; i < v->n; i++) {
		uint32_t have = pairs_rounds(&tests[i].pairs);

		rows += tests[i].kind == TEST_PAIR;
		rounds = have > rounds ? have : rounds;
	}
	family_init(&f, v->n + o->n_others);
	if (looks > 0) {
		/* values of a round in progress, or of one about to begin,
		 * make no look */
		rounds = complete > 0 && complete < rounds ? complete : rounds;
		rounds = looks < rounds ? looks : rounds;
	}
	v->rounds = rounds;
	while (at < rounds) {
		struct look look = { .fixed = looks == 0 };
		double due;

		at = looks > 0 ? judge_next_look(at, looks) : rounds;
		at = at < rounds ? at : rounds;
		due = looks > 0 ?
		    judge_spent(o->alpha, (double)at / (double)looks) :
		    o->alpha;
		look.rounds = at;
		look.same = due - spent_same;
		spent_same = due;
		if (looks == 0 || can_flag(at, rows, due - spent_change)) {
			look.change = due - spent_change;
			spent_change = due;
		}
		judge_look(v, tests, tables, o, &look, &f);
	}
	put_q(v, tests, o, &f);
	family_release(&f);
}

/* -- What is said of all rows -------------------------------------------- */

/* "10, 20, 40, 80"; a stranger's file may have looks without end: "10, 20, 40,
 * 80, 160, 320, 640, ... 4294967295". */
static void list_looks(uint32_t looks, char *at, size_t size)
{
	uint32_t round = 0;
	int said = 0;
	bool left = false;

	while ((round = judge_next_look(round, looks)) != 0) {
		if (said >= LOOKS_SAID && round < looks) {
			left = true;
			continue;
		}
		judge_say(at + strlen(at), size - strlen(at), "%s%u",
		    said == 0 ? "" :
			left  ? ", ... " :
				", ",
		    round);
		said++;
	}
}

static void say_rule(struct verdict_set *v, const struct judge_opts *o,
    uint32_t looks)
{
	char at[64] = "";

	if (looks == 0) {
		judge_say(v->rule, sizeof(v->rule),
		    "the number of rounds was fixed before");
		return;
	}
	list_looks(looks, at, sizeof(at));
	judge_say(v->rule, sizeof(v->rule),
	    "looks at %s, %.3g %% of false alarms shared among them", at,
	    100 * o->alpha);
}

static void say_dropped(struct verdict_set *v, const struct test *tests)
{
	size_t stolen = 0, broken = 0, kept = 0, shared = 0;

	for (size_t i = 0; i < v->n; i++) {
		const struct paired *s = &tests[i].paired;

		if (tests[i].kind != TEST_PAIR)
			continue;
		broken += s->n_broken;
		stolen += s->steal_kept ? 0 : s->n_stolen;
		kept += s->steal_kept;
		shared += s->n_shared;
	}
	v->dropped = stolen + broken + shared;
	if (broken > 0)
		judge_say_more(v->dropped_why, sizeof(v->dropped_why),
		    "%zu pair%s left out, as the machine slept or its clock "
		    "was set meanwhile",
		    broken, broken == 1 ? "" : "s");
	if (stolen > 0)
		judge_say_more(v->dropped_why, sizeof(v->dropped_why),
		    "%zu pair%s left out, as over 1 %% of the time went to "
		    "other guests",
		    stolen, stolen == 1 ? "" : "s");
	if (shared > 0)
		judge_say_more(v->dropped_why, sizeof(v->dropped_why),
		    "%zu pair%s left out, as the core was not at full speed "
		    "(another hardware thread was at work, or its clock was "
		    "slower)",
		    shared, shared == 1 ? "" : "s");
	if (kept > 0)
		judge_say_more(v->dropped_why, sizeof(v->dropped_why),
		    "other guests took time from too many pairs of %zu row%s "
		    "to leave them out",
		    kept, kept == 1 ? "" : "s");
}

/* No word for a row with an impossible value: it only took part, so that what
 * the others get does not hang on when that was seen. */
static void hide(struct comparison *c)
{
	c->verdict = VERDICT_SUSPECT;
	c->change = c->lo = c->hi = c->band = c->margin = NAN;
	c->p = c->p_holm = c->q = NAN;
	c->flagged = c->look = 0;
	c->n_more = 0;
	c->n_more_s = 0;
}

void judge_paired(struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o, const struct run *base,
    const struct run *now)
{
	uint32_t complete =
	    base->rounds < now->rounds ? base->rounds : now->rounds;

	all_looks(v, tests, tables, o, base->looks, complete);
	say_rule(v, o, base->looks);
	say_dropped(v, tests);
	for (size_t i = 0; i < v->n; i++) {
		struct comparison *c = &v->rows[i];

		if (tests[i].kind != TEST_PAIR)
			continue;
		if (tests[i].suspect) {
			hide(c);
			tests[i].kind = TEST_NONE;
			continue;
		}
		if (tests[i].paired.n == 0) {
			c->verdict = VERDICT_CANNOT_TELL;
			c->n_more = LOOK_FIRST;
			c->n_more_s = c->n_more * judge_invocation_s(c);
		}
		judge_pair_note(c, &tests[i]);
	}
}
