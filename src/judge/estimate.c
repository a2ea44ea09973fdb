/* estimate.c - what the values of one row say: cost, interval, spread. */
#include "judge/inside.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/exact.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Grid step over cost from which values count as quantised: half of the
 * default margin, so that one step is a visible change. */
#define COARSE 0.01

/* Share of the loop's own cost below which a row is impossible: self_nop
 * repeats within a few percent. */
#define FLOOR_SHARE 0.9

/* Asymptotic efficiency of the Wilcoxon tests for normal values, 3/pi
 * (Pitman 1948). */
#define RANK_EFFICIENCY 0.955

const char *const status_words[STATUSES] = {
	[STATUS_OK] = "ok",
	[STATUS_FEW] = "few",
	[STATUS_NOISY] = "noisy",
	[STATUS_QUANTISED] = "quantised",
	[STATUS_SUSPECT] = "suspect",
	[STATUS_UNSUPPORTED] = "unsupported",
	[STATUS_FAILED] = "failed",
};

void judge_say(char *to, size_t size, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(to, size, fmt, ap);
	va_end(ap);
}

void judge_add(char *to, size_t size, const char *fmt, ...)
{
	size_t len = strlen(to);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(to + len, size - len, fmt, ap);
	va_end(ap);
}

void judge_say_more(char *to, size_t size, const char *fmt, ...)
{
	size_t len = strlen(to), begin = len, room;
	va_list ap;
	int wrote;

	if (len > 0) {
		snprintf(to + len, size - len, "; ");
		len = strlen(to);
	}
	room = size - len;
	va_start(ap, fmt);
	wrote = vsnprintf(to + len, room, fmt, ap);
	va_end(ap);
	/* half a clause misleads; the first ones matter most */
	if (begin > 0 && (wrote < 0 || (size_t)wrote >= room))
		to[begin] = '\0';
}

const char *judge_display(const struct result *res, double cost_ns, char *out,
    size_t size)
{
	double v = run_display(res, cost_ns);

	switch (res->unit) {
	case UNIT_RATE:
		return num_rate(v, out, size);
	case UNIT_HZ:
		return num_hz(v, out, size);
	case UNIT_SIZE:
		return num_size(v, out, size);
	case UNIT_COUNT:
	case UNIT_SCORE:
		return num_plain(v, out, size);
	case UNIT_INSN:
		return num_many(v, out, size);
	case UNIT_NS:
	case UNITS:
		break;
	}
	return num_time(v, out, size);
}

double judge_cost(double y)
{
	char text[32];
	double cost = exp(y), near;

	snprintf(text, sizeof(text), "%.13g", cost);
	return num_parse_double(text, &near) == 0 ? near : cost;
}

double *judge_logs(const struct run *r, const struct result *res, size_t *n)
{
	double *y = xreallocarray(NULL, res->n_inv + 1, sizeof(*y));

	*n = run_costs(r, res, y);
	for (size_t i = 0; i < *n; i++)
		y[i] = log(y[i]);
	order_sort(y, *n);
	return y;
}

/* What an unpaired comparison of this run with its like would see: the width
 * of the interval of the values against themselves stands for its standard
 * error, so that tails count as much as they will there. Below 4 values there
 * is no such interval and the spread has to do. */
static double could_have_seen(const double *y, size_t n, double cv)
{
	double df = 2 * (double)n - 2, lo, hi, se;

	rank_shift_interval(y, n, y, n, 0.05, NULL, &lo, &hi);
	se = (hi - lo) / 2 / dist_norm_quantile(0.975);
	if (isnan(se))
		se = cv * sqrt(2 / (RANK_EFFICIENCY * (double)n));
	return expm1(
	    (dist_t_quantile(0.975, df) + dist_t_quantile(0.8, df)) * se);
}

static void spread(struct estimate *e, const double *y)
{
	double *scratch = xreallocarray(NULL, e->n + 1, sizeof(*scratch));
	double sd = order_mad(y, e->n, scratch), lo, hi;
	struct moment m = { 0 };

	free(scratch);
	if (e->n < 2)
		return;
	/* more than half of them equal: the plain deviation */
	moment_add_all(&m, y, e->n);
	e->cv = sd > 0 ? sd : moment_sd(&m);
	e->seen = could_have_seen(y, e->n, e->cv);
	/* Costs are skewed, which only the sign test does not mind. */
	rank_median_interval(y, e->n, 0.05, &lo, &hi);
	e->lo = judge_cost(lo);
	e->hi = judge_cost(hi);
	e->half_width = (e->hi - e->lo) / 2 / e->cost;
}

static void describe_modes(const struct result *res, struct estimate *e,
    const struct modes *m)
{
	char low[32], high[32];
	double share = 100 * (double)m->low_n / (double)e->n;

	judge_say(e->why, sizeof(e->why),
	    "two modes: %.0f %% near %s, %.0f %% near %s", share,
	    judge_display(res, exp(m->low), low, sizeof(low)), 100 - share,
	    judge_display(res, exp(m->high), high, sizeof(high)));
}

