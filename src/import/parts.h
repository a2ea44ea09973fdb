/* parts.h - one input of several parts, as a mail with "before:" and "after:";
 * for import alone. */
#ifndef PERFLOSS_IMPORT_PARTS_H
#define PERFLOSS_IMPORT_PARTS_H

#include "import/import.h"

#define IMPORT_PARTS_MAX 100

/* Each part, from a line that holds a text of how->split up to the next, as an
 * input of its own: records with the fact "part.name", the words of that line,
 * "first part" of what stands before it. Parts without a value are passed over.
 * 0, or the reason of the last one where no part has a value. */
int import_parts(struct import *im, const struct input *in,
    const struct import_how *how, struct err *e);

/* A remark where words that stand only once are between values of one row: they
 * may be of two things. */
void import_say_parts(struct import *im, const struct input *in);

#endif
