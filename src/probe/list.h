/* list.h - row lines: what can be measured. */
#ifndef PERFLOSS_PROBE_LIST_H
#define PERFLOSS_PROBE_LIST_H

#include "measure/row.h"

/* A row line for each case of each benchmark. */
void list_all(const struct bench *const *table);

/* A row line for one key. 0, or the error of row_parse, which was written as
 * an error line. */
int list_key(const char *key, const struct bench *const *table);

#endif
