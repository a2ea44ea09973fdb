/* rng.h - a seeded generator: the same seed gives the same order everywhere.
 *
 * xoshiro256** seeded by splitmix64 (Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", 2018). */
#ifndef PERFLOSS_BASE_RNG_H
#define PERFLOSS_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t s[4];
};

void rng_seed(struct rng *r, uint64_t seed);
uint64_t rng_u64(struct rng *r);

/* Uniform in [0, n), unbiased; 0 for n = 0. */
uint64_t rng_below(struct rng *r, uint64_t n);

/* Uniform in [0, 1), 53 bits. */
double rng_unit(struct rng *r);

/* A random permutation of order[0..n-1], in place. */
void rng_shuffle(struct rng *r, size_t *order, size_t n);

#endif
