/* moment.c - means, variances and what is made of them. */
#include "stats/moment.h"

#include "stats/dist.h"

#include <math.h>

void moment_add(struct moment *m, double x)
{
	double n, delta, step, term;

	if (m->n == 0)
		m->shift = x;
	n = (double)++m->n;
	delta = x - m->shift - m->mean;
	step = delta / n;
	term = delta * step * (n - 1);
	m->mean += step;
	m->m3 += term * step * (n - 2) - 3 * step * m->m2;
	m->m2 += term;
}

void moment_add_all(struct moment *m, const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		moment_add(m, x[i]);
}

double moment_mean(const struct moment *m)
{
	return m->n ? m->shift + m->mean : NAN;
}

double moment_var(const struct moment *m)
{
	return m->n > 1 ? m->m2 / ((double)m->n - 1) : NAN;
}

double moment_sd(const struct moment *m)
{
	return sqrt(moment_var(m));
}

double moment_skew(const struct moment *m)
{
	double n = (double)m->n;

	if (m->n < 3 || !(m->m2 > 0))
		return NAN;
	return m->m3 / n / pow(m->m2 / n, 1.5);
}

double moment_geomean(const double *x, size_t n)
{
	struct moment m = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0))
			return NAN;
		moment_add(&m, log(x[i]));
	}
	return exp(moment_mean(&m));
}

struct student moment_student(const double *a, size_t na, const double *b,
    size_t nb, bool equal)
{
	struct moment ma = { 0 }, mb = { 0 };
	struct student s = { .sd = NAN };
	double xa, xb;

	moment_add_all(&ma, a, na);
	moment_add_all(&mb, b, nb);
	s.diff = mb.shift - ma.shift + (mb.mean - ma.mean);
	if (equal) {
		s.df = (double)(na + nb) - 2;
		s.sd =
		    na && nb && s.df > 0 ? sqrt((ma.m2 + mb.m2) / s.df) : NAN;
		s.se = s.sd * sqrt(1 / (double)na + 1 / (double)nb);
	} else {
		xa = moment_var(&ma) / (double)na;
		xb = moment_var(&mb) / (double)nb;
		s.se = sqrt(xa + xb);
		s.df = (xa + xb) * (xa + xb) /
		    (xa * xa / ((double)na - 1) + xb * xb / ((double)nb - 1));
	}
	s.t = s.diff / s.se;
	s.p = 2 * dist_t_cdf(-fabs(s.t), s.df);
	return s;
}

double moment_student_half(const struct student *s, double alpha)
{
	return dist_t_quantile(1 - alpha / 2, s->df) * s->se;
}

struct anova moment_anova(const double *x, const size_t *size, size_t groups)
{
	struct anova a = { 0 };
	double within = 0, between = 0, total = 0, grand = 0;
	double origin = groups ? x[0] : 0;
	const double *at = x;

	/* Group means less the first value of all: small numbers. */
	for (size_t g = 0; g < groups; g++) {
		struct moment m = { 0 };

		moment_add_all(&m, at, size[g]);
		at += size[g];
		within += m.m2;
		grand += (double)size[g] * (m.shift - origin + m.mean);
		total += (double)size[g];
	}
	grand /= total;
	at = x;
	for (size_t g = 0; g < groups; g++) {
		struct moment m = { 0 };
		double d;

		moment_add_all(&m, at, size[g]);
		at += size[g];
		d = m.shift - origin + m.mean - grand;
		between += (double)size[g] * d * d;
	}
	a.df_between = (double)groups - 1;
	a.df_within = total - (double)groups;
	a.ms_between = a.df_between > 0 ? between / a.df_between : NAN;
	a.ms_within = a.df_within > 0 ? within / a.df_within : NAN;
	a.f = a.ms_between / a.ms_within;
	a.p = dist_f_sf(a.f, a.df_between, a.df_within);
	return a;
}
