/* expect.h - how long a run will take, before it begins. */
#ifndef PERFLOSS_CMD_EXPECT_H
#define PERFLOSS_CMD_EXPECT_H

#include "cmd/catalogue.h"
#include "store/store.h"

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of one round of the chosen rows. What a row took in the newest of
 * the last runs in the store (NULL = none) that has it is known; the others are
 * taken for rows of the usual cost. *known: how many rows are. */
int64_t expect_round_ns(struct store *s, const struct catalogue *c,
    size_t *known);

/* What a run says of the time of an invocation of one of its results: the mean
 * of its own, and of what lies between two; 0 without any. */
int64_t expect_row_ns(const struct run *r, const struct result *res);

#endif
