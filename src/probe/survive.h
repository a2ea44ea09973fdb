/* survive.h - rows measured in processes that live on from step to step. */
#ifndef PERFLOSS_PROBE_SURVIVE_H
#define PERFLOSS_PROBE_SURVIVE_H

#include "measure/engine.h"

struct survivor; /* one for each row */

struct survive {
	struct survivor *list;
	size_t n, cap;
};

/* One step, answered; `key` is the row's. m: the probe's own, for what all
 * share. */
void survive_step(struct survive *s, const struct measurer *m,
    const struct measure_step *step, const char *key, int64_t id);

/* End them all. */
void survive_release(struct survive *s);

#endif
