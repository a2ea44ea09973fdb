/* aftermath.h - what a load did and what it left, as text and as JSON. */
#ifndef PERFLOSS_REPORT_AFTERMATH_H
#define PERFLOSS_REPORT_AFTERMATH_H

#include "judge/aftermath.h"
#include "report/report.h"

/* The verdict, a table of the rows, what is left. */
void report_aftermath(const struct aftermath *a, const struct after_judged *j,
    const struct report_opts *o, struct buf *out);

/* The same as an object, with the values of each row over time. */
void report_aftermath_json(const struct aftermath *a,
    const struct after_judged *j, struct json *js);

#endif
