/* axis.h - a scale of a picture: where a value stands, and its ticks. */
#ifndef PERFLOSS_REPORT_AXIS_H
#define PERFLOSS_REPORT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum axis_kind {
	AXIS_NUMBER,
	AXIS_TIME,   /* ns */
	AXIS_RATE,   /* bytes per second */
	AXIS_HZ,     /* per second */
	AXIS_BYTES,  /* a size */
	AXIS_CHANGE, /* log of a ratio */
};

#define AXIS_TICKS 12

struct axis {
	enum axis_kind kind;
	bool log;
	double from, to; /* values at the ends; set by axis_fit */
	double at0, at1; /* where these are drawn */
	double tick[AXIS_TICKS];
	size_t n_ticks;
};

/* Take in the values least to most, wide enough for whole ticks: steps of 1, 2
 * or 5 times a power of ten (of two for sizes), whole decades on a log scale of
 * two and more; about `ticks` of them. */
void axis_fit(struct axis *a, double least, double most, size_t ticks);

/* Where a value is drawn. */
double axis_at(const struct axis *a, double value);

/* What stands at a tick. */
const char *axis_text(const struct axis *a, double value, char *out,
    size_t size);

#endif
