/* power.h - how many values would show a change, and what change so many would
 * show. Pure functions; spreads and changes are logs of costs.
 *
 * "Show" means that the change is told from none: flagged after Holm's
 * correction at the level that the first of `rows` rows is tested at, with the
 * wanted power. Formula: the sample size of a normal mean with both errors
 * (Student 1908; Guenther 1981 for t in place of z), over the efficiency of
 * ranks for normal values, 3/pi (Pitman 1948). */
#ifndef PERFLOSS_JUDGE_POWER_H
#define PERFLOSS_JUDGE_POWER_H

#include <stddef.h>
#include <stdint.h>

#define POWER_EFFICIENCY 0.955 /* 3/pi */
#define POWER_NEVER      1000000u

struct power {
	double alpha; /* of all rows together, 0.05 */
	double power; /* share of such changes that are to be seen, 0.8 */
	size_t rows;  /* that share alpha, from 1 */
};

/* z(1 - alpha/2) + z(power), for one row. */
double power_z(double alpha, double power);

/* Values in all after which a standard error that is se with n values is so
 * small that a change of gap is seen at z = power_z(...). Not rounded; the
 * judge's "N more" and the plan share it. */
double power_scale(double n, double se, double gap, double z);

/* Pairs that show a change of gap where their differences spread by sd; at
 * least what the signed ranks need to pass the correction at all;
 * POWER_NEVER when it is so many or more. gap above 0. */
uint32_t power_pairs(const struct power *p, double sd, double gap);

/* Values a side of an unpaired comparison, each side spreading by sd. */
uint32_t power_runs(const struct power *p, double sd, double gap);

/* The other way: the change (log) that n pairs, or n values a side, show; NaN
 * where n are too few to show any. */
double power_seen_pairs(const struct power *p, double sd, uint32_t n);
double power_seen_runs(const struct power *p, double sd, uint32_t n);

/* -- Spreads of what is stored ------------------------------------------- */

struct power_spread {
	size_t n;
	double sd;        /* of the values, as ranks see them; NaN below 6 */
	double detrended; /* the same without a slope over the series */
};

/* Of log costs in the order taken. The standard deviation of normal values that
 * would have the interval of these against themselves (as `seen` of a run). */
void power_of_values(const double *y, size_t n, struct power_spread *out);

/* Of differences of pairs: that whose signed-rank interval would be as wide;
 * NaN below 6. */
double power_of_pairs(const double *d, size_t n);

#endif
