/* axis.c - a scale of a picture: where a value stands, and its ticks. */
#include "report/axis.h"

#include "base/num.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* The least step of 1, 2, 5 times a power of ten that is not below x; of powers
 * of two for sizes. */
static double nice(double x, bool binary)
{
	double unit;

	if (binary)
		return exp2(ceil(log2(x) - 1e-9));
	unit = pow(10, floor(log10(x) + 1e-9));
	x /= unit;
	return unit *
	    (x <= 1 + 1e-9        ? 1 :
		    x <= 2 + 1e-9 ? 2 :
		    x <= 5 + 1e-9 ? 5 :
				    10);
}

static void add(struct axis *a, double value)
{
	if (a->n_ticks < AXIS_TICKS)
		a->tick[a->n_ticks++] = value;
}

static void fit_linear(struct axis *a, double least, double most, size_t ticks)
{
	bool binary = a->kind == AXIS_BYTES;
	double step = nice((most - least) / (double)ticks, binary), first;

	while (ceil(most / step) - floor(least / step) > AXIS_TICKS - 1)
		step = nice(step * 1.5, binary);
	first = floor(least / step + 1e-9);
	a->from = first * step;
	a->to = ceil(most / step - 1e-9) * step;
	for (double k = first; k * step <= a->to + step / 2; k++)
		add(a, k * step);
}

/* Decades, or powers of four for sizes; within few of them 1, 2, 5 as well. */
static void fit_log(struct axis *a, double least, double most, size_t ticks)
{
	double base = a->kind == AXIS_BYTES ? 4 : 10;
	double lo = floor(log(least) / log(base) + 1e-9);
	double hi = ceil(log(most) / log(base) - 1e-9), skip;

	hi = hi > lo ? hi : lo + 1;
	skip = ceil((hi - lo) / (double)ticks);
	a->from = pow(base, lo);
	a->to = pow(base, hi);
	for (double k = lo; k <= hi; k += skip)
		add(a, pow(base, k));
}

void axis_fit(struct axis *a, double least, double most, size_t ticks)
{
	a->n_ticks = 0;
	a->log = a->log && least > 0;
	if (!(most > least)) {
		double around = least != 0 ? fabs(least) / 10 : 1;

		least -= a->log ? least / 2 : around;
		most += around;
	}
	if (a->log)
		fit_log(a, least, most, ticks);
	else
		fit_linear(a, least, most, ticks);
}

double axis_at(const struct axis *a, double value)
{
	double share = a->log ?
	    (log(value) - log(a->from)) / (log(a->to) - log(a->from)) :
	    (value - a->from) / (a->to - a->from);

	return a->at0 + share * (a->at1 - a->at0);
}

const char *axis_text(const struct axis *a, double value, char *out,
    size_t size)
{
	/* what is left of 0.1 + 0.2 - 0.3 is 0 */
	if (!a->log && fabs(value) < (a->to - a->from) * 1e-9)
		value = 0;
	switch (a->kind) {
	case AXIS_TIME:
		return value == 0 ? "0" : num_time(value, out, size);
	case AXIS_RATE:
		return value == 0 ? "0" : num_rate(value, out, size);
	case AXIS_HZ:
		return value == 0 ? "0" : num_hz(value, out, size);
	case AXIS_BYTES:
		return num_bytes((int64_t)llround(value), out, size);
	case AXIS_CHANGE:
		return num_change(expm1(value), out, size);
	case AXIS_NUMBER:
		break;
	}
	snprintf(out, size, "%.6g", value);
	return out;
}
