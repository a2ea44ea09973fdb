/* step_null.c - null distribution of the greatest statistic of a series. */
#include "stats/step.h"

#include "stats/step_inner.h"

#include <math.h>

/* What is in the table, and how far beyond its last level the line through the
 * last two goes: tails of such maxima are nearly straight in z^2 against the
 * logarithm of p, and that of ranks, which are bounded, falls faster. */
static const double levels[STEP_LEVELS] = { 0.1, 0.01, 0.001 };
#define ALPHA_LEAST 1e-6

/* The z of a level for n values, on a line over log n between the sizes of the
 * table; INFINITY where it is not reached. */
static double at_level(size_t n, int level)
{
	size_t i = 0;
	double a, b, share;

	if (n < step_table[0].n)
		return INFINITY;
	while (i + 2 < step_sizes && step_table[i + 1].n <= n)
		i++;
	a = step_table[i].z[level];
	b = step_table[i + 1].z[level];
	if (n == step_table[i].n)
		return a > 0 ? a : INFINITY;
	if (!(a > 0) || !(b > 0))
		return INFINITY;
	share = log((double)n / (double)step_table[i].n) /
	    log((double)step_table[i + 1].n / (double)step_table[i].n);
	return a + share * (b - a);
}

/* The two levels between which, or beyond which, a line is drawn. */
static double on_line(double x, double x0, double x1, double y0, double y1)
{
	return y0 + (x - x0) / (x1 - x0) * (y1 - y0);
}

double step_critical(size_t n, double alpha)
{
	double from, to, square;
	int i = 0;

	alpha = fmin(fmax(alpha, ALPHA_LEAST), levels[0]);
	while (i < STEP_LEVELS - 2 && alpha < levels[i + 1] * (1 - 1e-9))
		i++;
	from = at_level(n, i);
	to = at_level(n, i + 1);
	if (alpha >= levels[0])
		return from;
	if (!isfinite(to))
		return INFINITY;
	square = on_line(log(alpha), log(levels[i]), log(levels[i + 1]),
	    from * from, to * to);
	return sqrt(square);
}

double step_p(size_t n, double z)
{
	double from, to = at_level(n, 0);
	int i = 0;

	/* what was simulated is cut to four digits, and so reached */
	z += 1e-4;
	if (!(z >= to))
		return 1;
	while (i < STEP_LEVELS - 2 && z >= at_level(n, i + 1))
		i++;
	from = at_level(n, i);
	to = at_level(n, i + 1);
	if (!isfinite(to))
		return levels[i + (z >= to)];
	return fmax(exp(on_line(z * z, from * from, to * to, log(levels[i]),
			log(levels[i + 1]))),
	    ALPHA_LEAST);
}
