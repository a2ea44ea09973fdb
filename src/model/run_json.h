/* run_json.h - a run as one JSON document: to mail, to keep, to read back.
 * Schema: doc/RUN.md. */
#ifndef PERFLOSS_MODEL_RUN_JSON_H
#define PERFLOSS_MODEL_RUN_JSON_H

#include "base/buf.h"
#include "base/err.h"
#include "model/run.h"

#define RUN_JSON_VERSION 1

void run_to_json(const struct run *r, struct buf *out);

/* Read a document. A newer version, a cut or garbled one, or values that make
 * no sense are refused with the reason; *r is then empty. */
int run_from_json(struct run *r, const char *text, size_t len, struct err *e);

#endif
