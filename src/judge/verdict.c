/* verdict.c - the word for one row. */
#include "judge/inside.h"

#include "base/num.h"
#include "judge/exact.h"
#include "judge/power.h"
#include "stats/dist.h"

#include <math.h>

const char *const verdict_words[VERDICTS] = {
	[VERDICT_SLOWER] = "SLOWER",
	[VERDICT_MAYBE_SLOWER] = "slower, maybe",
	[VERDICT_SAME] = "SAME",
	[VERDICT_MAYBE_FASTER] = "faster, maybe",
	[VERDICT_FASTER] = "FASTER",
	[VERDICT_CANNOT_TELL] = "CANNOT TELL",
	[VERDICT_NOT_COMPARABLE] = "NOT COMPARABLE",
	[VERDICT_SUSPECT] = "suspect",
	[VERDICT_MISSING] = "missing",
};

bool verdict_is_sure(enum verdict v)
{
	return v == VERDICT_SLOWER || v == VERDICT_FASTER;
}

/* An interval of SAME that reaches so many margins far is explained. */
#define FAR_OUT 2

#define NEVER 1e6 /* further rounds: a number that says so */

/* Everything in logs: shift, its intervals and the margins. */
struct view {
	double lo90, hi90, lo95, hi95, lo, hi;
	double alarm, same;
	double alpha; /* of all rows together */
};

static double larger(double lo, double hi)
{
	return fmax(-lo, hi);
}

/* More invocations a side until alpha .05 sees a change of `gap` with 80 %
 * power, given the standard error now (METHOD.md, "How many more"). */
static double more(const struct test *t, double se, double gap)
{
	bool means = t->kind == TEST_SUMMARY;
	double na = means ? t->n_mean[0] : (double)t->na;
	double nb = means ? t->n_mean[1] : (double)t->nb;
	double n = 2 / (1 / na + 1 / nb);

	return ceil(power_scale(n, se, gap, power_z(0.05, 0.8)) - n);
}

double judge_invocation_s(const struct comparison *c)
{
	const struct result *sides[2] = { c->a, c->b };
	double sum = 0;

	for (int i = 0; i < 2; i++) {
		const struct result *res = sides[i];
		double wall = 0;

		for (size_t k = 0; k < res->n_inv; k++)
			wall += (double)res->inv[k].wall_ns / 1e9;
		sum += res->n_inv ? wall / (double)res->n_inv : 0;
	}
	return sum;
}

static void ask_for_more(struct comparison *c, const struct test *t,
    const struct view *w)
{
	double se = (w->hi95 - w->lo95) / 2 / dist_norm_quantile(0.975);
	double size = fabs(t->shift), gap, n;

	n = more(t, se, w->same);
	if (n < 1) {
		/* precise enough for the margin itself, but near its edge; a
		 * quarter of it is as fine as is worth asking for */
		gap = size < w->same ? w->same - size : size - w->alarm;
		n = more(t, se, fmax(gap, w->same / 4));
	}
	c->n_more = (uint32_t)fmin(fmax(n, 1), NEVER);
	c->n_more_s = c->n_more * judge_invocation_s(c);
}

static void cannot_tell(struct comparison *c, const struct test *t,
    const struct view *w, const struct verdict_set *v)
{
	char change[32], floor_word[32];

	c->verdict = VERDICT_CANNOT_TELL;
	if (v->pairing == PAIRING_BOOTS && w->lo95 > -w->alarm &&
	    w->hi95 < w->alarm && (w->lo95 > w->same || w->hi95 < -w->same)) {
		judge_say(c->note, sizeof(c->note),
		    "%s, but boots of one "
		    "state may differ by %s: more boots, not more rounds",
		    num_change(c->change, change, sizeof(change)),
		    num_change(expm1(w->alarm), floor_word,
			sizeof(floor_word)) +
			1);
		return;
	}
	if (c->few && fabs(t->shift) > w->alarm && !t->separated)
		judge_say(c->note, sizeof(c->note),
		    "few values, and the two sides overlap");
	else if (c->few && fabs(t->shift) > w->alarm && t->common)
		judge_say(c->note, sizeof(c->note),
		    "few values, and in this table one side alone often "
		    "varies as much");
	if (t->kind == TEST_EXACT)
		exact_more(c, t, w->alarm, w->same, w->alpha, v->n);
	else
		ask_for_more(c, t, w);
}

