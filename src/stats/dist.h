/* dist.h - distribution functions, computed rather than looked up.
 *
 * Relative error at most 1e-12 for degrees of freedom up to 1e4 and
 * probabilities down to 1e-300 (tests/vectors). Arguments out of range give
 * NaN. */
#ifndef PERFLOSS_STATS_DIST_H
#define PERFLOSS_STATS_DIST_H

#include <stddef.h>

/* Standard normal: P(Z <= x), and the x of a probability. The upper tail is
 * dist_norm_cdf(-x). */
double dist_norm_cdf(double x);
double dist_norm_quantile(double p);

/* Student's t with df > 0, not only whole; df = infinity is the normal. */
double dist_t_cdf(double t, double df);
double dist_t_quantile(double p, double df);

/* Upper tails of F (Fisher, Snedecor) and chi-square. */
double dist_f_sf(double f, double df1, double df2);
double dist_chi2_sf(double x, double df);

/* P(X <= k) for n trials of probability p. */
double dist_binom_cdf(double k, double n, double p);

/* Regularised incomplete beta I_x(a, b): continued fraction DLMF 8.17.22 by
 * Lentz's method; y = 1 - x is given apart so that neither loses digits. */
double dist_beta(double a, double b, double x, double y);

/* Regularised incomplete gamma P(a, x) and Q = 1 - P: series DLMF 8.11.4,
 * continued fraction DLMF 8.9.2. */
double dist_gamma_p(double a, double x);
double dist_gamma_q(double a, double x);

/* First and second derivative of log gamma for x > 0: recurrence and
 * asymptotic series (Abramowitz and Stegun 6.3.18, 6.4.12), and the x of a
 * trigamma value > 0 (Newton's method on 1 / trigamma, which is convex;
 * Smyth 2004, appendix). */
double dist_digamma(double x);
double dist_trigamma(double x);
double dist_trigamma_inverse(double y);

#endif
