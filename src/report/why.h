/* why.h - what goes with the changes of rows, as text and as JSON. */
#ifndef PERFLOSS_REPORT_WHY_H
#define PERFLOSS_REPORT_WHY_H

#include "base/json.h"
#include "judge/why.h"
#include "report/report.h"

/* A paragraph of one row. all: also what does not go with it. */
void report_why(const struct why *w, const struct comparison *c, bool all,
    const struct style *s, struct buf *out);

/* Behind all rows: the facts that differ, and how one of them is flipped. */
void report_why_facts(const struct run *a, const struct run *b,
    const struct comparison *c, const struct style *s, struct buf *out);

/* The same as an object of an array. */
void report_why_json(const struct why *w, const struct comparison *c,
    struct json *j);

#endif
