/* pairs.h - what is said of two runs because they were measured together. */
#ifndef PERFLOSS_REPORT_PAIRS_H
#define PERFLOSS_REPORT_PAIRS_H

#include "report/report.h"

/* The two states, or that they are one; which rows were decided when. Nothing
 * for runs that were measured alone. */
void pairs_put(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct style *s, struct buf *out);

#endif
