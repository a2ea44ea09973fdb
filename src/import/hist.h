/* hist.h - a histogram of whole numbers, and its percentiles as rows. */
#ifndef PERFLOSS_IMPORT_HIST_H
#define PERFLOSS_IMPORT_HIST_H

#include "import/inside.h"

struct hist {
	struct bin {
		double at, count;
	} * bin; /* in the order they came */
	size_t n, cap;
	double over; /* beyond the last bin */
};

void hist_add(struct hist *h, double at, double count);
void hist_release(struct hist *h);

/* Rows NAME/p50, p95 and p99, each as one value, where so many events lie
 * beyond as model/tails.h wants, and none of them in what lies over. */
void hist_put(struct hist *h, struct import *im, struct run *run,
    const char *format, const char *name, double scale);

#endif
