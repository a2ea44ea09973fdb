/* compare.c - two runs: which rows can be judged, and what comes out. */
#include "judge/inside.h"

#include "base/mem.h"
#include "judge/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/multi.h"
#include "stats/rank.h"

/* A suite of this many rows wants this many values a row (METHOD.md of the
 * specification, section 6). */
#define SUITE_ROWS   60
#define SUITE_VALUES 12

#define FEW_LEAST  3 /* values a side without which nothing can be told */
#define FEW_ENOUGH 6

/* -- Matching rows ------------------------------------------------------- */

struct entry {
	const struct result *res;
	size_t index;
};

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return strcmp(x->res->key, y->res->key);
}

static struct entry *index_rows(const struct run *r)
{
	struct entry *e = xreallocarray(NULL, r->n_results + 1, sizeof(*e));

	for (size_t i = 0; i < r->n_results; i++)
		e[i] = (struct entry){ &r->results[i], i };
	qsort(e, r->n_results, sizeof(*e), by_key);
	return e;
}

static const struct entry *find(const struct entry *e, size_t n,
    const struct result *res)
{
	struct entry want = { res, 0 };

	return bsearch(&want, e, n, sizeof(*e), by_key);
}

/* A run with what was made of each of its results. */
struct side {
	const struct run *run;
	struct estimate *est;
	struct entry *index;
};

static void side_init(struct side *s, const struct run *r)
{
	s->run = r;
	s->est = xcalloc(r->n_results + 1, sizeof(*s->est));
	s->index = index_rows(r);
	judge_run(r, s->est);
}

static void side_release(struct side *s)
{
	free(s->est);
	free(s->index);
}

static const struct estimate *estimate_of(const struct side *s,
    const struct result *res)
{
	return res ? &s->est[res - s->run->results] : NULL;
}

static bool wanted(const struct judge_opts *o, const struct result *res)
{
	return !o->wants || o->wants(o->wants_arg, res);
}

/* All keys: those of base in its order, then those only in now. */
static void match(const struct side *a, const struct side *b,
    const struct judge_opts *o, struct verdict_set *v)
{
	const struct run *ra = a->run, *rb = b->run;

	v->rows = xcalloc(ra->n_results + rb->n_results + 1, sizeof(*v->rows));
	for (size_t i = 0; i < ra->n_results; i++) {
		const struct entry *e =
		    find(b->index, rb->n_results, &ra->results[i]);

		if (!wanted(o, &ra->results[i]))
			continue;
		v->rows[v->n].a = &ra->results[i];
		v->rows[v->n++].b = e ? e->res : NULL;
	}
	for (size_t i = 0; i < rb->n_results; i++)
		if (wanted(o, &rb->results[i]) &&
		    !find(a->index, ra->n_results, &rb->results[i]))
			v->rows[v->n++].b = &rb->results[i];
}

/* -- What can be judged -------------------------------------------------- */

static void set(struct comparison *c, enum verdict verdict, const char *side,
    const char *why)
{
	c->verdict = verdict;
	judge_say(c->note, sizeof(c->note), "%s%s%s", side, why[0] ? ": " : "",
	    why);
}

static bool measured(const struct estimate *e)
{
	return e && e->status != STATUS_UNSUPPORTED &&
	    e->status != STATUS_FAILED;
}

/* Rows that get their word without a test. */
static bool screened(struct comparison *c, const struct estimate *ea,
    const struct estimate *eb, const struct judge_sides *s)
{
	char not [JUDGE_SIDE + 20];
	int side = measured(ea);

	judge_say(not, sizeof(not ), "not measured %s", s->in[side]);
	if (!measured(ea) && !measured(eb))
		set(c, VERDICT_MISSING, "on neither side",
		    ea ? ea->why : eb->why);
	else if (!measured(ea))
		set(c, VERDICT_MISSING, not, ea ? ea->why : "");
	else if (!measured(eb))
		set(c, VERDICT_MISSING, not, eb ? eb->why : "");
	else if (ea->status == STATUS_SUSPECT)
		set(c, VERDICT_SUSPECT, s->in[0], ea->why);
	else if (eb->status == STATUS_SUSPECT)
		set(c, VERDICT_SUSPECT, s->in[1], eb->why);
	else if (judge_row_differs(c->a, c->b, c->note, sizeof(c->note)))
		c->verdict = VERDICT_NOT_COMPARABLE;
	else
		return false;
	return true;
}

