/* pairs.c - the values of two runs that were measured side by side. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"
#include "stats/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steal is counted in ticks of 4 to 10 ms and an invocation takes 10 ms: one
 * tick is "over 1 %", and few invocations of a busy guest are without. Where
 * more pairs than this share are hit, dropping them would leave a biased rest
 * (the quiet moments only) or none: then all are kept. */
#define STEAL_SHARE 0.01
#define STEAL_MOST  0.25

/* Pairs whose core was shared say little: with 6 others there is an interval,
 * and 16 are enough for any correction (2 / 2^16 for 1000 rows); in between
 * they must be half of all. One-sided: as 1 of 100 random ones are. */
#define CLEAR_LEAST  6
#define CLEAR_ENOUGH 16
#define CLEAR_SHARE  0.5
#define ONE_SIDED    0.01

/* Lag-1 correlation above which neighbouring pairs are averaged (METHOD.md of
 * the specification, section 8) if independent differences of that number show
 * as much in one of 100 cases only (Bartlett 1946: sd 1 / sqrt(n)): the price
 * of a needless average is half of the pairs. */
#define LAG_MOST 0.3
#define LAG_Z    2.326

/* -- Matching ------------------------------------------------------------ */

struct value {
	uint32_t round;
	size_t index; /* of the invocation */
	double y;
};

