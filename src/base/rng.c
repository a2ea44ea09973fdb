/* rng.c - a seeded generator (xoshiro256**). */
#include "base/rng.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = (*x += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void rng_seed(struct rng *r, uint64_t seed)
{
	int i;

	for (i = 0; i < 4; i++)
		r->s[i] = splitmix(&seed);
}

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

uint64_t rng_u64(struct rng *r)
{
	uint64_t *s = r->s;
	uint64_t result = rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint64_t rng_below(struct rng *r, uint64_t n)
{
	uint64_t limit, x;

	if (n == 0)
		return 0;
	/* Values under 2^64 mod n would be favoured: draw again. */
	limit = (0 - n) % n;
	do
		x = rng_u64(r);
	while (x < limit);
	return x % n;
}

double rng_unit(struct rng *r)
{
	return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

void rng_shuffle(struct rng *r, size_t *order, size_t n)
{
	size_t i;

	for (i = n; i > 1; i--) {
		size_t j = (size_t)rng_below(r, i);
		size_t t = order[i - 1];

		order[i - 1] = order[j];
		order[j] = t;
	}
}
