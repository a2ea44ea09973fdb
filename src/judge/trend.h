/* trend.h - the level of rows over many runs: where it changed (METHOD.md of
 * the specification, section 9). */
#ifndef PERFLOSS_JUDGE_TREND_H
#define PERFLOSS_JUDGE_TREND_H

#include "model/run.h"
#include "stats/step.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREND_NONE SIZE_MAX

/* Usual: sections 9, 6 and 5 of the specification's METHOD.md. */
#define TREND_ALPHA  0.01
#define TREND_FAMILY 0.05
#define TREND_DELTA  0.02

struct trend_opts {
	double alpha;  /* of one series: 0.01 */
	double family; /* of all series together: 0.05 */
	double delta;  /* smaller steps are none; a fraction */
	size_t newest; /* steps among so many of the last values are new */
};

struct trend_step {
	struct step s;     /* indices are those of the series' values */
	double by, lo, hi; /* change of the cost, fractions */
	double holm;       /* p, adjusted over all series */
	bool sure;         /* beyond the family level, too */
	bool fresh;        /* among the newest values */
	size_t gone;       /* the later step with which the level came back */
	char *beside;      /* facts that changed there; the caller's, or NULL */
};

/* One to three values off their level. */
struct trend_spike {
	size_t from, to; /* first and last */
	double by;       /* of the cost, a fraction: the farthest of them */
	bool open;       /* at the end: it may become a step */
};

/* A row on one machine, measured in one way. */
struct trend_series {
	struct result res; /* key, name, unit, flags and bytes alone */
	char *how, host[17];
	double *y;   /* log cost */
	size_t *run; /* which of the runs, in their order */
	size_t n, cap;
	size_t other; /* values left out: measured in another way */
	struct trend_step *step;
	size_t steps;
	struct trend_spike *spike;
	size_t spikes;
	size_t far;     /* values in these, or more than are listed */
	double rho;     /* how much values depend on the one before */
	double *levels; /* medians of the levels: steps + 1, log cost */
	double drift;   /* of the cost from first to last where it has no step
			   and drifts for sure; else NaN */
};

struct trend {
	struct trend_series *series;
	size_t n, cap, last;
};

void trend_release(struct trend *t);

/* A level of a run; runs come in their order. */
void trend_add(struct trend *t, const char *host, const char *key,
    const char *how, size_t run, double y);

/* Drop the series that are not marked. */
void trend_keep(struct trend *t, const bool *keep);

/* Find what there is in all series. Where a row was measured in several ways
 * on one machine, those of the last value are its series. */
void trend_judge(struct trend *t, const struct trend_opts *o);

/* Whether there is a step to more cost, sure, new, and not gone again. */
bool trend_is_worse(const struct trend_series *s);

/* Versions in the order of their numbers: 2.1.9 before 2.1.10, 2.2-rc1 before
 * 2.2. Below 0, 0, above 0. */
int trend_version_compare(const char *a, const char *b);

#endif