static int by_round(const void *a, const void *b)
{
	const struct value *x = a, *y = b;

	if (x->round != y->round)
		return x->round < y->round ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static struct value *values(const struct run *r, const struct result *res,
    size_t *n)
{
	struct value *v = xreallocarray(NULL, res->n_inv + 1, sizeof(*v));

	*n = 0;
	for (size_t i = 0; i < res->n_inv; i++) {
		double cost = run_cost(r, res, i);

		if (cost > 0 && isfinite(cost))
			v[(*n)++] =
			    (struct value){ res->inv[i].round, i, log(cost) };
	}
	qsort(v, *n, sizeof(*v), by_round);
	return v;
}

static bool stolen(const struct invocation *inv)
{
	return inv->counters.steal_ns != COUNTER_UNKNOWN &&
	    (double)inv->counters.steal_ns > STEAL_SHARE * (double)inv->wall_ns;
}

/* The machine stood still, or its clock was set, while this was measured. */
static bool broken(const struct invocation *inv)
{
	return invocation_noted(inv, "suspended") ||
	    invocation_noted(inv, "clock_step");
}

void pairs_make(const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b, struct pairs *out)
{
	size_t na, nb, i = 0, j = 0;
	struct value *va = values(ra, a, &na), *vb = values(rb, b, &nb);

	*out = (struct pairs){ 0 };
	out->p = xreallocarray(NULL, (na < nb ? na : nb) + 1, sizeof(*out->p));
	while (i < na && j < nb) {
		const struct invocation *x = &a->inv[va[i].index];
		const struct invocation *y = &b->inv[vb[j].index];

		if (va[i].round != vb[j].round) {
			if (va[i].round < vb[j].round)
				i++;
			else
				j++;
			continue;
		}
		out->p[out->n++] = (struct pair){ .round = va[i].round,
			.a = va[i].y,
			.b = vb[j].y,
			.stolen = stolen(x) || stolen(y),
			.broken = broken(x) || broken(y),
			.shared = { !run_clear(ra, a, va[i].index),
			    !run_clear(rb, b, vb[j].index) } };
		i++;
		j++;
	}
	out->alone = na + nb - 2 * out->n;
	free(va);
	free(vb);
}

void pairs_release(struct pairs *p)
{
	if (!p)
		return;
	free(p->p);
	memset(p, 0, sizeof(*p));
}

double *judge_differences(const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b, size_t *n)
{
	struct pairs p;
	double *d;

	pairs_make(ra, a, rb, b, &p);
	d = xreallocarray(NULL, p.n + 1, sizeof(*d));
	*n = 0;
	for (size_t i = 0; i < p.n; i++)
		if (!p.p[i].broken)
			d[(*n)++] = p.p[i].b - p.p[i].a;
	pairs_release(&p);
	return d;
}

uint32_t pairs_rounds(const struct pairs *p)
{
	uint32_t last = p->n ? p->p[p->n - 1].round : 0;

	/* a stranger's file may hold the last number there is */
	return p->n == 0 || last == UINT32_MAX ? last : last + 1;
}

/* -- What is judged at a look -------------------------------------------- */

static bool is_shared(const struct pair *pair)
{
	return pair->shared[0] || pair->shared[1];
}

/* Nothing but perhaps its core is against a pair. */
static bool is_sound(const struct paired *s, const struct pair *pair)
{
	return !pair->broken && (s->steal_kept || !pair->stolen);
}

bool pair_used(const struct paired *s, const struct pair *pair)
{
	return is_sound(s, pair) && (s->shared_kept || !is_shared(pair));
}

/* Pairs whose core was shared are dropped if enough others remain, and if it
 * happened to both sides alike: where it is one side's doing, it belongs to
 * what is measured. */
static bool keeps_shared(const struct paired *s, const struct pair *p, size_t n)
{
	size_t left = 0, only[2] = { 0, 0 };

	for (size_t i = 0; i < n; i++) {
		if (!is_sound(s, &p[i]))
			continue;
		left += !is_shared(&p[i]);
		only[0] += p[i].shared[0] && !p[i].shared[1];
		only[1] += p[i].shared[1] && !p[i].shared[0];
	}
	return left < CLEAR_LEAST ||
	    (left < CLEAR_ENOUGH && (double)left < CLEAR_SHARE * (double)n) ||
	    dist_binom_cdf((double)(only[0] < only[1] ? only[0] : only[1]),
		(double)(only[0] + only[1]), 0.5) < ONE_SIDED / 2;
}

/* The differences of rounds before `rounds`, in order, without the pairs that
 * the rule drops: it knows the round's troubles and not the values. */
static void take(const struct pairs *p, uint32_t rounds, struct paired *s)
{
	size_t all = 0;

	s->n = s->n_pairs = s->n_stolen = s->n_broken = 0;
	for (; all < p->n && p->p[all].round < rounds; all++) {
		s->n_broken += p->p[all].broken;
		s->n_stolen += p->p[all].stolen && !p->p[all].broken;
	}
	s->steal_kept = (double)s->n_stolen > STEAL_MOST * (double)all;
	s->shared_kept = keeps_shared(s, p->p, all);
	for (size_t i = 0; i < all; i++)
		if (pair_used(s, &p->p[i]))
			s->series[s->n_pairs++] = p->p[i].b - p->p[i].a;
	s->n_shared =
	    all - s->n_pairs - s->n_broken - (s->steal_kept ? 0 : s->n_stolen);
	s->n = s->n_pairs;
}

/* Means of neighbours; the last one of an odd number goes with the two before
 * it. */
static size_t halve(double *x, size_t n)
{
	size_t half = n / 2;

	for (size_t i = 0; i < half; i++) {
		bool three = i + 1 == half && n % 2 == 1;
		double sum = x[2 * i] + x[2 * i + 1];

		x[i] = three ? (sum + x[n - 1]) / 3 : sum / 2;
	}
	return half;
}

static bool alike(const struct paired *s)
{
	double limit = fmax(LAG_MOST, LAG_Z / sqrt((double)s->n));

	/* NaN where all are equal */
	return s->n >= 4 && shape_lag1(s->series, s->n) > limit;
}

static void put_sorted(struct paired *s)
{
	memcpy(s->d, s->series, s->n * sizeof(*s->d));
	order_sort(s->d, s->n);
}

void pairs_average(struct paired *s)
{
	if (s->n < 4)
		return;
	s->n = halve(s->series, s->n);
	s->each *= 2;
	put_sorted(s);
}

void pairs_take(const struct pairs *p, uint32_t rounds, struct paired *s)
{
	take(p, rounds, s);
	s->each = 1;
	s->lag1 = shape_lag1(s->series, s->n);
	s->all_alike = 0;
	while (alike(s)) {
		s->n = halve(s->series, s->n);
		s->each *= 2;
	}
	put_sorted(s);
}

void paired_init(struct paired *s, size_t room)
{
	*s = (struct paired){ 0 };
	s->d = xreallocarray(NULL, 3 * room + 3, sizeof(*s->d));
	s->series = s->d + room + 1;
	s->scratch = s->series + room + 1;
}

void paired_release(struct paired *s)
{
	if (!s)
		return;
	free(s->d);
	memset(s, 0, sizeof(*s));
}
