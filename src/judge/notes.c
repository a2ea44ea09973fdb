/* notes.c - what the values of a row look like beside their centre, in words
 * for somebody who has not read METHOD.md. */
#include "judge/inside.h"

#include "base/mem.h"
#include "base/num.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Correlation of neighbouring values that is worth a word: METHOD.md of the
 * specification, section 8; and three standard deviations of that of
 * independent values (Bartlett 1946), as it is said of each row. */
#define WAVES       0.3
#define WAVES_SD    3.0
#define WAVES_LEAST 12

#define ODD_FACTOR 100.0 /* a change that is none of a cost, most likely */

#define SPREAD_LEAST 6 /* values a side, as an interval takes */

#define WARM_LEAST 2 /* one odd value at the beginning is an accident */

/* -- Steps --------------------------------------------------------------- */

/* Logs of both sides, sorted together; the caller frees. */
static double *both(const struct test *t)
{
	double *y = xreallocarray(NULL, t->na + t->nb + 1, sizeof(*y));

	memcpy(y, t->a, t->na * sizeof(*y));
	memcpy(y + t->na, t->b, t->nb * sizeof(*y));
	order_sort(y, t->na + t->nb);
	return y;
}

/* What one step of the clock is to one operation, ns. */
static double clock_step(const struct run *r, const struct result *res)
{
	for (size_t i = 0; i < res->n_inv; i++) {
		const struct invocation *inv = &res->inv[i];

		if (inv->n_events > 0)
			return r->clock_step_ns;
		if (inv->n_run > inv->warm && inv->ops > 0)
			return r->clock_step_ns / (double)inv->ops;
	}
	return 0;
}

void judge_steps(const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b, struct test *t)
{
	size_t n = t->na + t->nb;
	double *y = both(t), cost = exp(order_median(y, n));

	t->rounded[0] = judge_rounded(a);
	t->rounded[1] = judge_rounded(b);
	if (t->rounded[0] > 0 && t->rounded[1] > 0) {
		t->step = fmax(t->rounded[0], t->rounded[1]) * cost;
		t->coarse = log1p(t->step / cost);
		free(y);
		return;
	}
	for (size_t i = 0; i < n; i++)
		y[i] = exp(y[i]);
	t->step =
	    fmax(shape_grid(y, n), fmax(clock_step(ra, a), clock_step(rb, b)));
	t->coarse = n > 0 ? log1p(t->step / cost) : 0;
	free(y);
}

static bool note_steps(struct comparison *c, const struct test *t,
    double margin)
{
	char step[32];

	if (!(t->coarse > log1p(margin)))
		return false;
	if (t->rounded[0] > 0) {
		judge_say_more(c->note, sizeof(c->note),
		    "printed in steps of %.0f %% of the value%s",
		    100 * expm1(t->coarse),
		    c->coarse ? ": no smaller change shows" : "");
		return true;
	}
	judge_say_more(c->note, sizeof(c->note),
	    "values come in steps of %s, %.0f %% of the cost%s",
	    num_time(t->step, step, sizeof(step)), 100 * expm1(t->coarse),
	    c->coarse ? ": no smaller change shows" : "");
	return true;
}

/* -- Two modes ----------------------------------------------------------- */

/* One side, cut in two where it, or else the other side, has a gap. */
struct halves {
	size_t n, low_n;
	double low, high; /* medians, logs; NaN where there is none */
};

static struct halves cut(const double *sorted, size_t n, double at)
{
	struct halves h = { .n = n };

	while (h.low_n < n && sorted[h.low_n] <= at)
		h.low_n++;
	h.low = order_median(sorted, h.low_n);
	h.high = order_median(sorted + h.low_n, n - h.low_n);
	return h;
}

/* p of "the lower mode has the same share on both sides": the rank test of
 * values that are 0 and 1, which is Fisher's exact test (1922) up to 50 a
 * side. */
static double share_p(const struct halves *a, const struct halves *b)
{
	double *x = xcalloc(a->n + b->n + 1, sizeof(*x)), p;
	double *scratch =
	    xreallocarray(NULL, rank_sum_room(a->n, b->n), sizeof(*scratch));

	for (size_t i = a->low_n; i < a->n; i++)
		x[i] = 1;
	for (size_t i = b->low_n; i < b->n; i++)
		x[a->n + i] = 1;
	p = rank_sum_p(x, a->n, x + a->n, b->n, NULL, scratch);
	free(scratch);
	free(x);
	return p;
}