/* One or two values a side say nothing of their spread. */
static bool too_few(struct comparison *c, const struct test *t,
    const struct judge_sides *s)
{
	size_t least = t->na < t->nb ? t->na : t->nb;
	const char *side = t->na < t->nb ? s->in[0] : s->in[1];

	if (least >= FEW_LEAST)
		return false;
	c->change = expm1(t->shift);
	c->verdict = VERDICT_CANNOT_TELL;
	c->n_more = (uint32_t)(FEW_ENOUGH - least);
	judge_say(c->note, sizeof(c->note),
	    "%s %s: no spread to judge by, %d a side are wanted",
	    t->na == t->nb ? "on both sides" : side,
	    least == 1 ? "one value" : "two values", FEW_ENOUGH);
	return true;
}

/* A mean with a spread on one side at least. */
static void prepare_summary(struct comparison *c, struct test *t,
    const struct side *a, const struct side *b, const struct judge_sides *s)
{
	double least;

	test_summary(t, a->run, c->a, b->run, c->b);
	c->summary = true;
	c->na = (size_t)t->n_mean[0];
	c->nb = (size_t)t->n_mean[1];
	least = fmin(t->n_mean[0], t->n_mean[1]);
	if (least >= FEW_LEAST && t->t_var > 0)
		return;
	t->kind = TEST_NONE;
	c->change = expm1(t->shift);
	c->verdict = VERDICT_CANNOT_TELL;
	c->n_more = FEW_ENOUGH;
	if (least >= FEW_LEAST)
		judge_say(c->note, sizeof(c->note), "both spreads are zero");
	else
		judge_say(c->note, sizeof(c->note),
		    "the mean %s is of %s: %d a side are wanted",
		    s->in[t->n_mean[0] > least],
		    least < 2 ? "one value" : "two values", FEW_ENOUGH);
}

static void prepare_pairs(struct comparison *c, struct test *t,
    const struct run *a, const struct run *b)
{
	pairs_make(a, c->a, b, c->b, &t->pairs);
	paired_init(&t->paired, t->pairs.n);
	c->n_alone = t->pairs.alone;
	t->kind = TEST_PAIR;
	t->shift = NAN; /* until a look has pairs of it */
}

static void prepare(struct comparison *c, struct test *t, const struct side *a,
    const struct side *b, enum pairing how, const struct judge_sides *s)
{
	bool paired = how == PAIRING_INTERLEAVED;
	const struct estimate *ea = estimate_of(a, c->a);
	const struct estimate *eb = estimate_of(b, c->b);

	c->key = (c->a ? c->a : c->b)->key;
	c->cost_a = ea ? ea->cost : NAN;
	c->cost_b = eb ? eb->cost : NAN;
	c->na = ea ? ea->n : 0;
	c->nb = eb ? eb->n : 0;
	c->change = c->lo = c->hi = c->band = c->margin = c->spread = NAN;
	c->p = c->p_holm = c->q = NAN;
	t->kind = TEST_NONE;
	if (screened(c, ea, eb, s)) {
		t->suspect = c->verdict == VERDICT_SUSPECT;
		if (paired && t->suspect)
			prepare_pairs(c, t, a->run, b->run);
		return;
	}
	if (how == PAIRING_COUNTED) {
		exact_prepare(c, t, a->run, b->run, s);
		return;
	}
	t->a = judge_logs(a->run, c->a, &t->na);
	t->b = judge_logs(b->run, c->b, &t->nb);
	judge_steps(a->run, c->a, b->run, c->b, t);
	if (paired) {
		prepare_pairs(c, t, a->run, b->run);
		return;
	}
	if (judge_summarised(c->a) || judge_summarised(c->b)) {
		prepare_summary(c, t, a, b, s);
		return;
	}
	test_prepare(t);
	t->wave[0] = waves_of(a->run, c->a);
	t->wave[1] = waves_of(b->run, c->b);
	if (!too_few(c, t, s))
		t->kind = TEST_RANK;
}

