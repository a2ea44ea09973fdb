/* learn.h - what stored runs say of the spread of rows. */
#ifndef PERFLOSS_CMD_LEARN_H
#define PERFLOSS_CMD_LEARN_H

#include "base/err.h"
#include "model/run.h"
#include "report/report.h"

#include <stdbool.h>
#include <stddef.h>

#define LEARN_RUNS 20 /* the newest of a host */

/* Runs to learn from: those made alone in the state of the newest of these,
 * then arms a of pairs in that state that nothing was done to, then other runs
 * made alone, then the rest; the newest of each first. */
struct learn {
	struct run run[LEARN_RUNS];
	size_t n;
	bool from;             /* of one run that was named */
	bool same[LEARN_RUNS]; /* its host is in the state of the first */
	struct floors floors;  /* of the state of the first */
	bool spread[LEARN_RUNS], paired[LEARN_RUNS]; /* used for a row */
};

/* The runs of this host in the store (NULL = the default one), as far as the
 * probe can say which host this is; or the run called `from` and those that
 * were measured in pairs with it. Zeroed before; release it in any case. */
int learn_load(struct learn *p, const char *store, const char *from,
    struct err *e);
void learn_release(struct learn *p);

/* Spreads, floor and time of an invocation of row->res, from the newest run
 * that has enough values of it; or why there are none. */
void learn_row(struct learn *p, struct report_plan_row *row);

/* The runs that rows were learnt from: "#3; of pairs: #5, #6". */
void learn_from(const struct learn *p, struct buf *out);

#endif
