/* notes.h - what is to be said under a run's table; for report alone. */
#ifndef PERFLOSS_REPORT_NOTES_H
#define PERFLOSS_REPORT_NOTES_H

#include "report/report.h"

/* Lines "head  text": precision, memory levels, whether the machine was alone,
 * whether the sentinel rows moved. */
void notes_put(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out);

#endif
