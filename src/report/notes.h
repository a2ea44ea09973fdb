/* notes.h - what is to be said under a run's table; for report alone. */
#ifndef PERFLOSS_REPORT_NOTES_H
#define PERFLOSS_REPORT_NOTES_H

#include "report/report.h"

/* CPUs used by others from which on a run was not alone: a twentieth of one
 * CPU is what an idle machine's daemons and the probe's driver need. */
#define NOTES_ALONE 0.05

/* CPUs used by others that are worth stopping, and may be what changed a row:
 * measuring begins by itself with half of it. */
#define NOTES_DISTURBS 0.2

/* CPUs that others used during a run, on average; NaN = unknown. *hog: who
 * used most at any moment, NULL = unknown. */
double notes_busy(const struct run *r, const struct env_sample **hog);

/* Columns of a line's head: "unsupported" and two blanks. */
#define NOTES_HEAD 13

/* Lines "head  text": precision, memory levels, whether the machine was alone,
 * whether the sentinel rows moved. */
void notes_put(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out);

/* Lines of the rows whose status is not ok: why. An empty line before them. */
void notes_remarks(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out);

#endif
