/* measure.h - carries out a run: probe, plan, rounds, store. */
#ifndef PERFLOSS_CMD_MEASURE_H
#define PERFLOSS_CMD_MEASURE_H

#include "base/err.h"
#include "cmd/catalogue.h"
#include "model/run.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

struct measure_opts {
	uint32_t rounds; /* wanted; with fixed exactly so many */
	bool fixed;
	int64_t budget_ns;   /* for all of it; 0 = none */
	double until;        /* half-width at which a row is done; 0 = none */
	int64_t settle_ns;   /* wait for a quiet machine at most so long */
	int64_t deadline_ns; /* of one invocation; 0 = the probe's default */
	int pin;             /* PLAN_PROBES_CHOICE, PLAN_FREE or a CPU */
	const char *dir;     /* for scratch directories, or NULL */
	bool sentinels;
	bool quiet;
	/* Say how long all of it will take: without a budget each row is
	 * measured once before, which does not count. */
	bool trial;
};

/* Measure the chosen rows into *r (its seed, label and such are set) and save
 * it in the store, where there is one and *r has begun in it, round by round.
 * Returns 0, -EINTR when
 * a signal asked to stop, or what went wrong; in each case *r holds what was
 * measured, and it is stored. */
int measure_run(struct run *r, const struct catalogue *c, struct store *s,
    const struct measure_opts *o, struct err *e);

/* How long a run of so many rows and rounds takes, ns, as far as it can be
 * known before: from an invocation's time and the cost of a process. */
int64_t measure_forecast(size_t rows, uint32_t rounds);

#endif
