/* style.h - how wide text may be and whether it may be coloured. */
#ifndef PERFLOSS_REPORT_STYLE_H
#define PERFLOSS_REPORT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

enum colour { PLAIN, BOLD, DIM, RED, GREEN, YELLOW, COLOURS };

struct style {
	size_t width; /* columns */
	bool colour;
	bool utf8; /* the reader's terminal shows more than ASCII */
};

/* The escape that begins a colour, or "" where there is none. */
const char *style_on(const struct style *s, enum colour c);
const char *style_off(const struct style *s, enum colour c);

#endif
