/* batch.h - the batches of one invocation, run in its child. */
#ifndef PERFLOSS_MEASURE_BATCH_H
#define PERFLOSS_MEASURE_BATCH_H

#include "measure/shared.h"

enum batch_mode {
	BATCH_MEASURE,   /* warm-up, then batches until the time is used */
	BATCH_CALIBRATE, /* find the batch size */
	BATCH_ONCE,      /* exactly so many batches, no warm-up, no base */
};

struct batch_job {
	enum batch_mode mode;
	int clock; /* clockid_t */
	uint64_t ops;
	int64_t time_ns;
	double want_ns;   /* calibration: length of a batch */
	uint32_t batches; /* BATCH_ONCE */
	uint64_t seed;    /* order of run and base */
};

/* Call the hooks as bench.h says; the results are in c->engine->shared.
 * Returns 0 when all went well. */
int batch_all(struct bench_ctx *c, const struct batch_job *job);

#endif
