/* common_order.c - a random order of the numbers below n, computed in place. */
#include "bench/common_order.h"

#include "base/rng.h"

#include <unistd.h>

int common_order_init(struct common_order *o, uint64_t n)
{
	unsigned bits = 1, i, k;
	uint64_t seed;
	struct rng r;

	if (getentropy(&seed, sizeof(seed)) != 0)
		return -1;
	rng_seed(&r, seed);
	while (UINT64_C(1) << bits < n)
		bits++;
	o->n = n;
	o->mask = (UINT64_C(1) << bits) - 1;
	/* At least half the bits: then ^= is its own inverse. */
	o->shift = (bits + 1) / 2;
	for (i = 0; i < COMMON_ROUNDS; i++) {
		o->odd[i] = rng_u64(&r) | 1;
		o->add[i] = rng_u64(&r);
		/* Newton's method modulo 2^64: an odd number is its own
		 * inverse in 3 bits, each step doubles them. */
		o->inverse[i] = o->odd[i];
		for (k = 0; k < 5; k++)
			o->inverse[i] *= 2 - o->odd[i] * o->inverse[i];
	}
	return 0;
}

/* Multiply, add, mix the high half into the low one, modulo 2^bits; what falls
 * at n or above is mapped again until it falls below (one-to-one as well). */
uint64_t common_order_at(const struct common_order *o, uint64_t x)
{
	int i;

	do {
		for (i = 0; i < COMMON_ROUNDS; i++) {
			x = (x * o->odd[i] + o->add[i]) & o->mask;
			x ^= x >> o->shift;
		}
	} while (x >= o->n);
	return x;
}

uint64_t common_order_place(const struct common_order *o, uint64_t x)
{
	int i;

	do {
		for (i = COMMON_ROUNDS - 1; i >= 0; i--) {
			x ^= x >> o->shift;
			x = ((x - o->add[i]) * o->inverse[i]) & o->mask;
		}
	} while (x >= o->n);
	return x;
}
