/* markdown.h - text of others, cells, lists in Markdown; for report alone. */
#ifndef PERFLOSS_REPORT_MARKDOWN_H
#define PERFLOSS_REPORT_MARKDOWN_H

#include "base/buf.h"

/* Text as text, whatever Markdown, HTML or GitHub would make of it. */
void markdown_text(struct buf *out, const char *s);

/* " text |"; the rule below the head of a table, align: 'r' or another letter
 * for each column. */
void markdown_cell(struct buf *out, const char *s);
void markdown_rule(struct buf *out, const char *align);

/* Lines made for a terminal, as items of a list. They are not wrapped, the
 * reader's browser does that: their width is MARKDOWN_WIDE. */
#define MARKDOWN_WIDE 100000
void markdown_items(const struct buf *lines, struct buf *out);

#endif
