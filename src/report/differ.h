/* differ.h - the facts that differ within several comparisons; for report
 * alone. */
#ifndef PERFLOSS_REPORT_DIFFER_H
#define PERFLOSS_REPORT_DIFFER_H

#include "base/buf.h"
#include "report/many.h"

struct differ {
	const char **key; /* borrowed from the runs; sorted, each once */
	size_t n, cap;
};

/* Those that differ in a pair. Release it. */
void differ_init(struct differ *d, const struct many *m);
void differ_release(struct differ *d);

/* " (before, now)", of values that are short, or all: whether it was added. A
 * fact that a run does not have is unknown. */
bool differ_values(const char *a, const char *b, bool all, struct buf *out);

/* The words (parted by blanks, commas, semicolons) that only one of two lists
 * has, as "-quiet +mitigations=off", a few of them; false where that says
 * nothing: equal words in another order, or no lists. */
bool differ_words(const char *a, const char *b, struct buf *out);

#endif
