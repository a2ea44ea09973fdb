/* variance.h - where the spread of a row comes from: its batches, or the
 * processes that they ran in. */
#ifndef PERFLOSS_JUDGE_VARIANCE_H
#define PERFLOSS_JUDGE_VARIANCE_H

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>

struct variance {
	double batch;   /* sd of batches within an invocation, relative */
	double process; /* sd of invocations beyond what their batches
			   explain, relative; 0 = nothing */
	double batches; /* in an invocation, median */
	size_t n;       /* invocations */
	bool more;      /* more invocations make it precise; longer ones
			   would do half as much or less */
};

/* Robust (medians and MADs): a few interrupted batches count little. The median
 * of m normal values has the variance (pi / 2) s^2 / m; the sum of that and of
 * the variance of processes is what invocations show (one-way random effects).
 * False: fewer than 6 invocations of 3 batches or more, or single
 * events. */
bool judge_variance(const struct run *r, const struct result *res,
    struct variance *out);

#endif
