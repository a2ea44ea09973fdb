/* program.h - whether a program executes more instructions than another, or
 * than it did. */
#ifndef PERFLOSS_JUDGE_PROGRAM_H
#define PERFLOSS_JUDGE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A change below this share is none unless the user says otherwise. */
#define PROGRAM_DELTA 0.002

/* Instructions of one program in each boot; the first two have one seed, where
 * there are two. */
struct program_counts {
	const uint64_t *n;
	size_t boots;
};

/* Whether the boots of one seed counted the same; false of one boot. */
bool program_repeats(const struct program_counts *c);

/* (largest - smallest) / smallest of all boots. */
double program_spread(const struct program_counts *c);

enum program_word {
	PROGRAM_SAME, /* within delta, in every pair of boots */
	PROGRAM_SLOWER,
	PROGRAM_FASTER,
	PROGRAM_CANNOT_TELL,
};

struct program_change {
	double change; /* fraction, of the means */
	enum program_word word;
};

/* Nothing here is random but what a seed decides, so the boots are not a sample
 * with a distribution but the cases that were seen: SLOWER is said where every
 * boot of b is more than delta above every boot of a, SAME where every one is
 * within delta of every one; else it cannot be told. */
void program_compare(const struct program_counts *a,
    const struct program_counts *b, double delta, struct program_change *out);

#endif
