/* cost.h - inside the model: what cost.c and clear.c remember of a run, and
 * what they share. */
#ifndef PERFLOSS_MODEL_COST_H
#define PERFLOSS_MODEL_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct invocation;
struct run;

struct run_cache {
	/* The floor, valid while self_nop has these invocations. */
	const uint64_t *last; /* batches of the last one */
	size_t n;
	double floor;
	/* Invocations that came or went. */
	uint64_t changes;
	/* The fastest pulse of each CPU, as it was after so many; 0 = never,
	 * else one more. */
	uint64_t filled;
	struct fastest {
		int cpu;
		uint64_t ns;
	} * fastest;
	size_t n_fastest, cap_fastest;
};

/* Ascending, in place. */
void times_sort(uint64_t *v, size_t n);

void run_cache_free(struct run_cache *c);

/* The slowest pulse at full speed on the CPU of an invocation; UINT64_MAX where
 * nothing is known. */
uint64_t clear_limit(const struct run *r, const struct invocation *v);

/* Whether enough batches of an invocation are within it. */
bool clear_enough(const struct invocation *v, uint64_t limit);

#endif
