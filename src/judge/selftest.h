/* selftest.h - what the judge said where the truth is known: of a machine in
 * which nothing was changed (A/A), and of slowdowns that were planted.
 *
 * Pure: everything follows from the runs. doc/METHOD.md, "Self-test". */
#ifndef PERFLOSS_JUDGE_SELFTEST_H
#define PERFLOSS_JUDGE_SELFTEST_H

#include "judge/judge.h"

/* A promise counts as broken where what was seen, or worse, has less than this
 * probability if it is kept. */
#define SELFTEST_BOUND 0.01

/* Level of the intervals, and the least share of tries in which a planted 5 %
 * is to be found (issue 3, "Numbers": 9 of 10). */
#define SELFTEST_LEVEL 0.95
#define SELFTEST_FOUND 0.90

/* How exact the truth of a loop is: what calling it and reading the clock add
 * to a batch of half a millisecond, 50 ns. A quiet machine measures to
 * 0.002 %. */
#define SELFTEST_EXACT_TO 1e-4

/* Share of such changes that are to be seen. */
#define SELFTEST_POWER 0.80

/* Times for which the smallest shift is given, s. */
#define SELFTEST_TIMES 2
extern const double selftest_times[SELFTEST_TIMES]; /* 60, 600 */

/* The largest number of n that a promise of at most probability p each can
 * show before it counts as broken; n where none would. */
size_t selftest_most(size_t n, double p);

/* -- Nothing changed ----------------------------------------------------- */

struct selftest_pair {
	const struct run *a, *b; /* of one pair, rounds fixed before */
};

struct selftest_row {
	const struct result *res; /* borrowed from the first run that has it */
	size_t pairs;             /* of all suites */
	size_t words;             /* suites in which it was called changed */
	size_t intervals, missed; /* that there were; without 0 in them */
	double sd;                /* of the pairs' log ratio, as ranks see it */
	double pair_s;            /* time of one pair */
	double alone[SELFTEST_TIMES]; /* smallest shift seen: only this row; */
	double among[SELFTEST_TIMES]; /* one of all rows, under Holm */
};

struct selftest_aa {
	struct selftest_row *row; /* in the order of the first suite */
	size_t n;
	size_t suites;         /* that had rows to judge */
	size_t with_word;      /* suites with any word of change, and the */
	size_t with_word_most; /* most that the promise of 5 % allows */
	size_t words;          /* rows so called, in all suites */
	size_t intervals, missed, missed_most;
	double round_s; /* time of one round of all rows in both arms */
	bool words_broken, intervals_broken;
};

void selftest_aa(const struct selftest_pair *suites, size_t n,
    const struct judge_opts *o, struct selftest_aa *out);
void selftest_aa_release(struct selftest_aa *aa);

/* How many rows would show a shift of delta after selftest_times[time]. */
size_t selftest_aa_sees(const struct selftest_aa *aa, size_t time,
    double delta);

/* -- Something changed --------------------------------------------------- */

enum selftest_truth {
	SELFTEST_EXACT, /* by construction */
	SELFTEST_ABOUT, /* calibrated on this machine, or nominal */
	SELFTEST_NONE,  /* shown, promised nothing */
};

struct selftest_shift {
	/* set by the caller */
	const char *key;  /* the only row */
	const char *name; /* of it for a person */
	char what[32];    /* how it was made: "spin:20" */
	double truth;     /* ratio less 1 */
	enum selftest_truth kind;
	bool to_find; /* large enough that SLOWER is promised */
	uint32_t pairs_max;
	char why[160]; /* not empty: could not be had here */
	/* what came of it */
	struct result *res; /* borrowed from run a; NULL = nothing measured */
	enum verdict verdict;
	size_t pairs;  /* at which it was said */
	double cost_a; /* ns, of the side without it */
	double change, lo, hi;
	uint32_t n_more; /* pairs that the judge asks for */
	bool inside;     /* truth is in the interval */
	double stops;    /* by a quota, of an invocation, mean; NaN = none */
};

void selftest_shift(const struct run *a, const struct run *b,
    const struct judge_opts *o, struct selftest_shift *s);

struct selftest_shifts {
	size_t tries, found; /* that were to be found */
	size_t found_least;  /* that the promise of 9 in 10 allows */
	size_t intervals, missed, missed_most; /* of exact truths */
	bool found_broken, intervals_broken;
};

void selftest_shifts(const struct selftest_shift *s, size_t n,
    struct selftest_shifts *out);

#endif
