/* exact.c - runs that count instructions: the boot is the unit. */
#include "judge/exact.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/power.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Chance of a word that luck alone made, of one table. */
#define LUCK 0.05

/* A row moves as another that changed if its two ways are as clean: they blur
 * by at most so many times as much of the jump, and a part for what exact rows
 * differ by (0.0005 % of 1 %, and as much again). */
#define CLEANER 3
#define CLEAN   1e-3

/* Boots beyond which the number asked for says "never". */
#define MORE_MOST 1000

/* So fine a part of the margin is worth asking for. */
#define GAP_LEAST 4

bool exact_both(const struct run *a, const struct run *b)
{
	return run_counts(a) && run_counts(b);
}

/* -- One row ------------------------------------------------------------- */

double *exact_logs(const struct run *r, const struct result *res, size_t *n)
{
	double *cost = xreallocarray(NULL, res->n_inv + 1, sizeof(*cost));
	double *y = xreallocarray(NULL, res->n_inv + 1, sizeof(*y));

	run_each_cost(r, res, cost);
	for (size_t i = 0; i < res->n_inv; i++)
		cost[i] = cost[i] > 0 ? log(cost[i]) : NAN;
	*n = 0;
	for (size_t i = 0; i < res->n_inv; i++) {
		struct moment m = { 0 };

		for (size_t k = i; k < res->n_inv; k++) {
			if (res->inv[k].round != res->inv[i].round ||
			    !isfinite(cost[k]))
				continue;
			moment_add(&m, cost[k]);
			if (k > i)
				cost[k] = NAN;
		}
		if (isfinite(cost[i]))
			y[(*n)++] = moment_mean(&m);
	}
	free(cost);
	order_sort(y, *n);
	return y;
}

void exact_spread(struct estimate *e, const double *y)
{
	struct moment m = { 0 };
	double n = (double)e->n, half;

	moment_add_all(&m, y, e->n);
	e->cost = judge_cost(moment_mean(&m));
	if (e->n < 2)
		return;
	e->cv = moment_sd(&m);
	half = dist_t_quantile(0.975, n - 1) * e->cv / sqrt(n);
	e->lo = e->cost * exp(-half);
	e->hi = e->cost * exp(half);
	e->half_width = (e->hi - e->lo) / 2 / e->cost;
	e->seen = expm1((dist_t_quantile(0.975, 2 * n - 2) +
			    dist_t_quantile(0.8, 2 * n - 2)) *
	    e->cv * sqrt(2 / n));
}

/* -- Two runs ------------------------------------------------------------ */

/* How far the boots of a side are apart. */
static double range(const double *y, size_t n)
{
	return n > 1 ? y[n - 1] - y[0] : 0;
}

void exact_prepare(struct comparison *c, struct test *t, const struct run *ra,
    const struct run *rb, const struct judge_sides *s)
{
	struct moment a = { 0 }, b = { 0 };

	t->a = exact_logs(ra, c->a, &t->na);
	t->b = exact_logs(rb, c->b, &t->nb);
	c->na = t->na;
	c->nb = t->nb;
	moment_add_all(&a, t->a, t->na);
	moment_add_all(&b, t->b, t->nb);
	t->shift = moment_mean(&b) - moment_mean(&a);
	t->df = (double)(t->na + t->nb) - 2;
	if (t->na > 1 && t->nb > 1) {
		t->kind = TEST_EXACT;
		t->var = (a.m2 + b.m2) / t->df;
		return;
	}
	t->kind = TEST_NONE;
	c->change = expm1(t->shift);
	c->verdict = VERDICT_CANNOT_TELL;
	c->n_more = (uint32_t)(3 - (t->na < t->nb ? t->na : t->nb));
	judge_say(c->note, sizeof(c->note),
	    "one boot %s: nothing says how far boots differ, 3 a side are "
	    "wanted",
	    t->na == t->nb ? "each" : s->in[t->na > t->nb]);
}

static double se_of(const struct test *t)
{
	return sqrt(t->var * (1 / (double)t->na + 1 / (double)t->nb));
}

/* The mean number of rows that fall apart by luck, of those that move as far
 * as this one changed; n boots in all. */
static double luck(const struct test *t, double n)
{
	return (double)(t->movers + 1) * t->tables * 2 / pow(2, n);
}

/* How clean the two ways of a side are: what is left of its range without the
 * largest gap, over the range. */
static double blur(const double *y, size_t n)
{
	double gap = 0;

	for (size_t i = 1; i < n; i++)
		gap = fmax(gap, y[i] - y[i - 1]);
	return (range(y, n) - gap) / range(y, n);
}

/* Two ways that are at least so far apart, and as clean. */
static bool jumps(const double *y, size_t n, double far, double clean)
{
	return range(y, n) >= far && blur(y, n) <= clean;
}

/* Whether a row moves as another one that changed: a row that spreads evenly
 * does not say that one which does not spread has two ways. */
