/* self_test.h - what the parts of perfloss self-test share. */
#ifndef PERFLOSS_CMD_SELF_TEST_H
#define PERFLOSS_CMD_SELF_TEST_H

#include "cmd/arms.h"
#include "judge/selftest.h"
#include "store/store.h"

struct self_test {
	const char *dir;     /* for scratch directories, or NULL */
	struct store *store; /* NULL = nothing is kept */
	uint64_t seed;       /* of the next pair of runs */
	bool quiet;
	/* All that was measured, two runs each; results point into them. */
	struct run **runs;
	size_t n, cap;
	struct selftest_shift *shift;
	size_t n_shifts, cap_shifts;
};

/* Two probes measured side by side, in random pairs. */
struct self_pair {
	const struct catalogue *c; /* the chosen rows */
	const char *inject[ARMS];  /* for the probe of each arm, or NULL */
	uint32_t pairs;
	bool looks;       /* else exactly so many pairs */
	const char *what; /* for the line on the terminal */
};

/* Measure two runs and keep them, also where that ended early. *run: two,
 * borrowed. As arms_measure. */
int self_test_pair(struct self_test *t, const struct self_pair *p,
    const struct run **run, struct err *e);

/* Plant slowdowns of known size, each tried so often as it says, and have them
 * judged: t->shift. As arms_measure. */
int plant_all(struct self_test *t, unsigned tries, struct err *e);

#endif
