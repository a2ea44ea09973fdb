/* cross.h - two runs of the same curves, point by point: where the sign of the
 * change turns, and whether one is steeper. */
#ifndef PERFLOSS_JUDGE_CROSS_H
#define PERFLOSS_JUDGE_CROSS_H

#include "judge/curve.h"
#include "judge/judge.h"

struct cross_point {
	const struct comparison *c; /* borrowed */
	char value[48];
	double x;
};

/* The change is of one sign for sure (slower or faster, a maybe included) at
 * the point before, and of the other at the point after, and at none between
 * them. x is where the change, on straight lines between the points (in logs),
 * is 0 for the first time; lo .. hi where its 95 % interval, on such lines,
 * holds 0: an x outside of it is one at which a test finds a change, so that
 * the interval has the level of the test (Fieller 1954). */
struct crossing {
	size_t before, after;
	bool maybe; /* one of the two verdicts is */
	double x, lo, hi;
};

struct curve_pair {
	char title[208];
	struct cross_point *p; /* that both have, by x */
	size_t n;
	bool number, bytes; /* as in struct curve */
	struct curve_fit fit[2];
	/* How much steeper the second is, ns each unit of x, and its 95 %
	 * interval: from the slopes of the rounds of both, in pairs where they
	 * were interleaved (signed ranks), else as two samples (ranks). NaN
	 * with less than 6 rounds each. */
	double steeper, lo, hi;
	/* The difference that two sessions of one state may have, by the
	 * largest margin of the rows: a session moves its whole curve, and the
	 * slope with it. 0 in pairs. */
	double session;
	struct crossing *cross;
	size_t n_cross;
};

/* The argument that takes most values in a row of the run, of those whose
 * result is to be shown (NULL = all); the first of several. False: there is no
 * curve. */
bool curve_param(const struct run *r, const bool *show, char *param,
    size_t size);

/* The curves that both have over an argument; v: b judged against a. */
struct curve_pair *curve_pairs(const struct run *a, const struct run *b,
    const struct verdict_set *v, const char *param, size_t *n);
void curve_pairs_free(struct curve_pair *p, size_t n);

/* 1 slower, -1 faster, 0 neither for sure. */
int cross_sign(const struct comparison *c);

#endif
