/* functions.h - instructions by function, as text and JSON. */
#ifndef PERFLOSS_REPORT_FUNCTIONS_H
#define PERFLOSS_REPORT_FUNCTIONS_H

#include "base/buf.h"
#include "base/json.h"
#include "judge/functions.h"
#include "judge/judge.h"
#include "report/style.h"

/* A whole number with its thousands apart: "4,235", "-1,000"; with its sign
 * also when it is above 0. */
const char *functions_number(int64_t n, char *out, size_t size);
const char *functions_signed(int64_t n, char *out, size_t size);

/* "+267 instructions per signal: +96 prandom_u32_state (new), +74
 * copy_fpstate_to_sigframe, +97 in 12 others", wrapped to the width with that
 * indent from its second line on, and a newline. top: functions that are
 * named; those of programs with their file. Where both kernel and programs
 * changed: "..., kernel +260, user +7: ...". */
void report_functions_line(const struct functions_diff *d, const char *per,
    size_t top, size_t indent, const struct style *s, struct buf *out);

/* The line for each row of a comparison that differs, or for all, of runs that
 * have such splits (FUNCTIONS_NOTE): "where   +155 instructions per ...";
 * nothing of others. As a member of the row's object. */
void report_functions_where(const struct verdict_set *v, bool all,
    const struct style *s, struct buf *out);
void functions_where_json(const struct comparison *c, struct json *j);

/* A table: instructions per operation, share, function, file; the rest of them
 * in one line. */
void report_functions_table(const struct functions *f, size_t top,
    const struct style *s, struct buf *out);

/* Objects; all functions. */
void report_functions_json(const struct functions *f, struct json *j);
void report_functions_diff_json(const struct functions_diff *d, struct json *j);

#endif
