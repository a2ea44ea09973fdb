/* aftermath.h - what a load did and what it left, as text and as JSON. */
#ifndef PERFLOSS_REPORT_AFTERMATH_H
#define PERFLOSS_REPORT_AFTERMATH_H

#include "judge/aftermath.h"
#include "report/report.h"

/* The verdict, a table of the rows, what is left. */
void report_aftermath(const struct aftermath *a, const struct after_judged *j,
    const struct report_opts *o, struct buf *out);

/* -- Its parts, for a page ------------------------------------------------ */

/* The verdict, a sentence. */
void aftermath_verdict(const struct aftermath *a, const struct after_judged *j,
    struct buf *line);

/* What stands around the table: lines with a head. */
void aftermath_lines(const struct aftermath *a, const struct after_judged *j,
    const struct style *s, struct buf *out);

/* The rows in the order for people; the caller frees. Their cells as text. */
const struct after_row **aftermath_sorted(const struct after_judged *j);
struct after_cells {
	char label[96], cost[32], load[32], after[32], range[48], word[40];
};
void aftermath_cells(const struct after_row *r, struct after_cells *c);

/* The same as an object, with the values of each row over time. */
void report_aftermath_json(const struct aftermath *a,
    const struct after_judged *j, struct json *js);

#endif