static double percent(const struct halves *h)
{
	return 100 * (double)h->low_n / (double)h->n;
}

static bool moved(double a, double b, double margin)
{
	return fabs(b - a) > log1p(margin);
}

/* Shares and places of two modes; false where neither side has two. */
static bool note_modes(struct comparison *c, const struct test *t,
    const struct judge_sides *s, double margin, double alpha)
{
	struct modes ma = shape_modes(t->a, t->na);
	struct modes mb = shape_modes(t->b, t->nb);
	struct halves a, b;
	char w[4][32];

	if (!ma.low_n && !mb.low_n)
		return false;
	a = cut(t->a, t->na,
	    (ma.low_n ? ma : mb).low / 2 + (ma.low_n ? ma : mb).high / 2);
	b = cut(t->b, t->nb,
	    (mb.low_n ? mb : ma).low / 2 + (mb.low_n ? mb : ma).high / 2);
	judge_display(c->a, exp(a.low), w[0], sizeof(w[0]));
	judge_display(c->a, exp(a.high), w[1], sizeof(w[1]));
	judge_display(c->b, exp(b.low), w[2], sizeof(w[2]));
	judge_display(c->b, exp(b.high), w[3], sizeof(w[3]));
	if (ma.low_n && mb.low_n &&
	    (moved(a.low, b.low, margin) || moved(a.high, b.high, margin)))
		judge_say_more(c->note, sizeof(c->note),
		    "two modes: %s %s (%.0f %%) and %s, %s %s (%.0f %%) "
		    "and %s",
		    s->in[0], w[0], percent(&a), w[1], s->in[1], w[2],
		    percent(&b), w[3]);
	else
		judge_say_more(c->note, sizeof(c->note),
		    "two modes, %s and %s: the lower has %.0f %% %s and "
		    "%.0f %% %s%s",
		    ma.low_n ? w[0] : w[2], ma.low_n ? w[1] : w[3], percent(&a),
		    s->in[0], percent(&b), s->in[1],
		    share_p(&a, &b) < alpha ? ", which is no accident" : "");
	return true;
}

/* -- Spread -------------------------------------------------------------- */

static void note_spread(struct comparison *c, const struct test *t,
    double alpha)
{
	double *scratch;
	struct spread s;

	/* two values are equally far from their median, always: 2 of 2 would
	 * differ in spread whatever they are, 2 of 4 in one of ten cases */
	if (t->na < SPREAD_LEAST || t->nb < SPREAD_LEAST)
		return;
	scratch =
	    xreallocarray(NULL, 2 * (t->na + t->nb) + 1, sizeof(*scratch));
	s = shape_spread(t->a, t->na, t->b, t->nb, scratch);
	free(scratch);
	if (!(s.p < alpha && isfinite(s.ratio) && s.ratio > 0))
		return;
	c->spread = s.ratio;
	judge_say_more(c->note, sizeof(c->note), "%.1f times %s variable",
	    s.ratio > 1 ? s.ratio : 1 / s.ratio, s.ratio > 1 ? "more" : "less");
}

/* -- In the course of the run -------------------------------------------- */

/* Log costs in the order taken; pairs: the mean of both sides. */
struct course {
	double *y; /* with room for 2 n more behind it */
	size_t n;
	double drift; /* over its whole length; 0 = not beyond chance */
	size_t warm;
};

static void course_init(struct course *s, size_t n)
{
	*s = (struct course){ .n = n };
	s->y = xreallocarray(NULL, 3 * n + 1, sizeof(*s->y));
}

/* Leading values that are warm-up by the rule of batches and also further from
 * the second half than counts as a change. */
static size_t warm_values(const struct course *s, double margin)
{
	double *rest = s->y + s->n, median;
	size_t warm = shape_warm(s->y, s->n, rest), k = 0, half = s->n / 2;

	memcpy(rest, s->y + half, (s->n - half) * sizeof(*rest));
	order_sort(rest, s->n - half);
	median = order_median(rest, s->n - half);
	while (k < warm && moved(median, s->y[k], margin))
		k++;
	return k;
}

static void follow(struct course *s, double margin, double alpha)
{
	double *scratch = s->y + s->n;

	s->warm = warm_values(s, margin);
	if (shape_trend_p(s->y, s->n, scratch) < alpha)
		s->drift =
		    shape_slope(s->y, s->n, scratch) * (double)(s->n - 1);
}

