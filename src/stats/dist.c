/* dist.c - distribution functions, computed rather than looked up. */
#include "stats/dist.h"

#include <float.h>
#include <math.h>

#define PI           3.14159265358979323846
#define HALF_LOG_2PI (0.5 * log(2 * PI))
#define ITERATIONS   100000
#define TINY         1e-300

double dist_norm_cdf(double x)
{
	return 0.5 * erfc(-x / sqrt(2));
}

/* Newton on log cdf, which is concave: from a point left of the root it climbs
 * to it without overshooting. cdf(x) <= exp(-x^2/2)/2 for x <= 0 gives such a
 * point. */
double dist_norm_quantile(double p)
{
	double x;

	if (!(p >= 0 && p <= 1))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? -INFINITY : INFINITY;
	if (p > 0.5)
		return -dist_norm_quantile(1 - p);
	x = -sqrt(-2 * log(2 * p));
	for (int i = 0; i < 100; i++) {
		double cdf = dist_norm_cdf(x);
		double pdf = exp(-x * x / 2) / sqrt(2 * PI);
		double step = (log(p) - log(cdf)) * cdf / pdf;

		x += step;
		if (fabs(step) <= 4 * DBL_EPSILON * fabs(x))
			break;
	}
	return x == 0 ? 0 : x;
}

/* What Stirling's formula leaves: lgamma(a) - ((a-1/2) log a - a + log(2 pi)/2)
 * (coefficients B_2k / (2k (2k-1)), DLMF 5.11.1). */
static double stirling_rest(double a)
{
	double b = 1 / (a * a);

	if (a < 16)
		return lgamma(a) - ((a - 0.5) * log(a) - a + HALF_LOG_2PI);
	return (1.0 / 12 -
		   (1.0 / 360 -
		       (1.0 / 1260 - (1.0 / 1680 - b / 1188) * b) * b) *
		       b) /
	    a;
}

/* log of x^a y^b / B(a, b), without the cancellation of its three terms. */
static double log_beta_front(double a, double b, double x, double y)
{
	double u = x * b - a * y; /* 0 at the mode */
	double v;

	v = u / a > -0.5 ? log1p(u / a) : log(x) + log((a + b) / a);
	v *= a;
	v += b * (-u / b > -0.5 ? log1p(-u / b) : log(y) + log((a + b) / b));
	v += 0.5 * (log(a) + log(b) - log(a + b)) - HALF_LOG_2PI;
	return v - stirling_rest(a) - stirling_rest(b) + stirling_rest(a + b);
}

static double not_zero(double v)
{
	return fabs(v) < TINY ? TINY : v;
}

static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), h = d;

	for (int m = 1; m < ITERATIONS; m++) {
		double i = m, odd, even, step;

		even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
		d = 1 / not_zero(1 + even * d);
		c = not_zero(1 + even / c);
		h *= d * c;
		odd = -(a + i) * (a + b + i) * x /
		    ((a + 2 * i) * (a + 2 * i + 1));
		d = 1 / not_zero(1 + odd * d);
		c = not_zero(1 + odd / c);
		step = d * c;
		h *= step;
		if (fabs(step - 1) <= 2 * DBL_EPSILON)
			break;
	}
	return h;
}

double dist_beta(double a, double b, double x, double y)
{
	if (!(a > 0 && b > 0 && x >= 0 && y >= 0))
		return NAN;
	if (x == 0 || y == 0)
		return x == 0 ? 0 : 1;
	if (x > (a + 1) / (a + b + 2))
		return 1 -
		    exp(log_beta_front(b, a, y, x)) * beta_fraction(b, a, y) /
		    b;
	return exp(log_beta_front(a, b, x, y)) * beta_fraction(a, b, x) / a;
}

/* P(T > t) for t >= 0 */
static double t_tail(double t, double df)
{
	double t2 = t * t;

	if (isinf(df))
		return dist_norm_cdf(-t);
	if (isinf(t2))
		return 0;
	return 0.5 * dist_beta(df / 2, 0.5, df / (df + t2), t2 / (df + t2));
}

double dist_t_cdf(double t, double df)
{
	if (!(df > 0) || isnan(t))
		return NAN;
	return t > 0 ? 1 - t_tail(t, df) : t_tail(-t, df);
}

static double t_density(double t, double df)
{
	double t2 = t * t, x = df / (df + t2), y = t2 / (df + t2);

	/* x^(df/2) y^(1/2) / B times what turns dy into dt */
	return exp(log_beta_front(df / 2, 0.5, x, y)) / t;
}

/* Newton's method on the tail inside a bracket that closes. */
static double t_tail_inverse(double q, double df)
{
	double lo = 0, hi = 1, t;

	while (t_tail(hi, df) > q) {
		lo = hi;
		hi *= 2;
	}
	t = (lo + hi) / 2;
	for (int i = 0; i < 200; i++) {
		double tail = t_tail(t, df), next;

		if (tail > q)
			lo = t;
		else
			hi = t;
		next = t + (tail - q) / t_density(t, df);
		if (!(next > lo && next < hi))
			next = (lo + hi) / 2;
		if (fabs(next - t) <= 2 * DBL_EPSILON * t)
			return next;
		t = next;
	}
	return t;
}

