/* prune.h - which runs a rule lets go. */
#ifndef PERFLOSS_CMD_PRUNE_H
#define PERFLOSS_CMD_PRUNE_H

#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum prune_each {
	PRUNE_ALL,
	PRUNE_LABEL,
	PRUNE_DAY, /* of UTC, as weeks (from Monday) and months are */
	PRUNE_WEEK,
	PRUNE_MONTH,
	PRUNE_KERNEL
};

/* A run goes when all that the rule has is true of it. */
struct prune {
	int64_t older_ns; /* 0 = any age */
	size_t keep;      /* the newest so many of each stay; 0 = none */
	enum prune_each each;
	bool killed; /* only runs that never ended */
};

/* "older=90d", "keep=5/label", "killed", or several with commas between.
 * -EINVAL with what is wrong. */
int prune_parse(struct prune *p, const char *rule, struct err *e);

/* Mark the runs that go at the time now_ns, in addition to those marked. run:
 * newest first, as store_list has them. Runs that never ended stay, unless the
 * rule is about them, nobody is known to measure them, and they are a day old
 * (an older perfloss or another machine may); a run of a pair stays where
 * another of it does. */
void prune_mark(const struct prune *p, const struct store_entry *run, size_t n,
    int64_t now_ns, bool *gone);

#endif