static bool moves_as(const struct test *t, const struct test *changed)
{
	double far = fabs(changed->shift);
	double spread = fmax(range(changed->a, changed->na),
	    range(changed->b, changed->nb));
	double clean = CLEANER * spread / far + CLEAN;

	return t->kind == TEST_EXACT &&
	    (jumps(t->a, t->na, far, clean) || jumps(t->b, t->nb, far, clean));
}

void exact_test(struct test *tests, size_t n, size_t others)
{
	size_t mine = 0;

	for (size_t i = 0; i < n; i++)
		mine += tests[i].kind == TEST_EXACT;
	for (size_t i = 0; i < n; i++) {
		struct test *t = &tests[i];
		double far = fabs(t->shift);

		if (t->kind != TEST_EXACT)
			continue;
		/* equal to the last digit that a double holds */
		if (far < 1e-14)
			t->p = 1;
		else if (t->var > 0)
			t->p = 2 * dist_t_cdf(-far / se_of(t), t->df);
		else
			t->p = 0;
		t->tables = 1 + ceil((double)others / (double)mine);
		for (size_t k = 0; k < n && far > 0; k++)
			t->movers += k != i && moves_as(&tests[k], t);
	}
}

double exact_half(const struct test *t, double alpha)
{
	return t->var > 0 ? dist_t_quantile(1 - alpha / 2, t->df) * se_of(t) :
			    0;
}

struct margin exact_margin(const struct judge_opts *o)
{
	bool asked = o->counts > 0;
	double delta = asked ? o->counts : JUDGE_COUNTS;

	return (struct margin){ .alarm = delta,
		.same = o->band > 0 ? o->band : delta,
		.from = asked ? MARGIN_ASKED : MARGIN_DEFAULT };
}

/* -- Words --------------------------------------------------------------- */

/* Boots a side until luck is out of the question. */
static double until_sure(const struct test *t)
{
	double n = fmin((double)t->na, (double)t->nb);

	while (luck(t, 2 * n) > LUCK)
		n++;
	return n;
}

void exact_doubt(struct comparison *c, const struct test *t)
{
	double now = fmin((double)t->na, (double)t->nb), n;

	if (!verdict_is_sure(c->verdict))
		return;
	if (luck(t, (double)(t->na + t->nb)) <= LUCK)
		return;
	c->verdict = c->verdict == VERDICT_SLOWER ? VERDICT_MAYBE_SLOWER :
						    VERDICT_MAYBE_FASTER;
	n = until_sure(t);
	c->n_more = (uint32_t)(n - now);
	if (t->movers > 0)
		judge_say_more(c->note, sizeof(c->note),
		    "%zu other row%s as far from boot to boot: %.0f boots a "
		    "side would be sure",
		    t->movers, t->movers == 1 ? " moves" : "s move", n);
	else
		judge_say_more(c->note, sizeof(c->note),
		    "%.0f boots a side would be sure", n);
}

/* Whether n boots a side would show what the gap asks for, with 80 % power. */
static bool would_tell(const struct test *t, double n, double gap, double alpha)
{
	double df = 2 * n - 2;

	return (dist_t_quantile(1 - alpha / 2, df) + dist_t_quantile(0.8, df)) *
	    sqrt(t->var * 2 / n) <=
	    gap;
}

void exact_more(struct comparison *c, const struct test *t, double alarm,
    double same, double alpha, size_t rows)
{
	double size = fabs(t->shift), now = fmin((double)t->na, (double)t->nb);
	bool change = size > alarm;
	double gap = change ? size - alarm : same - size;
	double n = now + 1;

	gap = fmax(gap, same / GAP_LEAST);
	/* a change passes Holm, SAME takes two one-sided tests; t needs more
	 * than the normal, which is where to begin */
	alpha = change ? alpha / (double)rows : 2 * alpha;
	n = fmax(n,
	    floor(power_scale(2, sqrt(t->var), gap, power_z(alpha, 0.8))));
	n = fmin(n, MORE_MOST);
	while (n < MORE_MOST && !would_tell(t, n, gap, alpha))
		n++;
	if (change)
		n = fmax(n, until_sure(t));
	c->n_more = (uint32_t)(n - now);
	c->n_more_s = NAN; /* a boot takes what it takes */
}

void exact_describe(struct verdict_set *v, const struct run *base,
    const struct run *now)
{
	bool paired =
	    base->pair && now->pair && strcmp(base->pair, now->pair) == 0;
	double delta = JUDGE_COUNTS;
	char from[32];

	for (size_t i = 0; i < v->n; i++)
		if (isfinite(v->rows[i].p))
			delta = v->rows[i].margins.alarm;
	snprintf(from, sizeof(from), "%.3g", 100 * delta);
	judge_say(v->order, sizeof(v->order),
	    "instructions, not time; %u and %u boots%s; a change counts beyond "
	    "%s %%",
	    (unsigned)base->rounds, (unsigned)now->rounds,
	    paired ? " in random pairs" : "", from);
}
