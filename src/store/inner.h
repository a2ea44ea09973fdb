/* inner.h - inside the store: what its files share. */
#ifndef PERFLOSS_STORE_INNER_H
#define PERFLOSS_STORE_INNER_H

#include "store/blob.h"
#include "store/db.h"
#include "store/store.h"

/* What of a result is in the store already. */
struct saved {
	int64_t id;
	size_t n_inv;
};

/* A run that grows: what of it is in the store already. */
struct grow {
	int64_t run; /* its id */
	struct saved *saved;
	size_t n_saved, cap_saved;
	size_t n_env;
};

struct store {
	struct db db;
	struct blob *blob;
	struct grow *grow; /* begun and not ended; few */
	size_t n_grow, cap_grow;
};

/* Batches take at most 2^64 ns for at least one of at most 10^15 operations
 * (model/parse_inv.c): the log of a cost lies between -35 and 45. */
#define STORE_LOG_MOST 50

/* How a run ends, or ended, of which no end is stored. */
enum store_end store_end_of(struct store *s, int64_t run);

/* A run's part of an aftermath, in the transaction that is open (aftermath.c);
 * where it has none, nothing happens. */
int store_put_part(struct store *s, int64_t run, const struct run *r,
    struct err *e);
int store_load_part(struct store *s, struct run *r, struct err *e);

/* The words of a stored enum, in its order. */
extern const char *const store_outcomes[3];

#endif