double dist_t_quantile(double p, double df)
{
	if (!(p >= 0 && p <= 1) || !(df > 0))
		return NAN;
	if (isinf(df))
		return dist_norm_quantile(p);
	if (p == 0 || p == 1)
		return p == 0 ? -INFINITY : INFINITY;
	if (p == 0.5)
		return 0;
	return p < 0.5 ? -t_tail_inverse(p, df) : t_tail_inverse(1 - p, df);
}

double dist_f_sf(double f, double df1, double df2)
{
	double all = df2 + df1 * f;

	if (!(df1 > 0 && df2 > 0) || isnan(f))
		return NAN;
	if (f <= 0)
		return 1;
	if (isinf(all))
		return 0;
	return dist_beta(df2 / 2, df1 / 2, df2 / all, df1 * f / all);
}

/* log of x^a exp(-x) / gamma(a) */
static double log_gamma_front(double a, double x)
{
	double u = (x - a) / a;
	double v = u > -0.5 ? log1p(u) - u : log(x / a) - u;

	return a * v + 0.5 * log(a) - HALF_LOG_2PI - stirling_rest(a);
}

static double gamma_series(double a, double x)
{
	double term = 1, sum = 1;

	for (int i = 1; i < ITERATIONS && term > DBL_EPSILON * sum / 4; i++) {
		term *= x / (a + i);
		sum += term;
	}
	return exp(log_gamma_front(a, x)) * sum / a;
}

static double gamma_fraction(double a, double x)
{
	double b = x + 1 - a, c = 1 / TINY, d = 1 / not_zero(b), h = d;

	for (int i = 1; i < ITERATIONS; i++) {
		double an = -i * (i - a), step;

		b += 2;
		d = 1 / not_zero(an * d + b);
		c = not_zero(b + an / c);
		step = c * d;
		h *= step;
		if (fabs(step - 1) <= 2 * DBL_EPSILON)
			break;
	}
	return exp(log_gamma_front(a, x)) * h;
}

double dist_gamma_p(double a, double x)
{
	if (!(a > 0 && x >= 0))
		return NAN;
	if (x == 0 || isinf(x))
		return x == 0 ? 0 : 1;
	return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}

double dist_gamma_q(double a, double x)
{
	if (!(a > 0 && x >= 0))
		return NAN;
	if (x == 0 || isinf(x))
		return x == 0 ? 1 : 0;
	return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

double dist_chi2_sf(double x, double df)
{
	return x <= 0 ? 1 : dist_gamma_q(df / 2, x / 2);
}

double dist_binom_cdf(double k, double n, double p)
{
	if (!(n >= 0 && p >= 0 && p <= 1))
		return NAN;
	k = floor(k);
	if (k < 0 || k >= n)
		return k < 0 ? 0 : 1;
	return dist_beta(n - k, k + 1, 1 - p, p);
}

double dist_digamma(double x)
{
	double sum = 0, b;

	if (!(x > 0))
		return NAN;
	for (; x < 16; x++)
		sum -= 1 / x;
	b = 1 / (x * x);
	return sum + log(x) - 0.5 / x -
	    b *
	    (1.0 / 12 -
		b * (1.0 / 120 - b * (1.0 / 252 - b * (1.0 / 240 - b / 132))));
}

double dist_trigamma(double x)
{
	double sum = 0, b;

	if (!(x > 0))
		return NAN;
	for (; x < 16; x++)
		sum += 1 / (x * x);
	b = 1 / (x * x);
	return sum + 1 / x + b / 2 +
	    b / x *
	    (1.0 / 6 -
		b * (1.0 / 30 - b * (1.0 / 42 - b * (1.0 / 30 - b * 5 / 66))));
}

/* -psi''(x) > 0: recurrence and asymptotic series (A&S 6.4.13). */
static double minus_tetragamma(double x)
{
	double sum = 0, b;

	for (; x < 16; x++)
		sum += 2 / (x * x * x);
	b = 1 / (x * x);
	return sum +
	    b *
	    (1 + 1 / x +
		b * (0.5 - b * (1.0 / 6 - b * (1.0 / 6 - b * 3 / 10))));
}

double dist_trigamma_inverse(double y)
{
	double x;

	if (!(y > 0))
		return NAN;
	if (y > 1e7) /* 1/x^2 + pi^2/6 */
		return 1 / sqrt(y - PI * PI / 6);
	if (y < 1e-6) /* 1/x + 1/(2 x^2) */
		return 1 / y + 0.5;
	x = 0.5 + 1 / y;
	for (int i = 0; i < 100; i++) {
		double tri = dist_trigamma(x);
		double step = tri * (1 - tri / y) / -minus_tetragamma(x);

		x += step;
		if (fabs(step) <= 4 * DBL_EPSILON * x)
			break;
	}
	return x;
}
