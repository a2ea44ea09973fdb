/* table.h - columns of text that align, UTF-8 included, and fit a width. */
#ifndef PERFLOSS_REPORT_TABLE_H
#define PERFLOSS_REPORT_TABLE_H

#include "base/buf.h"
#include "report/style.h"

struct table;

/* heads: one for each column, NULL-ended. align: a letter for each, 'l' or
 * 'r'; a capital one marks columns that may be cut when the table is too wide
 * (the widest such is cut first). */
struct table *table_new(const char *const *heads, const char *align);
void table_free(struct table *t);

/* Cells from left to right; the row ends by itself after the last one. */
void table_cell(struct table *t, const char *text);
void table_cellf(struct table *t, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void table_colour(struct table *t, enum colour c); /* of the last cell */

/* A line of its own between rows. */
void table_heading(struct table *t, const char *text);

/* Rows so far, headings not counted. */
size_t table_rows(const struct table *t);

/* Append the text; the line of heads only where one of them is not "". */
void table_print(const struct table *t, const struct style *s, struct buf *out);

/* A blank at which a line is not wrapped. */
#define TABLE_BLANK '\037'

/* Such blanks, from there on: a command that is to be copied is one line. */
void table_hold(struct buf *text, size_t from);

/* text from column indent on, wrapped at blanks to the width; further lines
 * begin at the same column. */
void table_wrap(struct buf *out, const char *text, size_t width, size_t indent);

#endif
