/* confound.h - factors that were never changed alone.
 *
 * The levels of factors are facts "exec.NAME" of runs (perfloss exec --factor,
 * --set), and "csv.NAME" and "table.NAME": columns of an imported table. */
#ifndef PERFLOSS_JUDGE_CONFOUND_H
#define PERFLOSS_JUDGE_CONFOUND_H

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>

/* The factors of runs: keys of facts, borrowed from the runs. */
struct factors {
	const char **key; /* "exec.NAME", "csv.NAME" */
	size_t n;
};
struct factors factors_of(const struct run *const *run, size_t n);
void factors_release(struct factors *f);

/* Whether one takes more than one level in these runs; how many do. */
bool factors_vary(const struct run *const *run, size_t n, const char *key);
size_t factors_varying(const struct run *const *run, size_t n);

/* "NAME"; the level, "unknown" where a run has none; whether these differ. */
const char *factors_name(const char *key);
const char *factors_level(const struct run *r, const char *key);
bool factors_differ(const struct run *a, const struct run *b, const char *key);

struct confound {
	char text[400];
};

/* A sentence for each factor that has several levels in these runs and no two
 * runs that differ in it alone: with what it changed, and which cell would tell
 * them apart. The caller frees *out. Returns how many. */
size_t confounds_of(const struct run *const *run, size_t n,
    struct confound **out);

#endif