static double waves(const struct course *s)
{
	double lag1 = shape_lag1(s->y, s->n);
	double limit = fmax(WAVES, WAVES_SD / sqrt((double)s->n));

	return s->n >= WAVES_LEAST && lag1 > limit ? lag1 : 0;
}

static void note_pair_course(struct comparison *c, const struct test *t,
    double margin, double alpha)
{
	struct course s;
	char word[32];

	course_init(&s, t->pairs.n);
	for (size_t i = 0; i < s.n; i++)
		s.y[i] = (t->pairs.p[i].a + t->pairs.p[i].b) / 2;
	follow(&s, margin, alpha);
	if (fabs(s.drift) > log1p(margin))
		judge_say_more(c->note, sizeof(c->note),
		    "both drift by %s over the run, which pairs cancel",
		    num_change(expm1(s.drift), word, sizeof(word)));
	else if (s.warm >= WARM_LEAST)
		judge_say_more(c->note, sizeof(c->note),
		    "the first %zu rounds differ from the rest on both sides",
		    s.warm);
	free(s.y);
}

static void side_course(const struct run *r, const struct result *res,
    struct course *s)
{
	course_init(s, res->n_inv);
	s->n = run_costs(r, res, s->y);
	for (size_t i = 0; i < s->n; i++)
		s->y[i] = log(s->y[i]);
}

static void note_side_course(struct comparison *c, const struct run *r,
    const struct result *res, const char *side, double margin, double alpha)
{
	struct course s;
	char word[32];
	double alike;

	side_course(r, res, &s);
	follow(&s, margin, alpha);
	alike = waves(&s);
	if (fabs(s.drift) > log1p(margin))
		judge_say_more(c->note, sizeof(c->note),
		    "%s drifts by %s over its run", side,
		    num_change(expm1(s.drift), word, sizeof(word)));
	else if (s.warm >= WARM_LEAST)
		judge_say_more(c->note, sizeof(c->note),
		    "the first %zu values of %s differ from the rest", s.warm,
		    side);
	else if (alike > 0)
		judge_say_more(c->note, sizeof(c->note),
		    "%s comes in waves (correlation of neighbours %.2f)", side,
		    alike);
	free(s.y);
}

static double drift_of(const struct run *r, const struct result *res,
    double alpha)
{
	struct course s;

	side_course(r, res, &s);
	follow(&s, 0, alpha);
	free(s.y);
	return fabs(s.drift);
}

void judge_drifting(struct comparison *c, const struct run *base,
    const struct run *now, double alpha)
{
	double drift =
	    fmax(drift_of(base, c->a, alpha), drift_of(now, c->b, alpha));

	c->margins.alarm = fmax(c->margins.alarm, expm1(drift));
}

/* A value among few that lies far from its like. */
static void note_far(struct comparison *c, const struct run *r,
    const struct result *res, const char *side)
{
	struct far f;
	char text[160];

	if ((res->flags & RESULT_IMPORTED) && judge_far(r, res, &f))
		judge_say_more(c->note, sizeof(c->note), "%s: %s", side,
		    judge_far_say(res, &f, text, sizeof(text)));
}

/* Where a cost became so many times another one, a time-out or another unit is
 * likelier than code. */
static void note_factor(struct comparison *c)
{
	if (isfinite(c->change) && fabs(log1p(c->change)) > log(ODD_FACTOR))
		judge_say_more(c->note, sizeof(c->note),
		    "over %.0f times: is it the same that was measured? "
		    "time-outs, errors, other units and sizes do this",
		    ODD_FACTOR);
}

/* -- All ----------------------------------------------------------------- */

void judge_notes(struct comparison *c, const struct test *t,
    const struct run *base, const struct run *now, double margin, double alpha)
{
	struct judge_sides s;

	judge_sides(base, now, &s);
	note_factor(c);
	note_far(c, base, c->a, s.name[0]);
	note_far(c, now, c->b, s.name[1]);
	/* two steps are no modes, and neither is a change of spread */
	if (!note_steps(c, t, margin) && !note_modes(c, t, &s, margin, alpha))
		note_spread(c, t, alpha);
	if (t->kind == TEST_PAIR) {
		note_pair_course(c, t, margin, alpha);
		return;
	}
	judge_note_sharing(c, &s, margin);
	note_side_course(c, base, c->a, s.name[0], margin, alpha);
	note_side_course(c, now, c->b, s.name[1], margin, alpha);
}
