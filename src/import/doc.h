/* doc.h - documents of other tools: read, and looked into. */
#ifndef PERFLOSS_IMPORT_DOC_H
#define PERFLOSS_IMPORT_DOC_H

#include "import/inside.h"

#include <jansson.h>

/* The first object or array of the input, text before and behind it passed
 * over, another one said; NULL and a sentence. Free with json_decref. */
json_t *doc_read(struct import *im, const struct input *in, struct err *e);

/* Whether the input begins as a document and has all these texts in it. */
bool doc_looks(const struct input *in, const char *const *keys);

/* Members: borrowed; NULL, NaN where absent or of another type. */
const char *doc_text(const json_t *o, const char *key);
double doc_real(const json_t *o, const char *key);

/* A value at a path, told with it where it is none: put_value with nothing
 * known of its rounding. */
struct invocation *doc_put(struct import *im, struct run *run, const char *key,
    enum unit unit, const json_t *value, double scale, const char *path);

/* A fact where there is such a text. */
void doc_fact(struct run *run, const json_t *o, const char *key,
    const char *fact);

#endif
