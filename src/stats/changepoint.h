/* changepoint.h - where a level of a series ends and the next begins. */
#ifndef PERFLOSS_STATS_CHANGEPOINT_H
#define PERFLOSS_STATS_CHANGEPOINT_H

#include <stddef.h>

/* The nearest series that never falls, by least squares: pool adjacent
 * violators (Ayer et al. 1955). fit may be y itself. scratch: n. */
void changepoint_isotonic(const double *y, size_t n, double *fit,
    double *scratch);

/* A stretch of a curve that is flat. */
struct plateau {
	size_t first, last; /* indices, both on it */
	double level;       /* mean of y */
	double se;          /* its standard error from the spread of y */
};

struct plateau_opts {
	double sd;   /* how far points of one plateau scatter */
	double rise; /* smallest step between two levels */
};

/* Plateaus of a curve y (log latency over equally spaced log size) that rises
 * in steps with ramps between. Each point is on a plateau, at the cost of its
 * squared distance from the mean over sd^2, or on a ramp, at a fixed cost of
 * 4 (2 sd away); a plateau has 2 points at least and costs log n as in BIC
 * (Schwarz 1978; exact search: Jackson et al. 2005, optimal partitioning).
 * Then neighbours less than rise apart are one level, and a level that does
 * not rise is dropped. At most max are found.
 *
 * scratch: 4 (n + 1). Returns how many. */
size_t changepoint_plateaus(const double *y, size_t n,
    const struct plateau_opts *o, struct plateau *out, size_t max,
    double *scratch);

#endif
