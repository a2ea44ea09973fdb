/* rest.h - what is said of rows outside a comparison's table; for report
 * alone. */
#ifndef PERFLOSS_REPORT_REST_H
#define PERFLOSS_REPORT_REST_H

#include "report/report.h"

#define REST_WORTH 100 /* more rounds or runs than this are not asked for */

/* The result of a row on the side that has one. */
const struct result *comparison_any(const struct comparison *c);

/* Lines for the rows that are the same, cannot tell, are suspect, not
 * comparable or missing; order: as they are to be named. */
void rest_put(const struct comparison *const *order,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out);

/* Whether these lines give the reason of each row of such a verdict, so that no
 * note repeats it. */
bool rest_reasons(enum verdict verdict, const struct verdict_set *v);

#endif
