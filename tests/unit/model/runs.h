/* runs.h - made-up runs for tests, and whether two runs are the same. */
#ifndef PERFLOSS_TESTS_RUNS_H
#define PERFLOSS_TESTS_RUNS_H

#include "model/run.h"

/* A run with every member set: this many rows (beside a skipped and a failed
 * one) of this many invocations of 30 batches, all from the seed. */
void runs_make(struct run *r, uint64_t seed, size_t rows, size_t invocations);

/* One more invocation of each of these rows, as a round adds. */
void runs_round(struct run *r, uint64_t seed, size_t rows, uint32_t round);

/* The same in all that is kept; else the name of the first difference. Not
 * looked at: id and source. */
const char *runs_differ(const struct run *a, const struct run *b);

#endif
