/* many.h - several comparisons as one table of rows; for report alone. */
#ifndef PERFLOSS_REPORT_MANY_H
#define PERFLOSS_REPORT_MANY_H

#include "report/report.h"

#define MANY_NAME 80

struct many_row {
	const struct result *res;       /* of a side that has one */
	const struct comparison **cell; /* of each pair; NULL = no such row */
};

struct many {
	const struct report_pair *pair; /* borrowed */
	size_t n;
	char (*name)[MANY_NAME]; /* of each run, none twice */
	struct many_row *row;    /* what matters most first */
	size_t n_rows;
	const struct comparison **cells; /* of all rows */
};

void many_init(struct many *m, const struct report_pair *pair, size_t n);
void many_release(struct many *m);

/* The runs, n + 1: the base of the first pair, then what each is about. */
const struct run *many_run(const struct many *m, size_t i);

/* Whether each run is compared with the one before. */
bool many_neighbours(const struct many *m);

/* The name of the base of pair k. */
const char *many_base(const struct many *m, size_t k);

/* "no: other programs used 0.40 CPUs in after (cc1)"; nothing where they used
 * none in any run. */
void many_alone(const struct many *m, struct buf *out);

/* Whether a cell of the row is SLOWER or FASTER, also with a "maybe". */
bool many_matters(const struct many *m, const struct many_row *r);

/* A verdict in a column of many: "SLOWER", "slower?", "?"; what that means. */
const char *many_mark(enum verdict v);
const char *many_means(enum verdict v);

#endif
