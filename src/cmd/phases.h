/* phases.h - the aftermath that runs are phases of, put together again. */
#ifndef PERFLOSS_CMD_PHASES_H
#define PERFLOSS_CMD_PHASES_H

#include "model/after_part.h"

#include <stdbool.h>

struct phases {
	bool found;
	struct aftermath a; /* borrows the runs */
	struct run other[AFTER_PHASES];
};

/* The aftermath of these runs where they are of one alone (p->found): phases
 * that are not among them are looked for in the store, which need not be there.
 * The runs stay as they are until it is released. */
void phases_init(struct phases *p, const struct run *const *run, size_t n,
    const char *store_path);
void phases_release(struct phases *p);

#endif
