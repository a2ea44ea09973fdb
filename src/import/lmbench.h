/* lmbench.h - the tables that lmbench's summary has. */
#ifndef PERFLOSS_IMPORT_LMBENCH_H
#define PERFLOSS_IMPORT_LMBENCH_H

#include "import/inside.h"

enum lmbench_kind {
	LMBENCH_VALUE,
	LMBENCH_FACT, /* of the machine; name is its key */
	LMBENCH_SKIP, /* a guess, or what stands in another table */
};

struct lmbench_column {
	const char *name; /* of the row, without "lmbench/" */
	enum lmbench_kind kind;
};

struct lmbench_table {
	const char *title; /* begins so */
	enum unit unit;
	double scale; /* to ns, or bytes per second */
	size_t n;
	const struct lmbench_column *column;
};

/* The table whose title a line is, or NULL. */
const struct lmbench_table *lmbench_title(const struct line *l);

/* The same table with so many columns behind host and system, or NULL. */
const struct lmbench_table *lmbench_columns(const struct lmbench_table *kind,
    size_t columns);

#endif
