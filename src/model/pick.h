/* pick.h - one number out of what a program printed. */
#ifndef PERFLOSS_MODEL_PICK_H
#define PERFLOSS_MODEL_PICK_H

#include "base/err.h"

/* Each: 0 and *out, finite, or -EINVAL with a sentence that shows what was
 * printed instead. */

/* The last number in the text, one that is no part of a word ("ms2"): "12.5",
 * "1e-3", "1,234,567"; a unit may follow at once. */
int pick_last(const char *text, double *out, struct err *e);

/* The last match of an extended regular expression (POSIX), or its first group
 * where it has one, as a whole a number. */
int pick_regex(const char *text, const char *regex, double *out, struct err *e);

/* The number at a path in JSON, names and indices with dots between:
 * "benchmarks.0.time". */
int pick_json(const char *text, const char *path, double *out, struct err *e);

/* Whether regcomp(3) takes it. */
int pick_check_regex(const char *regex, struct err *e);

#endif
