/* run_json.h - a run as one JSON document: to mail, to keep, to read back.
 * Schema: doc/RUN.md. */
#ifndef PERFLOSS_MODEL_RUN_JSON_H
#define PERFLOSS_MODEL_RUN_JSON_H

#include "base/buf.h"
#include "base/err.h"
#include "model/run.h"

#define RUN_JSON_VERSION 1
#define RUN_JSON_MAX     (64u << 20) /* bytes of a document that is read */

void run_to_json(const struct run *r, struct buf *out);

/* Read a document into *r, which need not be initialised. A newer version, a
 * cut or garbled one, or values that make no sense are refused with the reason
 * (put the file's name in front of it with err_prefix); *r is then empty.
 * Exact but for control characters in strings, which become spaces. */
int run_from_json(struct run *r, const char *text, size_t len, struct err *e);

#endif
