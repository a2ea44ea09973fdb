/* timeline.h - values over time, with phases: as a picture, or as text.
 *
 * The caller fills the structs, all borrowed. Times are seconds since a
 * beginning of the caller's choice. */
#ifndef PERFLOSS_REPORT_TIMELINE_H
#define PERFLOSS_REPORT_TIMELINE_H

#include "base/buf.h"
#include "report/axis.h"
#include "report/style.h"
#include "report/svg.h"

#include <stddef.h>

struct timeline_phase {
	const char *name;
	double from, to;
};

/* Values in the order of their times; NaN = none then. lo, hi: the interval of
 * each, NULL or NaN = none. */
struct timeline_series {
	const char *name;
	const double *at, *value, *lo, *hi;
	size_t n;
};

/* A row: its series share a scale, the values are of one kind. */
struct timeline_panel {
	const char *name;
	enum axis_kind kind;
	const struct timeline_series *series;
	size_t n;
};

/* Series k should have the same name in each panel, for there is one legend:
 * that of the panel with most of them. Phases may be none. */
struct timeline {
	const char *title;
	const char *note; /* below it, or NULL */
	const struct timeline_phase *phase;
	size_t n_phases;
	const struct timeline_panel *panel;
	size_t n_panels;
};

/* Returns how many panels have a value and are drawn; with 0 nothing is
 * written. */
size_t figure_timeline(const struct timeline *t, const struct svg_look *look,
    struct buf *out);

/* The same for a terminal: a line for each series, its course as blocks (signs
 * of growing blackness where there is only ASCII) between the least and the
 * most of its panel, logarithms from AXIS_LOG_FROM on; phases side by side as
 * wide as they were long. */
size_t plot_timeline(const struct timeline *t, const struct style *s,
    struct buf *out);

/* From the first to the last time that there is, and from the least to the most
 * value of a panel; false: there is none. For both of the above. */
bool timeline_span(const struct timeline *t, double *from, double *to);
bool timeline_range(const struct timeline_panel *p, double *least,
    double *most);

#endif
