/* axis.c - a scale of a picture: where a value stands, and its ticks. */
#include "report/axis.h"

#include "base/num.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* Spans below this part of the values are lost in a double's digits. */
#define SPAN_LEAST 1e-9

enum axis_kind axis_kind_of(enum unit unit)
{
	return unit == UNIT_RATE ? AXIS_RATE :
	    unit == UNIT_HZ      ? AXIS_HZ :
	    unit == UNIT_INSN    ? AXIS_INSN :
				   AXIS_TIME;
}

/* -- Ticks --------------------------------------------------------------- */

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
	a->step = step;
	a->from = first * step;
	a->to = ceil(most / step - 1e-9) * step;
	for (double k = first; k * step <= a->to + step / 2; k++)
		add(a, k * step);
}

/* The greatest of 1, 2, 5 times a power of ten that is not above x. */
static double nice_below(double x, bool binary)
{
	double unit;

	if (binary)
		return exp2(floor(log2(x) + 1e-9));
	unit = pow(10, floor(log10(x) + 1e-9));
	x /= unit;
	return unit * (x < 2 - 1e-9 ? 1 : x < 5 - 1e-9 ? 2 : 5);
}

/* Decades, or powers of four for sizes; within few of them 2 and 5 as well. */
static void fit_log(struct axis *a, double least, double most, size_t ticks)
{
	static const double within[] = { 1, 2, 5 };
	bool binary = a->kind == AXIS_BYTES;
	double base = binary ? 4 : 10, lo, hi, skip;
	size_t parts;

	a->from = nice_below(least, binary);
	a->to = nice(most, binary);
	lo = floor(log(a->from) / log(base) + 1e-9);
	hi = ceil(log(a->to) / log(base) - 1e-9);
	skip = fmax(ceil((hi - lo) / (double)ticks), 1);
	parts = binary || (hi - lo) * 3 > (double)ticks ? 1 : 3;
	for (double k = lo; k <= hi; k += skip)
		for (size_t i = 0; i < parts; i++) {
			double v = pow(base, k) * within[i];

			if (v >= a->from * (1 - 1e-9) &&
			    v <= a->to * (1 + 1e-9))
				add(a, v);
		}
	if (a->n_ticks >= 2)
		return;
	a->n_ticks = 0;
	add(a, a->from);
	add(a, a->to);
}

void axis_fit(struct axis *a, double least, double most, size_t ticks)
{
	double around = isfinite(least) && least != 0 ? fabs(least) / 10 : 1;

	if (!isfinite(least) || !isfinite(most)) {
		least = isfinite(least) ? least : 0;
		most = least + around;
	}
	a->n_ticks = 0;
	a->step = 0;
	a->log = a->log && least > 0;
	ticks = ticks ? ticks : 1;
	if (!(most - least > fabs(most) * SPAN_LEAST)) {
		least -= a->log ? least / 2 : around;
		most += around;
	}
	if (a->log)
		fit_log(a, least, most, ticks);
	else
		fit_linear(a, least, most, ticks);
}

/* Ticks at changes with a sign, the next one always so far from the last that
 * there is room for words. */
static void add_changes(struct axis *a, const double *change, size_t n,
    double room)
{
	double last = 0;

	for (size_t i = 0; i < n; i++) {
		double v = log1p(change[i]);

		if (v < a->from || v > a->to || fabs(v - last) < room)
			continue;
		add(a, v);
		last = v;
	}
}

void axis_fit_change(struct axis *a, double least, double most, size_t ticks)
{
	static const double more[] = { 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4,
		9, 19, 49, 99, 999, 9999 };
	static const double less[] = { -0.01, -0.02, -0.05, -0.1, -0.2, -0.33,
		-0.5, -0.67, -0.8, -0.9, -0.95, -0.98, -0.99, -0.999, -0.9999 };
	const size_t n = sizeof(more) / sizeof(more[0]);
	double room;

	least = fmin(least, -0.01);
	most = fmax(most, 0.01);
	room = (most - least) / (double)ticks;
	*a = (struct axis){ .kind = AXIS_CHANGE,
		.from = least - (most - least) / 20,
		.to = most + (most - least) / 20,
		.at0 = a->at0,
		.at1 = a->at1 };
	add(a, 0);
	add_changes(a, less, n, room);
	add_changes(a, more, n, room);
}

