/* power.c - the numbers of values that the plan asks for reach the power that
 * it promises, and not many fewer would. */
#include "judge/power.h"

#include "../noise.h"
#include "base/mem.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "tap.h"

#include <stdlib.h>

#define TRIES 600
#define MOST  128

static struct rng rng;

/* How many of the tries a shift of gap is found in, at the level of p. */
static size_t found(const struct power *p, int sides, double gap, uint32_t n,
    enum noise kind)
{
	double x[MOST], y[MOST], scratch[MOST], alpha = p->alpha;
	double *table = NULL,
	       *room = xcalloc(rank_sum_room(n, n), sizeof(*room));
	size_t hits = 0;

	alpha /= (double)p->rows;
	if (sides == 1 && n <= RANK_EXACT_ONE) {
		table = xcalloc(n * (n + 1) / 2 + 1, sizeof(*table));
		rank_signed_table(n, table);
	} else if (sides == 2 && n <= RANK_EXACT_TWO) {
		table = xcalloc(n * n + 1, sizeof(*table));
		rank_sum_table(n, n, table, room);
	}
	for (size_t k = 0; k < TRIES; k++) {
		noise_fill(&rng, kind, x, n);
		noise_fill(&rng, kind, y, n);
		for (size_t i = 0; i < n; i++)
			if (sides == 1)
				x[i] = (y[i] - x[i]) / sqrt(2) + gap;
			else
				y[i] += gap;
		order_sort(y, n);
		if (sides == 2)
			order_sort(x, n);
		hits +=
		    (sides == 1 ? rank_signed_p(x, n, table, scratch) :
				  rank_sum_p(x, n, y, n, table, room)) <= alpha;
	}
	free(table);
	free(room);
	return hits;
}

/* 99 % binomial bound below a share of the tries. */
static double below(double share)
{
	return share * TRIES - 2.33 * sqrt(share * (1 - share) * TRIES);
}

static double above(double share)
{
	return share * TRIES + 2.33 * sqrt(share * (1 - share) * TRIES);
}

static void test_reached(void)
{
	static const double gaps[] = { 2.5, 1.5, 1, 0.7 };
	static const size_t rows[] = { 1, 10, 60 };

	for (int sides = 1; sides <= 2; sides++)
		for (size_t k = 0; k < 3; k++)
			for (size_t g = 0; g < 4; g++) {
				struct power p = { 0.05, 0.8, rows[k] };
				double gap = gaps[g];
				uint32_t n = sides == 1 ?
				    power_pairs(&p, 1, gap) :
				    power_runs(&p, 1, gap);
				size_t hits =
				    found(&p, sides, gap, n, NOISE_NORMAL);

				tap_ok((double)hits >= below(0.8),
				    "%s, %zu rows, %.1f sd: %u show it in %zu "
				    "of %d",
				    sides == 1 ? "pairs" : "runs", rows[k], gap,
				    n, hits, TRIES);
				if (g < 2)
					continue;
				n = n * 3 / 4;
				hits = found(&p, sides, gap, n, NOISE_NORMAL);
				tap_ok((double)hits <= above(0.75),
				    "a quarter fewer do not: %zu", hits);
			}
}

/* Heavy tails and skew help ranks; the promise holds. */
static void test_kinds(void)
{
	struct power p = { 0.05, 0.8, 20 };

	for (int kind = NOISE_SKEWED; kind <= NOISE_HEAVY; kind++) {
		uint32_t n = power_pairs(&p, 1, 1), m = power_runs(&p, 1, 1);

		tap_ok((double)found(&p, 1, 1, n, (enum noise)kind) >=
			below(0.8),
		    "%s pairs", noise_words[kind]);
		tap_ok((double)found(&p, 2, 1, m, (enum noise)kind) >=
			below(0.8),
		    "%s runs", noise_words[kind]);
	}
}

/* There and back again; more is asked for by less, and never by nothing. */
static void test_numbers(void)
{
	struct power one = { 0.05, 0.8, 1 }, many = { 0.05, 0.8, 60 };
	struct power sure = { 0.05, 0.95, 1 };
	uint32_t n = power_pairs(&one, 0.02, 0.01);

	tap_near(power_z(0.05, 0.8), 2.801585, 1e-6, "z");
	tap_near(power_scale(10, 2, 1, 3), 360, 1e-12, "scale");
	/* N = ceil((2.8016 * 2)^2 / .955) = 33, and t in place of z */
	tap_ok(n >= 33 && n <= 35, "%u pairs for half of the spread", n);
	tap_ok(power_seen_pairs(&one, 0.02, n) <= 0.01 &&
		power_seen_pairs(&one, 0.02, n - 1) > 0.01,
	    "which is the least");
	tap_ok(power_runs(&one, 0.02, 0.01) > 3 * n / 2, "runs take more");
	tap_ok(power_pairs(&many, 0.02, 0.01) > n, "as do more rows");
	tap_ok(power_pairs(&sure, 0.02, 0.01) > n, "and more power");
	tap_ok(power_pairs(&one, 0.001, 1) == 6, "six at least");
	tap_ok(power_pairs(&many, 0, 1) == 12,
	    "2 * 2^-12 * 60 is below .05, 2 * 2^-11 * 60 is not");
	tap_ok(power_runs(&many, 0, 1) == 7, "2 / C(14,7) * 60, too");
	tap_ok(power_pairs(&one, 1, 1e-9) == POWER_NEVER, "never");
	tap_ok(power_pairs(&one, NAN, 0.01) == POWER_NEVER,
	    "an unknown spread promises nothing");
	tap_ok(isnan(power_seen_pairs(&one, 1, 5)) &&
		isnan(power_seen_pairs(&many, 1, 11)) &&
		isnan(power_seen_runs(&many, 1, 6)),
	    "too few show nothing");
}

/* The spread of stored values is what they were made with. */
static void test_spread(void)
{
	struct power_spread s, with;
	double y[MOST], d[MOST];

	noise_fill(&rng, NOISE_NORMAL, y, MOST);
	power_of_values(y, MOST, &s);
	tap_ok(s.sd > 0.8 && s.sd < 1.2, "spread %.3f of 1", s.sd);
	tap_ok(s.detrended > 0.8 && s.detrended < 1.2, "detrended %.3f",
	    s.detrended);
	for (size_t i = 0; i < MOST; i++)
		y[i] += 0.05 * (double)i;
	power_of_values(y, MOST, &with);
	tap_ok(with.sd > 1.5 * s.sd, "a slope spreads them: %.3f", with.sd);
	tap_near(with.detrended, s.detrended, 1e-6, "but not without it");
	noise_fill(&rng, NOISE_NORMAL, d, MOST);
	tap_ok(fabs(power_of_pairs(d, MOST) - 1) < 0.2, "pairs: %.3f",
	    power_of_pairs(d, MOST));
	power_of_values(y, 5, &s);
	tap_ok(isnan(s.sd) && isnan(s.detrended) && isnan(power_of_pairs(d, 5)),
	    "five say nothing");
	for (size_t i = 0; i < 6; i++)
		y[i] = 3;
	power_of_values(y, 6, &s);
	tap_near(s.sd, 0, 0, "equal values do not spread");
}

int main(void)
{
	rng_seed(&rng, 20261130);
	test_numbers();
	test_spread();
	test_reached();
	test_kinds();
	return tap_done();
}
