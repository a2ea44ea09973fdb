/* common_order.c - a random order of the numbers below n, computed in place. */
#include "bench/common_order.h"

#include "base/rng.h"

#include <unistd.h>

/* Parts of n that is no power of two are 33 to 64, so that at most a 32nd of
 * what they hold is not below n. */
#define PART_BITS 6

/* A multiplier that mixes: next to 0, modulo 2^bits, it hardly does. */
static uint64_t multiplier(const struct common_order *o, struct rng *r)
{
	uint64_t odd, least = UINT64_C(1) << o->bits / 2;

	do
		odd = rng_u64(r) | 1;
	while (o->bits > 4 &&
	    ((odd & o->mask) < least || (-odd & o->mask) < least));
	return odd;
}

int common_order_init(struct common_order *o, uint64_t n)
{
	unsigned i, k;
	uint64_t seed;
	struct rng r;

	if (getentropy(&seed, sizeof(seed)) != 0)
		return -1;
	rng_seed(&r, seed);
	o->n = n;
	o->bits = 1;
	while (UINT64_C(1) << o->bits < n)
		o->bits++;
	if (UINT64_C(1) << o->bits != n && o->bits > 2 * PART_BITS)
		o->bits -= PART_BITS;
	o->mask = (UINT64_C(1) << o->bits) - 1;
	o->parts = (n + o->mask) >> o->bits;
	/* At least half the bits: then ^= is its own inverse. */
	o->shift = (o->bits + 1) / 2;
	for (i = 0; i < COMMON_ROUNDS; i++) {
		o->odd[i] = multiplier(o, &r);
		o->add[i] = rng_u64(&r);
		/* Newton's method modulo 2^64: an odd number is its own
		 * inverse in 3 bits, each step doubles them. */
		o->inverse[i] = o->odd[i];
		for (k = 0; k < 5; k++)
			o->inverse[i] *= 2 - o->odd[i] * o->inverse[i];
	}
	o->turn[0] = rng_u64(&r) | 1;
	o->turn[1] = rng_u64(&r) | 1;
	o->spread = rng_u64(&r) | 1;
	return 0;
}

/* By how many parts a number moves: 32 bits of a product, scaled. */
static uint64_t turn(const struct common_order *o, int i, uint64_t rest)
{
	uint64_t h = (rest + o->spread) * o->turn[i];

	h = (h ^ h >> 32) * o->turn[i];
	return (h >> 32) * o->parts >> 32;
}

static uint64_t forwards(const struct common_order *o, uint64_t part,
    uint64_t by)
{
	part += by;
	return part >= o->parts ? part - o->parts : part;
}

static uint64_t back(const struct common_order *o, uint64_t part, uint64_t by)
{
	return part >= by ? part - by : part + o->parts - by;
}

/* The rest: multiply, add, mix the high half into the low one, modulo 2^bits.
 * The part, if there are several: moved by what the rest says, before and
 * after; and the rest is masked by what the part says. What falls at n or above
 * is mapped again until it falls below (one-to-one as well): seldom, since a
 * branch that the CPU cannot foresee costs more than all else here. */
uint64_t common_order_at(const struct common_order *o, uint64_t x)
{
	uint64_t part;
	int i;

	do {
		part = x >> o->bits;
		x &= o->mask;
		if (o->parts > 1) {
			part = forwards(o, part, turn(o, 0, x));
			x ^= part * o->spread >> (64 - o->bits);
		}
		for (i = 0; i < COMMON_ROUNDS; i++) {
			x = (x * o->odd[i] + o->add[i]) & o->mask;
			x ^= x >> o->shift;
		}
		if (o->parts > 1)
			part = forwards(o, part, turn(o, 1, x));
		x |= part << o->bits;
	} while (x >= o->n);
	return x;
}

uint64_t common_order_place(const struct common_order *o, uint64_t x)
{
	uint64_t part;
	int i;

	do {
		part = x >> o->bits;
		x &= o->mask;
		if (o->parts > 1)
			part = back(o, part, turn(o, 1, x));
		for (i = COMMON_ROUNDS - 1; i >= 0; i--) {
			x ^= x >> o->shift;
			x = ((x - o->add[i]) * o->inverse[i]) & o->mask;
		}
		if (o->parts > 1) {
			x ^= part * o->spread >> (64 - o->bits);
			part = back(o, part, turn(o, 0, x));
		}
		x |= part << o->bits;
	} while (x >= o->n);
	return x;
}
