/* joined.h - runs of commands made apart (other boots, machines, days), as one
 * table of factors. */
#ifndef PERFLOSS_JUDGE_JOINED_H
#define PERFLOSS_JUDGE_JOINED_H

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>

/* A level against the first one of its factor, from all pairs of runs that
 * differ in this factor alone: the mean of the differences of the logs of their
 * values (medians). The interval is that of a sum: each run's own is taken for
 * that of a normal estimate, and a run that stands in several pairs counts with
 * its weight in all of them. It knows nothing of how far two sessions of one
 * state differ; `margin` does (judge_margin, boots apart, or sessions where all
 * are of one boot). */
struct joined_effect {
	const char *factor; /* its name, borrowed from a fact */
	const char *level, *against;
	size_t pairs;          /* 0: it was never changed alone */
	double change, lo, hi; /* ratios - 1; NaN */
	double margin;
	double least, most; /* of its pairs; NaN without any */
	/* Two pairs differ by more than their own intervals and a margin each:
	 * the effect depends on other factors, or a session was disturbed. A
	 * mean of them is neither. */
	bool disagree;
};

/* The row that is joined: the time of the command, or the first time that all
 * runs have (imported tables of times); NULL where there is none. Borrowed. */
const char *joined_row(const struct run *const *run, size_t n);

/* In the order of the runs. The caller frees *out. */
size_t joined_effects(const struct run *const *run, size_t n, const char *row,
    struct joined_effect **out);

/* Combinations of levels that no run has, a text each ("kernel 2.1.29, disk
 * eide"), as far as JOINED_MISSING; *cells: how many combinations there are, 0
 * where they are too many to count. The caller frees *out and its texts.
 * Returns how many are missing. */
#define JOINED_MISSING 6
size_t joined_missing(const struct run *const *run, size_t n, size_t *cells,
    char ***out);

#endif
