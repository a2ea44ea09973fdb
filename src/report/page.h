/* page.h - what the files of the rows say of themselves: tools/row-pages makes
 * the table from their first comments when the program is built. */
#ifndef PERFLOSS_REPORT_PAGE_H
#define PERFLOSS_REPORT_PAGE_H

#include "base/buf.h"

#include <stddef.h>

enum page_part {
	PAGE_OPERATION,
	PAGE_INSIDE,  /* the clock */
	PAGE_OUTSIDE, /* the clock */
	PAGE_AVOIDS,
	PAGE_SOURCE, /* whose definition it is */
	PAGE_MORE,
	PAGE_PARTS
};

#define PAGE_PITFALLS 100 /* P-numbers are less */

struct page {
	const char *name;  /* of the row; NULL ends the table */
	const char *title; /* one line */
	/* Paragraphs, each a line; a line that begins with a blank is one of a
	 * table. NULL = nothing. */
	const char *part[PAGE_PARTS];
	unsigned char pitfall[PAGE_PITFALLS]; /* P-numbers, up to a 0 */
};

extern const struct page page_table[];

/* The title of a P-number of doc/PITFALLS.md, or NULL. */
extern const char *const page_pitfall[PAGE_PITFALLS];

/* The page of a row, or NULL. */
const struct page *page_find(const char *name);

/* Append "  head  text", the text wrapped to the width from column indent on;
 * nothing where there is no text. */
void page_put(struct buf *out, const char *head, const char *text, size_t width,
    size_t indent);

/* Append the parts with their heads, the P-numbers with their titles. */
void page_parts(const struct page *p, size_t width, size_t indent,
    struct buf *out);

#endif
