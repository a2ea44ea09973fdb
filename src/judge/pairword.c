/* pairword.c - the word for one row that was measured in pairs. */
#include "judge/inside.h"

#include "base/num.h"
#include "judge/power.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/rank.h"

#include <math.h>

#define PAIRS_LEAST 6 /* the least with a 95 % interval */

/* Intervals of the shift in logs, by one method. */
struct ends {
	double lo90, hi90; /* of SAME */
	double lo, hi;     /* of a change */
};

struct margins {
	double alarm, same; /* logs */
};

/* -- The word ------------------------------------------------------------ */

static enum verdict word(const struct ends *e, bool flagged,
    const struct margins *m)
{
	if (flagged && e->lo > m->alarm)
		return VERDICT_SLOWER;
	if (flagged && e->hi < -m->alarm)
		return VERDICT_FASTER;
	if (flagged && e->lo > 0 && e->hi > m->alarm)
		return VERDICT_MAYBE_SLOWER;
	if (flagged && e->hi < 0 && e->lo < -m->alarm)
		return VERDICT_MAYBE_FASTER;
	if (e->lo90 > -m->same && e->hi90 < m->same)
		return VERDICT_SAME;
	return VERDICT_CANNOT_TELL;
}

/* Of two words for one row the one that claims less. */
static enum verdict weaker(enum verdict x, enum verdict y)
{
	if (x == y)
		return x;
	if ((x == VERDICT_SLOWER && y == VERDICT_MAYBE_SLOWER) ||
	    (y == VERDICT_SLOWER && x == VERDICT_MAYBE_SLOWER))
		return VERDICT_MAYBE_SLOWER;
	if ((x == VERDICT_FASTER && y == VERDICT_MAYBE_FASTER) ||
	    (y == VERDICT_FASTER && x == VERDICT_MAYBE_FASTER))
		return VERDICT_MAYBE_FASTER;
	return VERDICT_CANNOT_TELL;
}

static enum verdict sign_word(const struct test *t, bool flagged,
    const struct margins *m, const struct pair_level *level)
{
	const struct paired *s = &t->paired;
	struct ends e;

	rank_median_interval(s->d, s->n, 2 * level->same, &e.lo90, &e.hi90);
	rank_median_interval(s->d, s->n, level->change, &e.lo, &e.hi);
	return word(&e, flagged, m);
}

/* -- How many more ------------------------------------------------------- */

/* Pairs in all that see a change of `gap` with 80 % power at .05. */
static double wanted(double sd, double gap)
{
	return ceil(
	    power_scale(1, sd, gap, power_z(0.05, 0.8)) / POWER_EFFICIENCY);
}

/* Least number of pairs whose signed ranks can reach a level: 2 / 2^n. */
static double reaching(double level)
{
	return level > 0 ? ceil(1 - log2(level)) : 1e6;
}

static void put_more(struct comparison *c, double more)
{
	/* beyond a million the number says "never" */
	c->n_more = (uint32_t)fmin(fmax(more, 1), 1e6);
	c->n_more_s = c->n_more * judge_invocation_s(c);
}

static void ask_for_more(struct comparison *c, const struct test *t, double se,
    const struct margins *m)
{
	const struct paired *s = &t->paired;
	double n = (double)s->n, size = fabs(t->shift), more, sd, gap;
	struct moment all = { 0 };

	moment_add_all(&all, s->d, s->n);
	/* the spread as the signed ranks see it */
	sd = isfinite(se) ? se * sqrt(n * POWER_EFFICIENCY) : moment_sd(&all);
	more = wanted(sd, m->same) - n;
	if (more < 1) {
		/* precise enough for the margin itself, but near its edge; a
		 * quarter of it is as fine as is worth asking for */
		gap = size < m->same ? m->same - size : size - m->alarm;
		more = wanted(sd, fmax(gap, m->same / 4)) - n;
	}
	/* a spread of fewer is none, and NaN nothing to judge by yet */
	if (n < PAIRS_LEAST || !(more >= PAIRS_LEAST - n))
		more = fmax(PAIRS_LEAST - n, 1);
	put_more(c, more * (double)s->each);
}

/* -- Together ------------------------------------------------------------ */

static double larger(double lo, double hi)
{
	return fmax(-lo, hi);
}

