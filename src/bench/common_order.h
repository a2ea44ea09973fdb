/* common_order.h - a random order of the numbers below n, computed in place.
 *
 * A keyed one-to-one mapping instead of a shuffled array: it needs no memory,
 * both directions cost a few multiplications, and no number can be left out. */
#ifndef PERFLOSS_BENCH_COMMON_ORDER_H
#define PERFLOSS_BENCH_COMMON_ORDER_H

#include "measure/bench.h"

#define COMMON_ROUNDS 4

struct common_order {
	uint64_t n, parts, mask; /* numbers are part << bits | rest */
	unsigned bits, shift;
	uint64_t odd[COMMON_ROUNDS], inverse[COMMON_ROUNDS], add[COMMON_ROUNDS];
	uint64_t turn[2], spread;
};

/* A new order of 0 ... n-1 each time (n >= 2). 0, or -1 with errno. */
int common_order_init(struct common_order *o, uint64_t n);

uint64_t common_order_at(const struct common_order *o, uint64_t place);
uint64_t common_order_place(const struct common_order *o, uint64_t number);

#endif
