/* moment.h - means, variances and what is made of them. */
#ifndef PERFLOSS_STATS_MOMENT_H
#define PERFLOSS_STATS_MOMENT_H

#include <stdbool.h>
#include <stddef.h>

/* Running moments of values less the first one, so that many equal leading
 * digits cost nothing (Welford 1962; third moment: Pebay 2008). Start with
 * zeros. */
struct moment {
	size_t n;
	double shift;  /* the first value */
	double mean;   /* of value - shift */
	double m2, m3; /* sums of powers about the mean */
};

void moment_add(struct moment *m, double x);
void moment_add_all(struct moment *m, const double *x, size_t n);
double moment_mean(const struct moment *m); /* NaN when empty */
double moment_var(const struct moment *m);  /* over n - 1; NaN below 2 */
double moment_sd(const struct moment *m);

/* g1 = m3/n / (m2/n)^1.5 (Fisher 1930); NaN when all are equal or n < 3. */
double moment_skew(const struct moment *m);

/* exp of the mean logarithm; NaN when empty or a value is not above 0. */
double moment_geomean(const double *x, size_t n);

/* Two means by Student's t: with one variance for both sides (Student 1908,
 * Fisher 1925), or Welch's (1947) where each has its own. */
struct student {
	double diff;  /* mean of b less that of a */
	double se;    /* its standard error */
	double df, t; /* t = diff / se */
	double p;     /* two-sided */
	double sd;    /* pooled; NaN where each side has its own */
};

/* NaN where a side has fewer than 2 values; with equal only where there is no
 * degree of freedom. */
struct student moment_student(const double *a, size_t na, const double *b,
    size_t nb, bool equal);

/* Half of the interval of the difference at level 1 - alpha. */
double moment_student_half(const struct student *s, double alpha);

/* One-way analysis of variance (Fisher 1925). */
struct anova {
	double df_between, df_within;
	double ms_between, ms_within; /* mean squares */
	double f, p;
};

/* Values stand group after group; size[g] of them in group g. NaN where a
 * degree of freedom is missing. */
struct anova moment_anova(const double *x, const size_t *size, size_t groups);

#endif
