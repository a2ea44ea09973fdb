/* forest.h - what pictures of changes share; inside report. */
#ifndef PERFLOSS_REPORT_FOREST_H
#define PERFLOSS_REPORT_FOREST_H

#include "report/many.h"

#include <stdbool.h>

/* Whether there is a change to draw. */
bool forest_drawn(const struct comparison *c);
bool forest_row_drawn(const struct many *m, const struct many_row *row);

/* Where a change stands: the log of the ratio; NaN where there is none. */
double forest_place(double change);

/* From and to which place the scale goes: every change is on it, and intervals
 * as far as half again; a wide one is not to make points of the others. */
void forest_range(const struct many *m, double *least, double *most);

#endif
