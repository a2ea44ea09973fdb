/* history.h - how far sessions of one state differ, from the runs in the store.
 */
#ifndef PERFLOSS_CMD_HISTORY_H
#define PERFLOSS_CMD_HISTORY_H

#include "judge/judge.h"
#include "store/store.h"

/* Keep what a run that has ended says of the levels of its rows. What goes
 * wrong costs nothing: it is made again when it is asked for. */
void history_keep(struct store *s, const struct run *r);

/* The floors for a comparison of two runs: of the states of either on its own
 * host, the larger where both have some. The store is at path (NULL = the
 * default one); without a store, or one that cannot be read, there is no
 * history. Runs of which nothing was kept yet are looked at, and that is kept
 * if the store can be written. Release *out in any case. */
void history_floors(const char *path, const struct run *base,
    const struct run *now, struct floors *out);

/* Open the store with sessions of all runs: made of those that have none.
 * What the store cannot keep, a copy of it in memory does; *left: how many that
 * cannot either. */
int history_store(const char *path, struct store **s, size_t *left,
    struct err *e);

/* The floors of the state of one run, *n: from how many sessions. */
void history_of(const char *path, const struct run *r, struct floors *out,
    size_t *n);

#endif
