/* arms.h - two runs measured together: in random pairs, in a state each. */
#ifndef PERFLOSS_CMD_ARMS_H
#define PERFLOSS_CMD_ARMS_H

#include "base/err.h"
#include "cmd/catalogue.h"
#include "cmd/states.h"
#include "judge/judge.h"
#include "model/run.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARMS STATES

/* How the probe of one arm is started; each NULL = as it is. */
struct arm_opts {
	const char *wrap;        /* "taskset -c 0" */
	const char *const *env;  /* "NAME=VALUE", NULL-ended */
	const char *const *args; /* of the probe, NULL-ended */
};

struct arms_opts {
	struct arm_opts arm[ARMS];
	struct states_opts states;
	struct judge_opts judge;
	uint32_t pairs; /* at most; with fixed exactly so many */
	bool fixed;     /* one look, at the end */
	double until;   /* half-width of a change's interval at which a row is
			   done, too; 0 = none */
	size_t block;   /* rows measured in one state; 0 = as switching costs */
	size_t *blocks; /* NULL, or: how many that came to be; else as it was */
	int64_t budget_ns, settle_ns, deadline_ns; /* as measure_opts */
	int pin;
	const char *dir;
	/* What is measured, for the terminal; then nothing is said and nobody
	 * waited for before the first round. NULL = any two states. */
	const char *what;
	bool quiet;
};

/* Measure the chosen rows into both runs (their seed, equal, and labels are
 * set; pair, arm and looks are set here) and save them, where there is a store
 * and both have begun in it, round by round. The state is restored in the end,
 * on every path. Returns 0, -EINTR when a signal asked to stop, or what went
 * wrong; in each case the runs hold the pairs that were measured. */
int arms_measure(struct run *r[ARMS], const struct catalogue *c,
    struct store *s, const struct arms_opts *o, struct err *e);

/* Give two runs what makes them a pair: before they begin in a store. */
void arms_pair(struct run *r[ARMS], const struct arms_opts *o);

#endif
