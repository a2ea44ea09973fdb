/* csv.h - fields of comma-separated values, RFC 4180; for report alone. */
#ifndef PERFLOSS_REPORT_CSV_H
#define PERFLOSS_REPORT_CSV_H

#include "base/buf.h"

/* A text, quoted where it must be. What a spreadsheet would take for a formula
 * begins with an apostrophe then (OWASP, "CSV injection"). */
void csv_text(struct buf *out, const char *s);

/* A comma and a text, NULL = empty; as few digits of a number as read back
 * equal, nothing for what is no number; a count. */
void csv_field(struct buf *out, const char *s);
void csv_number(struct buf *out, double x);
void csv_count(struct buf *out, size_t n);

/* Those digits alone, of a finite number. */
void csv_digits(struct buf *out, double x);

#endif
