/* change.h - how a comparison's rows are ordered and written; for report
 * alone. */
#ifndef PERFLOSS_REPORT_CHANGE_H
#define PERFLOSS_REPORT_CHANGE_H

#include "report/report.h"

/* A change of the cost as one of what is shown: a rate falls by a fifth where
 * its cost rises by a quarter. NaN where there is none. */
struct change {
	double by, lo, hi;
	bool factor; /* written as factors: ten times and more */
};
struct change change_of(const struct comparison *c);

/* The same of the suite line. */
struct change change_suite(const struct verdict_set *v);

/* "+1.2 %", "x12.3"; "-" for NaN. */
const char *change_text(const struct change *c, char *out, size_t size);

/* "+1.0 .. +1.4"; "-" where there is no interval. */
const char *change_interval(const struct change *c, char *out, size_t size);

enum colour change_colour(enum verdict v);

/* So many rows are all shown: the rest of the report is longer. */
#define CHANGE_FEW 8

/* SLOWER or FASTER, also with a "maybe": what a table is for. */
bool change_matters(enum verdict v);

/* The verdict that is of more interest: below 0 when a is. */
int change_rank(enum verdict a, enum verdict b);

/* The rows, verdict first, then the size of the change, then the order for
 * people; the caller frees the array. */
const struct comparison **change_sorted(const struct verdict_set *v);

/* "2 of 98 rows are SLOWER, 1 is FASTER.", or why nothing is judged; a line
 * (or two), wrapped from column indent on. */
void change_counts(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct style *s, size_t indent,
    struct buf *out);

/* The notes of rows, those that are wanted: verdicts that matter, or all. */
void change_notes(const struct comparison *const *order,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out);

/* "suite  +3.4 %  +2.8 .. +3.9  (...)", or nothing. */
void change_put_suite(const struct verdict_set *v, const struct style *s,
    struct buf *out);

/* Of runs of a command: lines where the difference lies, "where   text". */
void change_where(const struct run *a, const struct run *b,
    const struct style *s, struct buf *out);

#endif
