/* multi.h - p-values of many rows, adjusted.
 *
 * p[0..n-1] in [0, 1], none NaN. out may be p itself. order: scratch of n. */
#ifndef PERFLOSS_STATS_MULTI_H
#define PERFLOSS_STATS_MULTI_H

#include <stddef.h>

/* Holm, "A simple sequentially rejective multiple test procedure", 1979:
 * the family-wise error rate. */
void multi_holm(const double *p, size_t n, double *out, size_t *order);

/* Benjamini and Hochberg, "Controlling the false discovery rate", 1995. */
void multi_bh(const double *p, size_t n, double *out, size_t *order);

/* Benjamini and Yekutieli, "The control of the false discovery rate in
 * multiple testing under dependency", 2001: any dependence. */
void multi_by(const double *p, size_t n, double *out, size_t *order);

#endif
