/* axis.h - a scale of a picture: where a value stands, and its ticks. */
#ifndef PERFLOSS_REPORT_AXIS_H
#define PERFLOSS_REPORT_AXIS_H

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>

enum axis_kind {
	AXIS_NUMBER,
	AXIS_TIME,   /* ns */
	AXIS_RATE,   /* bytes per second */
	AXIS_HZ,     /* per second */
	AXIS_BYTES,  /* a size */
	AXIS_CHANGE, /* log of a ratio */
	AXIS_SHARE,  /* fraction, written in per cent */
	AXIS_INSN,   /* instructions */
};

#define AXIS_TICKS 12

/* From this ratio of the ends on a scale is better one of logarithms: below it
 * the least value still has a twentieth of the length. */
#define AXIS_LOG_FROM 20

struct axis {
	enum axis_kind kind;
	bool log;
	double from, to; /* values at the ends; set by axis_fit */
	double at0, at1; /* where these are drawn */
	double tick[AXIS_TICKS];
	size_t n_ticks;
	double step; /* between them; 0 = uneven */
};

/* The kind in which values of a unit are read. */
enum axis_kind axis_kind_of(enum unit unit);

/* Take in the values least to most, wide enough for whole ticks: steps of 1, 2
 * or 5 times a power of ten (of two for sizes), on a log scale as well; about
 * `ticks` of them. A log scale with values of 0 or less becomes a linear one.
 * Without finite values: from 0 to 1. */
void axis_fit(struct axis *a, double least, double most, size_t ticks);

/* For a change of cost: least and most are logs of ratios; ticks at changes
 * that are round numbers, 0 among them, about `ticks` or less. */
void axis_fit_change(struct axis *a, double least, double most, size_t ticks);

/* Where a value is drawn; one beyond the ends at the end. */
double axis_at(const struct axis *a, double value);

/* What stands at a tick: "0.5 us", "+50 %", "x20". All ticks of a linear scale
 * have one unit, and as many decimals as tell them apart. */
const char *axis_text(const struct axis *a, double value, char *out,
    size_t size);

/* One value by itself: "1.64 us". */
const char *axis_value(enum axis_kind kind, double value, char *out,
    size_t size);

#endif
