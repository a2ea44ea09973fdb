/* batch.h - the batches of one invocation, run in its child. */
#ifndef PERFLOSS_MEASURE_BATCH_H
#define PERFLOSS_MEASURE_BATCH_H

#include "measure/shared.h"

/* Call the hooks as bench.h says; the results are in c->engine->shared.
 * Returns 0 when all went well. */
int batch_all(struct bench_ctx *c, const struct batch_job *job);

#endif
