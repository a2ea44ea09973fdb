/* step.h - steps of a history: where the level of a series of values changes.
 *
 * No NaN among the values, which stand in the order of their history; n up to
 * STEP_MOST. Noise may have any shape, spikes and two modes included, and
 * depend on its last value (AR(1)).
 *
 * How: on seeded intervals (Kovacs, Li, Buehlmann and Munk, "Seeded binary
 * segmentation", 2023; decay 1/sqrt 2) the greatest CUSUM of the ranks
 * within the interval (Pettitt 1979) or of their normal scores (van der Waerden
 * 1952; these see a short level at an end, ranks one among spikes),
 * standardised at each split; the narrowest interval over the threshold has a
 * step, left and right of which it goes on
 * (Baranowski, Chen and Fryzlewicz, "Narrowest-over-threshold", 2019). Ranks
 * have one null distribution whatever the values are: the threshold is that of
 * the greatest value over all intervals and splits of n values, by simulation
 * (step_table.c). Steps are moved to where the sum of absolute deviations from
 * the medians on either side is least, and tested again between their
 * neighbours; what fails is merged, as is what is smaller than delta. The
 * threshold is sqrt((1 + rho) / (1 - rho)) times as high where values depend on
 * one another. Where a straight line is as near to the values as the levels
 * are, they drift, and no step is said. */
#ifndef PERFLOSS_STATS_STEP_H
#define PERFLOSS_STATS_STEP_H

#include <stdbool.h>
#include <stddef.h>

#define STEP_MOST  20000 /* values */
#define STEP_LEAST 4     /* values of a level: fewer are a spike */

/* -- Null distribution (step_null.c) ------------------------------------ */

/* The least z that the greatest statistic of n independent values without a
 * step reaches with probability at most alpha, which is taken within 1e-6 and
 * 0.1; INFINITY where no arrangement of n is so rare. */
double step_critical(size_t n, double alpha);

/* Probability that it reaches z, from 1e-6 to 0.1; 1 where it is larger. */
double step_p(size_t n, double z);

/* -- Parts, for tests and the table -------------------------------------- */

/* doubles of scratch, and indices, that the functions below need */
size_t step_room(size_t n);
size_t step_indices(size_t n);

/* The greatest statistic over all intervals. */
double step_greatest(const double *y, size_t n, double *scratch,
    size_t *indices);

/* How much each value depends on the one before: the variance of differences
 * over two values is 1 + rho times that over one (AR(1)), both without the
 * largest fifth, in which steps and spikes are. From 0, also where independent
 * values could well give it, to 0.7. scratch: n. */
double step_rho(const double *y, size_t n, double *scratch);

/* -- Steps --------------------------------------------------------------- */

struct step_opts {
	double alpha; /* of the whole series: 0.01 */
	double delta; /* smaller steps are none; in units of y */
};

struct step {
	size_t at;       /* first value of the new level */
	size_t lo, hi;   /* `at` lies between these (95 %) */
	double shift;    /* level after less level before (Hodges-Lehmann) */
	double from, to; /* its 95 % interval */
	double z, p;     /* statistic between the neighbours; of the series */
};

/* All steps in order, at most max; *rho is what was allowed for. */
size_t step_find(const double *y, size_t n, const struct step_opts *o,
    struct step *out, size_t max, double *rho, double *scratch,
    size_t *indices);

#endif
