/* perf_stat.h - inside the readers of perf stat. */
#ifndef PERFLOSS_IMPORT_PERF_STAT_H
#define PERFLOSS_IMPORT_PERF_STAT_H

#include "import/inside.h"

struct perf_reader {
	struct import *im;
	struct run *run;
	double runs; /* that a value is the mean of */
	bool intervals;
};

struct perf_value {
	const char *event, *unit, *where; /* "task-clock", "msec", "CPU0" */
	struct figure f;
	double error; /* of the mean, over it; < 0 = none */
};

void perf_put(struct perf_reader *r, const struct perf_value *v);

#endif
