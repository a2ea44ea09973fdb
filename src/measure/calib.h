/* calib.h - how many operations make a batch: a decision without a clock.
 *
 * Give it the time of each trial batch until it says that it has finished.
 * It doubles upward and repeats the last size a few times; it never waits
 * for the times to agree, so its length is bounded (P25). */
#ifndef PERFLOSS_MEASURE_CALIB_H
#define PERFLOSS_MEASURE_CALIB_H

#include "plat/plat.h"

#include <stdbool.h>
#include <stdint.h>

struct calib {
	uint64_t ops;     /* of the next trial; at the end the answer */
	uint64_t max_ops; /* never more than this; 0 = no limit */
	uint64_t step;    /* ops is a multiple of it */
	double want_ns;   /* length of a batch */
	double budget_ns; /* all trials together, the last may pass it */
	double spent_ns;
	double op_ns; /* best (least) time per operation at this size */
	int repeats;
};

/* What a batch should last: a twentieth of the time wanted for the batches,
 * at least 1000 steps and 100 readings of the clock (METHOD.md section 2). */
double calib_batch_ns(const struct plat_clock *clock, int64_t time_ns);

void calib_init(struct calib *c, double want_ns, uint64_t max_ops);

/* After calib_init: ops shall be a multiple of step (0 = 1). */
void calib_step(struct calib *c, uint64_t step);

/* A batch of c->ops operations took ns. True: finished, ops and op_ns hold. */
bool calib_feed(struct calib *c, uint64_t ns);

/* The least number of batches worth having when one takes batch_ns: 5 when
 * they fit twice the time wanted, else 3. */
unsigned calib_min_batches(double batch_ns, int64_t time_ns);

#endif
