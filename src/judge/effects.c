/* effects.c - contrasts of a full table of factors, round by round. */
#include "judge/effects.h"

#include "base/mem.h"
#include "stats/order.h"
#include "stats/rank.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define ALPHA 0.05

/* Logs of costs, a row for each round that is whole. */
struct logs {
	double *y;
	size_t rounds;
};

static uint32_t last_round(const struct effects_table *t)
{
	uint32_t last = 0;

	for (size_t k = 0; k < t->n; k++)
		for (size_t i = 0; t->res[k] && i < t->res[k]->n_inv; i++)
			if (t->res[k]->inv[i].round > last)
				last = t->res[k]->inv[i].round;
	return last;
}

static struct logs read_logs(const struct effects_table *t)
{
	size_t most = (size_t)last_round(t) + 1;
	struct logs l = { xcalloc(most * t->n, sizeof(*l.y)), 0 };

	for (size_t i = 0; i < most * t->n; i++)
		l.y[i] = NAN;
	for (size_t k = 0; k < t->n; k++)
		for (size_t i = 0; t->res[k] && i < t->res[k]->n_inv; i++)
			l.y[t->res[k]->inv[i].round * t->n + k] =
			    log(run_cost(t->run[k], t->res[k], i));
	for (size_t r = 0; r < most; r++) {
		bool whole = true;

		for (size_t k = 0; k < t->n; k++)
			whole &= isfinite(l.y[r * t->n + k]) != 0;
		for (size_t k = 0; whole && k < t->n; k++)
			l.y[l.rounds * t->n + k] = l.y[r * t->n + k];
		l.rounds += whole;
	}
	return l;
}

static size_t level_of(const struct effects_table *t, size_t cell,
    size_t factor)
{
	for (size_t i = t->n_factors; i-- > factor + 1;)
		cell /= t->levels[i];
	return cell % t->levels[factor];
}

/* Its weight in the contrast of one factor: 1, -1 or 0. */
static int sign_of(const struct effects_table *t, size_t cell, size_t factor,
    size_t level)
{
	size_t at = level_of(t, cell, factor);

	return at == level ? 1 : at == 0 ? -1 : 0;
}

/* A value of the contrast in each round, and from these its middle. */
static void measure(const struct effects_table *t, const struct logs *l,
    double alpha, struct effect *e)
{
	double *d = xcalloc(l->rounds + 1, sizeof(*d));

	for (size_t r = 0; r < l->rounds; r++) {
		double plus = 0, sum = 0;

		for (size_t k = 0; k < t->n; k++) {
			int s = sign_of(t, k, e->factor, e->level);

			if (e->with != EFFECT_ALONE)
				s *= sign_of(t, k, e->with, e->with_level);
			sum += s * l->y[r * t->n + k];
			plus += s > 0;
		}
		/* of an interaction half of the cells with a plus stand for
		 * one difference each */
		d[r] = sum / (e->with == EFFECT_ALONE ? plus : plus / 2);
	}
	order_sort(d, l->rounds);
	e->change = l->rounds > 0 ? expm1(rank_hl(d, l->rounds)) : NAN;
	e->lo = e->hi = NAN;
	if (l->rounds > 0)
		rank_hl_interval(d, l->rounds, alpha, NULL, &e->lo, &e->hi);
	e->lo = expm1(e->lo);
	e->hi = expm1(e->hi);
	free(d);
}

static size_t count(const struct effects_table *t, bool pairs)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_factors; i++) {
		n += pairs ? 0 : t->levels[i] - 1;
		for (size_t k = i + 1; pairs && k < t->n_factors; k++)
			n += (t->levels[i] - 1) * (t->levels[k] - 1);
	}
	return n;
}

static size_t list_main(const struct effects_table *t, struct effect *out)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_factors; i++)
		for (size_t l = 1; l < t->levels[i]; l++)
			out[n++] = (struct effect){ .factor = i,
				.level = l,
				.with = EFFECT_ALONE };
	return n;
}

static size_t list_pairs(const struct effects_table *t, struct effect *out)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_factors; i++)
		for (size_t k = i + 1; k < t->n_factors; k++)
			for (size_t l = 1; l < t->levels[i]; l++)
				for (size_t m = 1; m < t->levels[k]; m++)
					out[n++] = (struct effect){ .factor = i,
						.level = l,
						.with = k,
						.with_level = m };
	return n;
}

size_t effects_of(const struct effects_table *t, struct effect **out,
    size_t *rounds)
{
	struct logs l = read_logs(t);
	size_t n = count(t, false), pairs = count(t, true);

	if (n + pairs > EFFECTS_MOST)
		pairs = 0;
	*out = xcalloc(n + pairs + 1, sizeof(**out));
	n = list_main(t, *out);
	if (pairs > 0)
		n += list_pairs(t, *out + n);
	for (size_t i = 0; i < n; i++)
		measure(t, &l, ALPHA / (double)n, &(*out)[i]);
	*rounds = l.rounds;
	free(l.y);
	return n;
}
