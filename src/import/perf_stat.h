/* perf_stat.h - inside the readers of perf stat. */
#ifndef PERFLOSS_IMPORT_PERF_STAT_H
#define PERFLOSS_IMPORT_PERF_STAT_H

#include "import/inside.h"

struct perf_reader {
	struct import *im;
	struct run *run;
	double runs;    /* that a value is the mean of */
	bool intervals; /* of -I: parts of one run */
	double last;    /* the time of the interval at hand, s */
	bool spread;    /* -x or -j print one, of an unknown number of runs */
};

struct perf_value {
	const char *event, *unit, *where; /* "task-clock", "msec", "CPU0" */
	struct figure f;
	double error; /* of the mean, over it; < 0 = none */
};

void perf_put(struct perf_reader *r, const struct perf_value *v);

/* An interval that ends so many s after the start: where that is earlier than
 * the one before it is another run's. */
void perf_interval(struct perf_reader *r, double at);

/* What the intervals of the run at hand count together. */
void perf_sum(struct perf_reader *r);

#endif
