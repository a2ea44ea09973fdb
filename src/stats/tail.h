/* tail.h - inside stats: tails of null distributions. */
#ifndef PERFLOSS_STATS_TAIL_H
#define PERFLOSS_STATS_TAIL_H

#include "stats/dist.h"

#include <math.h>
#include <stddef.h>

/* Twice the smaller tail, at most 1. */
static inline double tail_two_sided(double tail)
{
	return tail >= 0.5 ? 1 : 2 * tail;
}

/* Rank from the end whose tail, mean + 0.5 - z sd, still keeps the level. */
static inline size_t tail_critical(double mean, double var, double alpha)
{
	double k =
	    floor(mean + 0.5 + dist_norm_quantile(alpha / 2) * sqrt(var));

	return k >= 1 ? (size_t)k : 0;
}

#endif