/* -- All rows together --------------------------------------------------- */

/* Adjust the p-values of the tested rows, then give each its word. */
static void judge_rows(struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o)
{
	size_t most = v->n + o->n_others, m = 0, mine;
	double *p = xreallocarray(NULL, 3 * most + 1, sizeof(*p));
	double *holm = p + most, *q = holm + most;
	size_t *order = xreallocarray(NULL, most + 1, sizeof(*order));
	size_t *row = xreallocarray(NULL, v->n + 1, sizeof(*row));

	for (size_t i = 0; i < v->n; i++) {
		if (tests[i].kind == TEST_NONE)
			continue;
		p[m] = tests[i].p;
		row[m++] = i;
	}
	mine = m;
	for (size_t i = 0; i < o->n_others; i++)
		p[m++] = o->others ? o->others[i] : 1;
	multi_bh(p, m, q, order);
	multi_holm(p, m, holm, order);
	for (size_t k = 0; k < m; k++) {
		size_t at = order[k], i = at < mine ? row[at] : 0;
		struct comparison *c = &v->rows[i];
		bool flagged;

		if (at >= mine) /* a row of another comparison */
			continue;
		flagged = holm[at] <= o->alpha && test_clear(&tests[i]);
		c->p = p[at];
		c->p_holm = holm[at];
		c->q = q[at];
		judge_word(c, &tests[i], tables, v, o,
		    flagged ? o->alpha / (double)(m - k) : 0);
	}
	free(p);
	free(order);
	free(row);
}

static void test_rows(struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o)
{
	size_t m = o->n_others;

	for (size_t i = 0; i < v->n; i++)
		m += tests[i].kind != TEST_NONE;
	for (size_t i = 0; i < v->n; i++) {
		struct test *t = &tests[i];

		if (t->kind != TEST_RANK)
			continue;
		if (!test_rank_can(t->na, t->nb, m, o->alpha)) {
			t->kind = TEST_FEW;
			v->rows[i].few = true;
		} else {
			test_rank(t, tables);
		}
	}
	test_few(tests, v->n);
	exact_test(tests, v->n, o->n_others);
	judge_rows(v, tests, tables, o);
}

/* What the values look like, under the word. */
static void note_rows(struct verdict_set *v, const struct test *tests,
    const struct run *base, const struct run *now, const struct judge_opts *o)
{
	for (size_t i = 0; i < v->n; i++) {
		struct comparison *c = &v->rows[i];

		if (tests[i].kind == TEST_NONE || c->summary ||
		    tests[i].kind == TEST_EXACT)
			continue;
		judge_notes(c, &tests[i], base, now, c->margins.same,
		    o->alpha / (double)v->n);
	}
}

/* Another machine or probe: numbers stand, words do not. */
static void guard(struct verdict_set *v, const struct test *tests, bool across)
{
	if (!v->why[0] || across)
		return;
	v->not_comparable = true;
	for (size_t i = 0; i < v->n; i++) {
		struct comparison *c = &v->rows[i];

		if (tests[i].kind == TEST_NONE &&
		    c->verdict != VERDICT_CANNOT_TELL)
			continue;
		c->verdict = VERDICT_NOT_COMPARABLE;
		c->flagged = c->look = 0;
		c->n_more = 0;
		c->n_more_s = 0;
		judge_say(c->note, sizeof(c->note), "%s", v->why);
	}
}

/* Runs without a row in common, or of which none can be judged: that is no
 * "nothing is slower". */
static void guard_nothing(struct verdict_set *v)
{
	size_t none = v->count[VERDICT_MISSING] + v->count[VERDICT_SUSPECT];

	if (v->not_comparable || none < v->n)
		return;
	v->not_comparable = true;
	judge_say(v->why, sizeof(v->why), "%s",
	    v->count[VERDICT_SUSPECT] > 0 ?
		"no row has values in both that can be judged" :
		"no row was measured in both");
}