void judge_pair_word(struct comparison *c, struct test *t,
    struct tables *tables, const struct judge_opts *o,
    const struct pair_level *level)
{
	bool flagged = c->flagged > 0;
	double lo95, hi95;
	struct margins m;
	struct ends e;

	m.alarm = log1p(c->margins.alarm);
	m.same = log1p(c->margins.same);
	/* two one-sided tests at the level: the interval at 1 - 2 level */
	test_interval(t, tables, 2 * level->same, &e.lo90, &e.hi90);
	test_interval(t, tables, o->alpha, &lo95, &hi95);
	test_interval(t, tables, level->change, &e.lo, &e.hi);
	test_cross(t, tables);
	c->verdict = word(&e, flagged, &m);
	/* a rejection at an earlier look stands */
	if (flagged && c->verdict == VERDICT_CANNOT_TELL)
		c->verdict =
		    t->shift > 0 ? VERDICT_MAYBE_SLOWER : VERDICT_MAYBE_FASTER;
	if (t->cross.skewed || t->cross.disagrees)
		c->verdict =
		    weaker(c->verdict, sign_word(t, flagged, &m, level));
	c->n_pairs = t->paired.n_pairs;
	c->n_dropped = t->paired.n_broken +
	    (t->paired.steal_kept ? 0 : t->paired.n_stolen) +
	    t->paired.n_shared;
	c->change = expm1(t->shift);
	c->lo = expm1(flagged && isfinite(e.lo) ? e.lo : lo95);
	c->hi = expm1(flagged && isfinite(e.hi) ? e.hi : hi95);
	c->band = expm1(fmax(larger(e.lo90, e.hi90), t->coarse));
	c->margin = expm1(m.alarm);
	c->n_more = 0;
	c->n_more_s = 0;
	if (c->verdict == VERDICT_SAME)
		judge_same(c, t, m.same);
	else if (c->verdict == VERDICT_CANNOT_TELL && level->change > 0 &&
	    (lo95 > m.alarm || hi95 < -m.alarm))
		/* plain to see: only the correction for many rows is beyond so
		 * few pairs */
		put_more(c,
		    (double)t->paired.each *
			fmax(1, reaching(level->change) - (double)t->paired.n));
	else if (c->verdict == VERDICT_CANNOT_TELL)
		ask_for_more(c, t,
		    (hi95 - lo95) / 2 / dist_norm_quantile(0.975), &m);
}

/* -- What qualifies it --------------------------------------------------- */

static void note_pairs(struct comparison *c, const struct test *t)
{
	const struct paired *s = &t->paired;

	if (c->n_pairs == 0)
		judge_say_more(c->note, sizeof(c->note),
		    "no round has a value on both sides");
	else if (c->n_pairs < PAIRS_LEAST)
		judge_say_more(c->note, sizeof(c->note),
		    "only %zu pair%s, an interval takes %d", c->n_pairs,
		    c->n_pairs == 1 ? "" : "s", PAIRS_LEAST);
	if (s->each > 1)
		judge_say_more(c->note, sizeof(c->note),
		    "neighbouring pairs%s are alike (correlation %.2f): judged "
		    "on %zu means of %zu",
		    s->all_alike > 0 ? " of all rows" : "",
		    s->all_alike > 0 ? s->all_alike : s->lag1, s->n, s->each);
	if (c->n_dropped > 0)
		judge_say_more(c->note, sizeof(c->note),
		    "%zu disturbed pair%s left out", c->n_dropped,
		    c->n_dropped == 1 ? "" : "s");
	if (c->n_alone > 0)
		judge_say_more(c->note, sizeof(c->note),
		    "%zu value%s without a partner left out", c->n_alone,
		    c->n_alone == 1 ? "" : "s");
}

static void note_cross(struct comparison *c, const struct cross *x)
{
	char mid[32], lo[32], hi[32];

	if (!x->skewed && !x->disagrees)
		return;
	judge_say_more(c->note, sizeof(c->note),
	    "%s: by their median %s (%s to %s); of both verdicts the more "
	    "careful one is given",
	    x->skewed ? "the differences are skewed" :
			"two ways to judge disagree",
	    num_change(expm1(x->median), mid, sizeof(mid)),
	    num_change(expm1(x->lo), lo, sizeof(lo)),
	    num_change(expm1(x->hi), hi, sizeof(hi)));
}

void judge_pair_note(struct comparison *c, const struct test *t)
{
	note_pairs(c, t);
	note_cross(c, &t->cross);
}
