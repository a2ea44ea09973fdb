/* program.c - whether a program executes more instructions than another. */
#include "judge/program.h"

bool program_repeats(const struct program_counts *c)
{
	return c->boots > 1 && c->n[0] == c->n[1];
}

static void range(const struct program_counts *c, double *lo, double *hi,
    double *mean)
{
	double sum = 0;

	*lo = *hi = c->boots ? (double)c->n[0] : 0;
	for (size_t i = 0; i < c->boots; i++) {
		double x = (double)c->n[i];

		*lo = x < *lo ? x : *lo;
		*hi = x > *hi ? x : *hi;
		sum += x;
	}
	*mean = c->boots ? sum / (double)c->boots : 0;
}

double program_spread(const struct program_counts *c)
{
	double lo, hi, mean;

	range(c, &lo, &hi, &mean);
	return lo > 0 ? (hi - lo) / lo : 0;
}

void program_compare(const struct program_counts *a,
    const struct program_counts *b, double delta, struct program_change *out)
{
	double a_lo, a_hi, a_mean, b_lo, b_hi, b_mean;

	range(a, &a_lo, &a_hi, &a_mean);
	range(b, &b_lo, &b_hi, &b_mean);
	out->change = a_mean > 0 ? b_mean / a_mean - 1 : 0;
	if (a_lo <= 0 || b_lo <= 0)
		out->word = PROGRAM_CANNOT_TELL;
	else if (b_lo > a_hi * (1 + delta))
		out->word = PROGRAM_SLOWER;
	else if (a_lo > b_hi * (1 + delta))
		out->word = PROGRAM_FASTER;
	else if (b_hi <= a_lo * (1 + delta) && a_hi <= b_lo * (1 + delta))
		out->word = PROGRAM_SAME;
	else
		out->word = PROGRAM_CANNOT_TELL;
}
