/* judged.h - runs judged against a first one, or each against the one before,
 * as all commands do that compare. */
#ifndef PERFLOSS_CMD_JUDGED_H
#define PERFLOSS_CMD_JUDGED_H

#include "base/err.h"
#include "judge/judge.h"
#include "report/report.h"

#include <stdbool.h>
#include <stddef.h>

struct judged_opts {
	const char *store;
	const char *const *rows; /* as in 'perfloss run'; none = all */
	size_t n_rows;
	size_t base;        /* which run the others are compared with */
	bool neighbours;    /* each with the one before it instead */
	double delta, band; /* 0 = the default */
	bool across;
};

struct judged {
	struct report_pair *pair; /* one fewer than runs */
	size_t n;
	struct verdict_set *v;
	struct floors *floors;
	struct run all; /* a result for each key that any run has */
	bool *chosen;   /* of each result of all; NULL = all */
};

/* Judge n runs, two or more, which are borrowed. -ENOENT where rows select
 * nothing. Release it in any case. */
int judged_init(struct judged *j, const struct run *runs, size_t n,
    const struct judged_opts *o, struct err *e);
void judged_release(struct judged *j);

#endif
