/* job.h - which batches an invocation runs. */
#ifndef PERFLOSS_MEASURE_JOB_H
#define PERFLOSS_MEASURE_JOB_H

#include <stdbool.h>
#include <stdint.h>

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
	double want_ns;    /* calibration: length of a batch */
	uint32_t batches;  /* BATCH_ONCE */
	uint64_t full_ns;  /* a pulse at full speed; 0 = unknown */
	int64_t quiet_ns;  /* to wait for that at most */
	uint64_t seed;     /* order of run and base */
	int64_t sample_ns; /* from sample to sample; 0 = none are taken */
	bool stays;        /* stops itself instead of ending, and measures anew
			     when it is made to go on */
};

#endif
