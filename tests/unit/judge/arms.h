/* arms.h - two runs made in pairs, with noise. */
#ifndef PERFLOSS_TESTS_ARMS_H
#define PERFLOSS_TESTS_ARMS_H

#include "../noise.h"
#include "base/rng.h"
#include "two.h"

static struct rng rng;

static void begin(uint32_t looks)
{
	begin_pair(looks);
	rng_seed(&rng, 7);
}

/* n pairs: a common wave of `common` over the rounds, `sd` of their own each,
 * b above a by `shift`. */
static void pairs(const char *key, size_t n, double common, double sd,
    double shift)
{
	for (size_t i = 0; i < n; i++) {
		double wave = common * noise_normal(&rng);

		made_value(&a, key, 100 * exp(wave + sd * noise_normal(&rng)));
		made_value(&b, key,
		    100 * exp(wave + sd * noise_normal(&rng) + shift));
	}
}

#endif
