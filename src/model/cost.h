/* cost.h - inside the model: what cost.c remembers of a run. */
#ifndef PERFLOSS_MODEL_COST_H
#define PERFLOSS_MODEL_COST_H

#include <stddef.h>
#include <stdint.h>

/* The floor, valid while self_nop has these invocations. */
struct run_cache {
	const uint64_t *last; /* batches of the last one */
	size_t n;
	double floor;
};

#endif
