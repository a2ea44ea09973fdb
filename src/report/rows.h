/* rows.h - how rows are ordered, grouped and written; for report alone. */
#ifndef PERFLOSS_REPORT_ROWS_H
#define PERFLOSS_REPORT_ROWS_H

#include "base/buf.h"
#include "judge/judge.h"
#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The heading under which a row stands: "signals", "bandwidth". */
const char *rows_family(const struct result *res);

/* The label of a row for a line of text, where it is not to be wrapped: the
 * blanks in it are TABLE_BLANK. */
const char *rows_name(const struct result *res, char *out, size_t size);

/* Order for people: family, name, then arguments by size. As qsort wants. */
int rows_compare(const struct result *a, const struct result *b);

/* Indices of a run's results in that order; the caller frees. */
size_t *rows_sorted(const struct run *r);

/* Whether result k stands in the table of a run: one that show (NULL = all)
 * wants; a tail that is refused has a line below the table. */
bool rows_shown(const struct run *r, const struct estimate *e, const bool *show,
    size_t k);

/* "1.64 us", "684 MB/s" of a cost in ns; "-" for NaN. */
const char *rows_value(const struct result *res, double cost, char *out,
    size_t size);

/* "1.62 .. 1.67" in the unit of the value; "-" for NaN. */
const char *rows_range(const struct result *res, double cost, double lo,
    double hi, char *out, size_t size);

/* "0.8 %", "12 %"; "-" for NaN. No sign. */
const char *rows_percent(double fraction, char *out, size_t size);

/* "2026-11-30 10:02" in UTC; 0 is "date unknown". */
const char *rows_when(int64_t ns, char *out, size_t size);

/* "Linux 6.1.0", or "from lmbench" of what was imported. */
const char *rows_system(const struct run *r, char *out, size_t size);

/* "12 rounds"; "3 boots" of a run that counts instructions. */
const char *rows_rounds(const struct run *r, char *out, size_t size);

/* "12 rounds", "1 row". */
const char *rows_count(size_t n, const char *what, char *out, size_t size);

/* Lines "head  name: why"; entries with the same head and why stand in one,
 * "head  why: name, name", at most so many names. */
struct remark {
	const char *head, *why; /* why "" = none */
	char name[64];
	double weight; /* for the caller's own order */
};
void rows_remarks(const struct remark *r, size_t n, size_t most, size_t width,
    struct buf *out);

/* Names in a line of rows before "and N more". */
#define ROWS_LISTED 12

#endif
