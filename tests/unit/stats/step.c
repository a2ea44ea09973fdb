/* step.c - steps of a history: the statistic, its null distribution, places. */
#include "stats/step.h"

#include "../noise.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1200

static double y[MOST], *scratch, rho;
static size_t *indices;
static struct step found[32];

static size_t find(size_t n, double delta)
{
	struct step_opts o = { .alpha = 0.01, .delta = delta };

	return step_find(y, n, &o, found, 32, &rho, scratch, indices);
}

static double greatest(const double *v, size_t n)
{
	return step_greatest(v, n, scratch, indices);
}

/* -- The statistic ------------------------------------------------------- */

/* For 8 values there is one interval and one split: ranks and normal scores of
 * 4 against 4, by hand. Scores of 1..4 of 8 (R: qnorm((1:8 - 3/8) / 8.25)). */
static void by_hand(void)
{
	static const double apart[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	static const double mixed[8] = { 1, 8, 2, 7, 3, 6, 4, 5 };
	static const double score[4] = { 1.4342, 0.8524, 0.4728, 0.1525 };
	double sum = 0, square = 0, z;

	for (int i = 0; i < 4; i++) {
		sum += score[i];
		square += 2 * score[i] * score[i];
	}
	z = sum / sqrt(square / 7 * 2);
	/* ranks: 8 / sqrt(4 * 4 * 9 / 12) */
	tap_ok(fabs(greatest(apart, 8) - fmax(8 / sqrt(12), z)) < 1e-4,
	    "4 below 4: %.4f", greatest(apart, 8));
	tap_ok(greatest(mixed, 8) < 0.1, "4 among 4: %.4f", greatest(mixed, 8));
}

/* All orders of n values: how often the statistic reaches z. */
static void permute(double *v, size_t k, size_t n, double z, size_t *hits,
    size_t *all)
{
	if (k == n) {
		*hits += greatest(v, n) >= z - 1e-9;
		(*all)++;
		return;
	}
	for (size_t i = k; i < n; i++) {
		double t = v[k];

		v[k] = v[i];
		v[i] = t;
		permute(v, k + 1, n, z, hits, all);
		v[i] = v[k];
		v[k] = t;
	}
}

/* The table against all 8! orders. */
static void exact(void)
{
	double v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	size_t hits = 0, all = 0, more = 0;
	double z = step_critical(8, 0.1);

	permute(v, 0, 8, z, &hits, &all);
	tap_ok(all == 40320 && hits <= all / 10,
	    "8 values: 10 %% is reached in %.2f %%",
	    100 * (double)hits / (double)all);
	permute(v, 0, 8, z - 0.3, &more, &all);
	tap_ok(more > 40320 / 10, "and less in more");
	tap_ok(isinf(step_critical(8, 0.01)),
	    "1 in 100 is never so rare there");
	tap_ok(isfinite(step_critical(10, 0.01)), "of 10 values one is");
	tap_ok(isinf(step_critical(7, 0.1)), "7 values are too few");
}

static void critical(void)
{
	bool rises = true, falls = true, back = true;

	for (size_t n = 40; n <= MOST; n += 20) {
		rises &= step_critical(n, 0.001) > step_critical(n, 0.01) &&
		    step_critical(n, 0.0001) > step_critical(n, 0.001);
		falls &=
		    step_critical(n + 20, 0.01) > step_critical(n, 0.01) - 0.05;
		for (double p = 0.05; p > 1e-5; p /= 3)
			back &= fabs(log(step_p(n, step_critical(n, p)) / p)) <
			    0.01;
	}
	tap_ok(rises, "rarer is larger");
	tap_ok(falls, "of more values the greatest is larger");
	tap_ok(back, "p is the inverse");
	tap_ok(step_p(100, 2) >= 1, "nothing: p is 1");
	tap_ok(step_p(100, 20) < 1e-5, "the largest: %g", step_p(100, 20));
}

/* -- Steps --------------------------------------------------------------- */

static void noise(uint64_t seed, size_t n, double sd)
{
	struct rng rng;

	rng_seed(&rng, seed);
	noise_fill(&rng, NOISE_NORMAL, y, n);
	for (size_t i = 0; i < n; i++)
		y[i] *= sd;
}

static void raise(size_t from, size_t to, double by)
{
	for (size_t i = from; i < to; i++)
		y[i] += by;
}

static void places(void)
{
	noise(1, 200, 0.01);
	tap_ok(find(200, 0) == 0, "noise has no step");
	raise(120, 200, 0.05);
	tap_ok(find(200, 0) == 1 && found[0].at == 120, "one step");
	tap_ok(found[0].lo <= 120 && found[0].hi >= 120 &&
		found[0].hi - found[0].lo <= 2,
	    "where: %zu..%zu", found[0].lo, found[0].hi);
	tap_ok(found[0].from < 0.05 && found[0].to > 0.05 &&
		fabs(found[0].shift - 0.05) < 0.005,
	    "how large: %.4f [%.4f, %.4f]", found[0].shift, found[0].from,
	    found[0].to);
	tap_ok(found[0].p < 1e-4, "how sure: %g", found[0].p);
	tap_ok(find(200, 0.1) == 0, "below delta it is none");
	raise(160, 200, -0.05);
	tap_ok(find(200, 0) == 2 && found[0].at == 120 && found[1].at == 160 &&
		found[1].shift < 0,
	    "and back");
}

static void short_levels(void)
{
	noise(2, 60, 0.01);
	raise(30, 33, 0.2);
	tap_ok(find(60, 0) == 0, "three values are no level");
	noise(2, 60, 0.01);
	raise(57, 60, 0.2);
	tap_ok(find(60, 0) == 0, "nor at the end");
	raise(56, 57, 0.2);
	tap_ok(find(60, 0) == 1 && found[0].at == 56, "four at the end are");
	noise(1, 10, 0.01);
	raise(5, 10, 1);
	tap_ok(find(10, 0) == 1 && found[0].at == 5, "five and five are");
	tap_ok(find(9, 0) == 0 && find(2, 0) == 0 && find(1, 0) == 0 &&
		find(0, 0) == 0,
	    "fewer are not");
}

/* Two values alone, as clocks with a coarse step give. */
static void ties(void)
{
	for (size_t i = 0; i < 100; i++)
		y[i] = 5;
	tap_ok(find(100, 0) == 0, "equal values");
	raise(40, 100, 1);
	tap_ok(find(100, 0) == 1 && found[0].at == 40 && found[0].lo == 40 &&
		found[0].hi == 40,
	    "one step of equal values");
	tap_ok(fabs(found[0].shift - 1) < 1e-12 && found[0].from <= 1 &&
		found[0].to >= 1,
	    "its size");
	for (size_t i = 0; i < 100; i++)
		y[i] = (double)(i * 7919 % 100 < 50);
	tap_ok(find(100, 0) == 0, "two values in turn are no steps");
}

static void dependent(void)
{
	struct rng rng;
	double last = 0;

	noise(3, 300, 1);
	find(300, 0);
	tap_ok(rho < 0.1, "independent: rho %.2f", rho);
	rng_seed(&rng, 4);
	for (size_t i = 0; i < 1000; i++)
		y[i] = last = 0.6 * last + noise_normal(&rng);
	find(1000, 0);
	tap_ok(rho > 0.35 && rho < 0.7, "rho .6: %.2f", rho);
	raise(500, 1000, 30);
	find(1000, 0);
	tap_ok(rho > 0.35 && rho < 0.7, "a step is no dependence: %.2f", rho);
}

static void slopes(void)
{
	noise(5, 300, 0.1);
	for (size_t i = 0; i < 300; i++)
		y[i] += 0.01 * (double)i;
	tap_ok(find(300, 0) == 0, "a straight slope has no step");
}

/* Whatever comes is answered, in order and within bounds. */
static void anything(void)
{
	struct rng rng;
	bool fine = true;

	rng_seed(&rng, 6);
	for (int i = 0; i < 2000; i++) {
		size_t n = (size_t)rng_below(&rng, 60), k;
		double scale = exp(20 * noise_normal(&rng));

		for (k = 0; k < n; k++)
			y[k] = scale *
			    floor(3 * noise_normal(&rng) +
				(double)(k > n / 2) * 5);
		k = find(n, 0);
		for (size_t s = 0; s < k; s++)
			fine &= found[s].at >=
				(s ? found[s - 1].at : 0) + STEP_LEAST &&
			    found[s].at + STEP_LEAST <= n &&
			    found[s].lo <= found[s].at &&
			    found[s].at <= found[s].hi && found[s].hi < n &&
			    found[s].lo > 0 && found[s].from <= found[s].to &&
			    isfinite(found[s].shift) && found[s].p <= 0.0101;
	}
	tap_ok(fine, "2000 histories of all sizes");
}

int main(void)
{
	scratch = calloc(step_room(MOST), sizeof(*scratch));
	indices = calloc(step_indices(MOST), sizeof(*indices));
	if (!scratch || !indices)
		return 99;
	by_hand();
	exact();
	critical();
	places();
	short_levels();
	ties();
	dependent();
	slopes();
	anything();
	free(scratch);
	free(indices);
	return tap_done();
}
