/* run_index.h - inside the model: where in a run a row stands, by its key. */
#ifndef PERFLOSS_MODEL_RUN_INDEX_H
#define PERFLOSS_MODEL_RUN_INDEX_H

#include <stddef.h>

struct result;
struct run_index;

struct run_index *run_index_new(void);
void run_index_free(struct run_index *x);

/* The place of a key among n results, or n. Results are only ever added, their
 * keys stay; those that are new since the last call are taken up here. x NULL:
 * all are looked at. */
size_t run_index_find(struct run_index *x, const struct result *results,
    size_t n, const char *key);

#endif
