/* strips.h - raw values of rows or commands beside one another; inside report.
 */
#ifndef PERFLOSS_REPORT_STRIPS_H
#define PERFLOSS_REPORT_STRIPS_H

#include "report/axis.h"
#include "report/figure.h"

struct strip {
	char name[208];
	const struct result *res;
	const struct estimate *est;
	double *value; /* as people read it, or relative; in the order taken */
	size_t n;
	double quartile[5]; /* least, lower, median, upper, most */
	double mid, lo, hi; /* the estimate; NaN = none */
	size_t run;         /* which run it is of */
	const struct comparison *against; /* of a command; NULL = none */
};

struct strips {
	struct strip *s;
	size_t n;
	/* Each is drawn relative to its own median, as the log of a ratio of
	 * costs: the rows lie too far apart or have other units. */
	bool relative;
	enum axis_kind kind;
	bool log;
	double least, most; /* of all that is drawn */
};

/* Of the commands, where there are some, else of the rows shown of all runs.
 * What has no value has no strip. */
void strips_init(struct strips *t, const struct figure_data *d);
void strips_release(struct strips *t);

#endif
