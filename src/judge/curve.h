/* curve.h - rows that differ in one argument, as a curve over it. */
#ifndef PERFLOSS_JUDGE_CURVE_H
#define PERFLOSS_JUDGE_CURVE_H

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>

struct curve_point {
	char value[48]; /* of the argument, as in the key */
	double x;       /* as a number; NaN = a word */
	size_t at;      /* of the result in the run */
};

struct curve {
	char title[208];       /* the key without the argument */
	struct curve_point *p; /* by x; words in the order of the run */
	size_t n;
	bool number; /* every x is one */
	bool bytes;  /* and some are sizes: 64K */
};

/* The curves of a run over an argument: one for each combination of the others
 * that has two points or more. The array and its points are owned by the
 * caller (curves_free); *n is how many. */
struct curve *curves_of(const struct run *r, const char *param, size_t *n);
void curves_free(struct curve *c, size_t n);

/* Cost as a line over x, ns each unit of x. Every round measured each point
 * once, so each round has a slope of its own (least squares over its points),
 * and the middle of the slopes and its 95 % interval are those of signed ranks
 * (Hodges and Lehmann 1963). With 6 rounds and 3 points at least; NaN else.
 *
 * bends: at the point where two lines fit the medians best (least squares), the
 * slope behind it differs from that before it in more rounds than chance
 * explains: the interval of the differences, widened for the choice among the
 * points (Bonferroni), leaves 0 out. */
#define CURVE_KNEE_LEAST 5 /* points: 3 on either side, the knee in both */
struct curve_fit {
	size_t rounds;
	double slope, lo, hi;
	double start; /* cost at the first x, on the line through the middle */
	bool bends;
	size_t knee;          /* the point */
	char at[48];          /* its value */
	double before, after; /* slopes */
};
void curve_fit(const struct run *r, const struct curve *c,
    struct curve_fit *fit);

/* The slope of each round, room for r->rounds; NaN where fewer than two points
 * are known. Of a curve over numbers. */
void curve_slopes(const struct run *r, const struct curve *c, double *out);

#endif