/* Quantised or noisy, from the values alone. */
static void shape_status(const struct result *res, struct estimate *e,
    const double *y)
{
	double *cost = xreallocarray(NULL, e->n + 1, sizeof(*cost)), step;
	struct modes modes = shape_modes(y, e->n);
	bool counted = res->unit == UNIT_INSN; /* equal is what they are */
	char word[32];

	for (size_t i = 0; i < e->n; i++)
		cost[i] = exp(y[i]);
	step = counted ? 0 : shape_grid(cost, e->n);
	if (!counted && e->n >= 5 && y[e->n - 1] - y[0] < 1e-12) {
		e->status = STATUS_QUANTISED;
		judge_say(e->why, sizeof(e->why), "all %zu values are equal",
		    e->n);
	} else if (step > COARSE * e->cost) {
		e->status = STATUS_QUANTISED;
		judge_say(e->why, sizeof(e->why),
		    "all values are multiples of a step of %s",
		    num_time(step, word, sizeof(word)));
	} else if (e->cv > JUDGE_NOISY) {
		e->status = STATUS_NOISY;
		judge_say(e->why, sizeof(e->why),
		    "spread %.0f %% between invocations, usual is %.0f %%",
		    100 * e->cv, 100 * JUDGE_NOISY);
		if (modes.low_n)
			describe_modes(res, e, &modes);
	} else if (e->half_width > JUDGE_NOISY) {
		/* The robust spread does not see a few that are far off. */
		e->status = STATUS_NOISY;
		judge_say(e->why, sizeof(e->why),
		    JUDGE_FAR_OFF ": the interval is +-%.0f %%",
		    100 * e->half_width);
	} else if (!isfinite(e->half_width)) {
		e->status = STATUS_FEW;
		judge_say(e->why, sizeof(e->why), "%zu value%s: no interval",
		    e->n, e->n == 1 ? "" : "s");
	}
	free(cost);
}

/* Median cost of the empty loop, NaN where it was not measured. */
static double loop_ns(const struct run *r)
{
	const struct result *nop = run_find(r, "self_nop");
	double *y, median;
	size_t n;

	if (!nop)
		return NAN;
	y = judge_logs(r, nop, &n);
	median = exp(order_median(y, n));
	free(y);
	return median;
}

static double raw_median(const struct run *r, const struct result *res)
{
	double *raw = xreallocarray(NULL, res->n_inv + 1, sizeof(*raw));
	double median;
	size_t n = 0;

	for (size_t i = 0; i < res->n_inv; i++) {
		raw[n] = run_cost_raw(r, res, i);
		if (isfinite(raw[n]))
			n++;
	}
	order_sort(raw, n);
	median = order_median(raw, n);
	free(raw);
	return median;
}

/* Rows that count or compare single cycles take one or few, unrolled, at a
 * clock that may be above what the system believes; twice that is none. Where
 * eight operations at a time are asked for, more are not under way. */
struct least {
	double cycles;
	const char *word;
	bool loop; /* no less than the empty loop, which is not unrolled */
};

static struct least least_of(const struct result *res)
{
	char how[32] = "";

	if (strcmp(res->name, "cpu_op") == 0 &&
	    row_arg(res->key, "how", how, sizeof(how)) &&
	    strcmp(how, "throughput") == 0)
		return (struct least){ 1.0 / 8, "an eighth of a", false };
	if (res->unit == UNIT_HZ || strcmp(res->name, "cpu_op") == 0)
		return (struct least){ 1.0 / 2, "half a", false };
	return (struct least){ 1, "one", true };
}

/* Values that cannot be, whatever the other rows say. */
static void impossible(const struct run *r, const struct result *res,
    struct estimate *e)
{
	double cycle = run_counts(r) ? 0 : judge_cycle_ns(r), loop = loop_ns(r);
	const struct least least = least_of(res);
	size_t bad = 0;
	char word[32];

	for (size_t i = 0; i < res->n_inv; i++)
		bad += run_cost(r, res, i) <= 0;
	if (bad) {
		e->status = STATUS_SUSPECT;
		judge_say(e->why, sizeof(e->why),
		    "%zu of %zu values are not above zero", bad, bad + e->n);
		return;
	}
	if (strcmp(res->name, "self_nop") == 0)
		return;
	if (e->cost < cycle * least.cycles) {
		e->status = STATUS_SUSPECT;
		judge_say(e->why, sizeof(e->why),
		    "takes less than %s clock cycle, %s", least.word,
		    num_time(cycle, word, sizeof(word)));
	} else if (least.loop && raw_median(r, res) < FLOOR_SHARE * loop) {
		e->status = STATUS_SUSPECT;
		judge_say(e->why, sizeof(e->why),
		    "takes less than the empty loop, %s",
		    judge_display(res, loop, word, sizeof(word)));
	}
}

/* The median; where it falls between two modes, the mean of which is nobody's
 * cost, the value below. */
static double middle(const double *y, size_t n)
{
	return n > 1 && 2 * shape_modes(y, n).low_n == n ? y[n / 2 - 1] :
							   order_median(y, n);
}

void judge_estimate(const struct run *r, const struct result *res,
    struct estimate *e)
{
	bool counted;
	double *y;

	*e = (struct estimate){ .cost = NAN,
		.lo = NAN,
		.hi = NAN,
		.half_width = NAN,
		.cv = NAN,
		.seen = NAN };
	if (res->outcome != OUTCOME_OK) {
		e->status = res->outcome == OUTCOME_SKIPPED ?
		    STATUS_UNSUPPORTED :
		    STATUS_FAILED;
		judge_say(e->why, sizeof(e->why), "%s",
		    res->why ? res->why : "no reason was given");
		return;
	}
	counted = res->unit == UNIT_INSN;
	y = counted ? exact_logs(r, res, &e->n) : judge_logs(r, res, &e->n);
	if (e->n > 0 && counted) {
		exact_spread(e, y);
		shape_status(res, e, y);
	} else if (e->n > 0) {
		e->cost = judge_cost(middle(y, e->n));
		spread(e, y);
		shape_status(res, e, y);
	} else {
		e->status = STATUS_FAILED;
		judge_say(e->why, sizeof(e->why), "no value was measured");
	}
	impossible(r, res, e);
	free(y);
}