/* What qualifies a verdict that was reached. */
static void qualify(struct comparison *c, const struct verdict_set *v)
{
	bool alarm = verdict_is_sure(c->verdict);

	if (c->few)
		judge_say_more(c->note, sizeof(c->note),
		    "few values: how far they spread is taken from the "
		    "other rows, too");
	if (c->summary)
		judge_say_more(c->note, sizeof(c->note),
		    "from means and spreads, not from values: Welch's t");
	if (alarm && v->pairing == PAIRING_BOOTS)
		judge_say_more(c->note, sizeof(c->note), "one boot each");
}

/* Sessions of one state were seen to differ by more than twice: within that
 * everything is the same, which says nothing, and no rounds would tell. */
static void refuse_wide(struct comparison *c)
{
	c->verdict = VERDICT_CANNOT_TELL;
	c->n_more = NEVER;
	c->n_more_s = c->n_more * judge_invocation_s(c);
	judge_say_more(c->note, sizeof(c->note),
	    "runs of one state were seen to differ by %.0f %%",
	    100 * c->margin);
}

/* Values in steps that are larger than the margin can be equal and the costs
 * not: that is no sameness, and more values have the same steps. */
void judge_same(struct comparison *c, const struct test *t, double same)
{
	c->coarse = t->coarse > same;
	c->verdict = c->coarse ? VERDICT_CANNOT_TELL : VERDICT_SAME;
	c->margin = expm1(same);
	if (!c->coarse && c->margins.wide) {
		refuse_wide(c);
		return;
	}
	/* not of one that is just beyond: its reader sees no contradiction */
	if (!c->coarse && larger(log1p(c->lo), log1p(c->hi)) > FAR_OUT * same)
		judge_say_more(c->note, sizeof(c->note),
		    "a few far values reach into its 95 %% interval; SAME "
		    "takes the one of 90 %%");
}

static void decide(struct comparison *c, const struct test *t,
    const struct view *w, const struct verdict_set *v, bool flagged)
{
	c->margin = expm1(w->alarm);
	if (flagged && w->lo > w->alarm)
		c->verdict = VERDICT_SLOWER;
	else if (flagged && w->hi < -w->alarm)
		c->verdict = VERDICT_FASTER;
	else if (flagged && w->lo > 0 && w->hi > w->alarm)
		c->verdict = VERDICT_MAYBE_SLOWER;
	else if (flagged && w->hi < 0 && w->lo < -w->alarm)
		c->verdict = VERDICT_MAYBE_FASTER;
	else if (w->lo90 > -w->same && w->hi90 < w->same) {
		judge_same(c, t, w->same);
	} else {
		cannot_tell(c, t, w, v);
		return;
	}
	qualify(c, v);
	if (t->kind == TEST_EXACT)
		exact_doubt(c, t);
	if (c->few && t->widened > 1)
		judge_say_more(c->note, sizeof(c->note),
		    "neighbouring values are alike: interval %.1f times as "
		    "wide",
		    sqrt(t->widened));
}

void judge_limits(struct comparison *c, const struct verdict_set *v,
    const struct judge_opts *o)
{
	char how[SESSION_HOW];

	if (v->pairing == PAIRING_COUNTED) {
		c->margins = exact_margin(o);
		return;
	}
	c->margins = judge_margin(c->a->key, v->pairing, o->delta, o->band,
	    floors_find(o->floors, c->a->key,
		judge_how(c->a, how, sizeof(how))));
}

void judge_word(struct comparison *c, const struct test *t,
    struct tables *tables, const struct verdict_set *v,
    const struct judge_opts *o, double holm_alpha)
{
	bool flagged = holm_alpha > 0;
	struct view w;

	w.alarm = log1p(c->margins.alarm);
	w.same = log1p(c->margins.same);
	w.alpha = o->alpha;
	/* two one-sided tests at alpha: the interval at 1 - 2 alpha */
	test_interval(t, tables, 2 * o->alpha, &w.lo90, &w.hi90);
	test_interval(t, tables, o->alpha, &w.lo95, &w.hi95);
	w.lo = w.lo95;
	w.hi = w.hi95;
	if (flagged)
		test_interval(t, tables, holm_alpha, &w.lo, &w.hi);
	c->change = expm1(t->shift);
	c->lo = expm1(w.lo);
	c->hi = expm1(w.hi);
	c->band = expm1(fmax(larger(w.lo90, w.hi90), t->coarse));
	decide(c, t, &w, v, flagged);
}