/* -- Places and words ---------------------------------------------------- */

double axis_at(const struct axis *a, double value)
{
	double share = a->log ? (log(fmax(value, a->from)) - log(a->from)) /
		(log(a->to) - log(a->from)) :
				(value - a->from) / (a->to - a->from);

	share = fmin(fmax(share, 0), 1);
	return a->at0 + share * (a->at1 - a->at0);
}

struct scale {
	const char *unit;
	double of;
};

static const struct scale times[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 },
	{ "s", 1e9 }, { NULL, 0 } };
static const struct scale rates[] = { { "B/s", 1 }, { "kB/s", 1e3 },
	{ "MB/s", 1e6 }, { "GB/s", 1e9 }, { "TB/s", 1e12 }, { NULL, 0 } };
static const struct scale hertz[] = { { "Hz", 1 }, { "kHz", 1e3 },
	{ "MHz", 1e6 }, { "GHz", 1e9 }, { NULL, 0 } };
static const struct scale counts[] = { { "insn", 1 }, { "k insn", 1e3 },
	{ "M insn", 1e6 }, { "G insn", 1e9 }, { NULL, 0 } };
static const struct scale shares[] = { { "%", 0.01 }, { NULL, 0 } };
static const struct scale numbers[] = { { "", 1 }, { NULL, 0 } };

static const struct scale *scales_of(enum axis_kind kind)
{
	return kind == AXIS_TIME ? times :
	    kind == AXIS_RATE    ? rates :
	    kind == AXIS_HZ      ? hertz :
	    kind == AXIS_INSN    ? counts :
	    kind == AXIS_SHARE   ? shares :
				   numbers;
}

/* The largest unit of which there is one in the value. */
static const struct scale *unit_of(enum axis_kind kind, double value)
{
	const struct scale *s = scales_of(kind);

	while (s[1].unit && fabs(value) >= s[1].of * (1 - 1e-9))
		s++;
	return s;
}

/* From ten times on, and from a tenth, as a factor: -99.9 % and -99.99 % look
 * alike. */
static const char *factor_text(double value, char *out, size_t size)
{
	if (value == 0)
		return "0 %";
	if (fabs(value) < log(10) - 1e-9)
		return num_change(expm1(value), out, size);
	snprintf(out, size, "x%.4g", exp(value));
	return out;
}

const char *axis_text(const struct axis *a, double value, char *out,
    size_t size)
{
	const struct scale *s;
	int decimals;

	if (a->kind == AXIS_BYTES)
		return num_bytes((int64_t)llround(value), out, size);
	if (a->kind == AXIS_CHANGE)
		return factor_text(value, out, size);
	/* what is left of 0.1 + 0.2 - 0.3 is 0 */
	if (!a->log && fabs(value) < (a->to - a->from) * 1e-9)
		return "0";
	s = unit_of(a->kind,
	    a->step > 0 ? fmax(fabs(a->from), fabs(a->to)) : value);
	value /= s->of;
	if (a->step > 0 && fabs(value) < 1e7) {
		decimals = (int)fmax(-floor(log10(a->step / s->of) + 1e-9), 0);
		snprintf(out, size, "%.*f%s%s", decimals > 9 ? 9 : decimals,
		    value, s->unit[0] ? " " : "", s->unit);
	} else {
		snprintf(out, size, "%.6g%s%s", value, s->unit[0] ? " " : "",
		    s->unit);
	}
	return out;
}

const char *axis_value(enum axis_kind kind, double value, char *out,
    size_t size)
{
	if (!isfinite(value))
		snprintf(out, size, "-");
	else if (kind == AXIS_TIME)
		num_time(value, out, size);
	else if (kind == AXIS_RATE)
		num_rate(value, out, size);
	else if (kind == AXIS_HZ)
		num_hz(value, out, size);
	else if (kind == AXIS_INSN)
		num_many(value, out, size);
	else if (kind == AXIS_BYTES)
		num_bytes((int64_t)llround(value), out, size);
	else if (kind == AXIS_CHANGE)
		return factor_text(value, out, size);
	else if (kind == AXIS_SHARE)
		snprintf(out, size, "%.3g %%", 100 * value);
	else
		snprintf(out, size, "%.4g", value);
	return out;
}
