/* list.h - what perfloss list says of rows, apart from its table. */
#ifndef PERFLOSS_CMD_LIST_H
#define PERFLOSS_CMD_LIST_H

#include "base/buf.h"
#include "model/wire.h"

#include <stddef.h>

/* row: sorted, cases of one name together. How many from i on have its name. */
size_t list_cases(const struct wire_msg *const *row, size_t n, size_t i);

/* "procs=2,8,16 (2 to 200), cpu=same (or smt, cache, other, free)": what the
 * k cases of one row have in the default profile, or at all where none is in
 * it, and what else may be asked for. */
void list_params(const struct wire_msg *const *row, size_t k, struct buf *out);

/* "HEAD a, b", nothing without words. */
void list_words(const char *head, char *const *words, struct buf *out);

/* The page of each row. */
void list_pages(const struct wire_msg *const *row, size_t n, struct buf *out);

#endif
