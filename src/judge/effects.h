/* effects.h - what each factor of a full table does, and whether it depends on
 * the others. */
#ifndef PERFLOSS_JUDGE_EFFECTS_H
#define PERFLOSS_JUDGE_EFFECTS_H

#include "model/run.h"

#include <stddef.h>
#include <stdint.h>

/* Results measured in the same rounds, one for each combination of levels; the
 * last factor changes from one to the next. */
struct effects_table {
	size_t n_factors;
	const size_t *levels; /* of each factor; at least 1 */
	size_t n;             /* the product of these */
	const struct run *const *run;
	const struct result *const *res;
};

/* A level against the first one of its factor, over all levels of the others;
 * or how far that differs between the levels of another. Ratios - 1. */
struct effect {
	size_t factor, level;
	size_t with, with_level; /* EFFECT_ALONE: a main effect */
	double change, lo, hi;   /* lo, hi: NaN where rounds are too few */
};
#define EFFECT_ALONE SIZE_MAX

/* More effects than this would leave none of them an interval after ten rounds
 * (2 / 2^10 is the least level of the signed ranks, 5 % / 25 = 2 / 1000): then
 * main effects are all that is asked. */
#define EFFECTS_MOST 25

/* All main effects, then interactions of two factors; the caller frees *out.
 * The intervals hold together with 95 % (Bonferroni). *rounds: those in which
 * every cell has a value; others do not count. Returns how many. */
size_t effects_of(const struct effects_table *t, struct effect **out,
    size_t *rounds);

#endif