static void describe_pairs(struct verdict_set *v)
{
	judge_say(v->order, sizeof(v->order), "in random pairs, %u rounds; %s",
	    (unsigned)v->rounds, v->rule);
	if (v->dropped_why[0])
		judge_say_more(v->order, sizeof(v->order), "%s",
		    v->dropped_why);
}

static void describe(struct verdict_set *v, const struct run *base,
    const struct run *now)
{
	size_t tested = 0, least = SIZE_MAX;

	for (size_t i = 0; i < v->n; i++) {
		const struct comparison *c = &v->rows[i];
		size_t n = c->na < c->nb ? c->na : c->nb;

		if (!isfinite(c->p))
			continue;
		tested++;
		if (c->look > 0) /* it had enough */
			continue;
		least = n < least ? n : least;
	}
	if (tested >= SUITE_ROWS && least < SUITE_VALUES)
		judge_say(v->advice, sizeof(v->advice),
		    "%zu rows want at least %d rounds, and some have %zu",
		    tested, SUITE_VALUES, least);
	if (strcmp(base->uuid, now->uuid) == 0 && base->uuid[0])
		judge_say(v->order, sizeof(v->order),
		    "this is one run compared with itself");
	else if (v->pairing == PAIRING_INTERLEAVED)
		describe_pairs(v);
	else if (v->pairing == PAIRING_COUNTED)
		exact_describe(v, base, now);
	else
		margin_describe(v);
}

void judge_compare(const struct run *base, const struct run *now,
    const struct judge_opts *o, struct verdict_set *out)
{
	struct tables tables = { 0 };
	struct side a, b;
	struct judge_sides names;
	struct test *tests;
	bool paired;

	memset(out, 0, sizeof(*out));
	o = o ? o : &judge_defaults;
	side_init(&a, base);
	side_init(&b, now);
	match(&a, &b, o, out);
	judge_sides(base, now, &names);
	tests = xcalloc(out->n + 1, sizeof(*tests));
	judge_guarded(base, now, out->why, sizeof(out->why));
	out->pairing = judge_pairing(base, now);
	paired = out->pairing == PAIRING_INTERLEAVED;
	for (size_t i = 0; i < out->n; i++) {
		prepare(&out->rows[i], &tests[i], &a, &b, out->pairing, &names);
		if (tests[i].kind == TEST_NONE)
			continue;
		judge_limits(&out->rows[i], out, o);
		if (paired)
			continue;
		judge_sharing(&out->rows[i], base, now);
		if (tests[i].kind != TEST_RANK)
			continue;
		judge_drifting(&out->rows[i], base, now,
		    o->alpha / (double)out->n);
		judge_widen_sharing(&out->rows[i]);
	}
	if (paired)
		judge_paired(out, tests, &tables, o, base, now);
	else
		test_rows(out, tests, &tables, o);
	note_rows(out, tests, base, now, o);
	judge_suite(base, now, tests, o->floors, out);
	describe(out, base, now);
	/* nothing makes a count a time */
	guard(out, tests, o->across && run_counts(base) == run_counts(now));
	for (size_t i = 0; i < out->n; i++) {
		out->count[out->rows[i].verdict]++;
		free(tests[i].a);
		free(tests[i].b);
		pairs_release(&tests[i].pairs);
		paired_release(&tests[i].paired);
	}
	guard_nothing(out);
	free(tests);
	tables_release(&tables);
	side_release(&a);
	side_release(&b);
}

void verdict_set_release(struct verdict_set *v)
{
	if (!v)
		return;
	free(v->rows);
	memset(v, 0, sizeof(*v));
}

int judge_exit_status(const struct verdict_set *v, bool need_decision)
{
	if (v->not_comparable)
		return 2;
	if (v->count[VERDICT_SLOWER] > 0)
		return 1;
	return need_decision && v->count[VERDICT_CANNOT_TELL] > 0 ? 3 : 0;
}
