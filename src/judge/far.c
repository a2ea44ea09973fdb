/* far.c - a value among few that lies far from all others. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/order.h"

#include <math.h>
#include <string.h>

/* Critical values of Dixon's r10 at 95 %, two-sided, n = 4 to 10 (Rorabacher,
 * "Statistical treatment for rejection of deviant values", 1991). */
static const double dixon[] = { .829, .710, .625, .568, .526, .493, .466 };
#define DIXON_LEAST 4
#define DIXON_MOST  (DIXON_LEAST + sizeof(dixon) / sizeof(dixon[0]) - 1)

double judge_tamed(const double *y, size_t n, double step, size_t *at)
{
	double low, high, range, limit;

	*at = n;
	if (n < DIXON_LEAST || n > DIXON_MOST)
		return NAN;
	low = y[1] - y[0];
	high = y[n - 1] - y[n - 2];
	range = y[n - 1] - y[0] - fmax(low, high);
	range = fmax(range, step);
	limit = dixon[n - DIXON_LEAST];
	limit = limit / (1 - limit) * range;
	if (!(range > 0) || fmax(low, high) <= limit)
		return NAN;
	*at = high >= low ? n - 1 : 0;
	return high >= low ? y[n - 2] + limit : y[1] - limit;
}

/* A gap counts from here on: the margin of two sessions; and so many steps of
 * the rounding. */
#define GAP       0.05
#define GAP_STEPS 2

bool judge_far(const struct run *r, const struct result *res, struct far *out)
{
	double y[DIXON_MOST], low, high, gap, step = judge_rounded(res);
	size_t n, at = 0;

	if (res->n_inv < DIXON_LEAST || res->n_inv > DIXON_MOST)
		return false;
	n = run_costs(r, res, y);
	if (n != res->n_inv) /* then no place of one is known */
		return false;
	order_sort(y, n);
	low = y[1] - y[0];
	high = y[n - 1] - y[n - 2];
	gap = fmax(low, high);
	if (gap < dixon[n - DIXON_LEAST] * (y[n - 1] - y[0]) ||
	    gap < y[n / 2] * fmax(GAP, GAP_STEPS * step))
		return false;
	out->cost = high >= low ? y[n - 1] : y[0];
	out->lo = high >= low ? y[0] : y[1];
	out->hi = high >= low ? y[n - 2] : y[n - 1];
	while (run_cost(r, res, at) != out->cost)
		at++;
	out->inv = at;
	return true;
}

const char *judge_far_say(const struct result *res, const struct far *f,
    char *out, size_t size)
{
	const char *at = invocation_noted(&res->inv[f->inv], "at");
	int rate = unit_is_rate(res->unit);
	char w[3][32];

	judge_display(res, f->cost, w[0], sizeof(w[0]));
	/* of a rate the lower cost is more */
	judge_display(res, f->lo, w[1 + rate], sizeof(w[1]));
	judge_display(res, f->hi, w[2 - rate], sizeof(w[2]));
	judge_say(out, size, "%s", w[0]);
	if (at)
		judge_add(out, size, " (line %.20s)", at);
	if (strcmp(w[1], w[2]) == 0)
		judge_add(out, size, " lies far from the others, %s", w[1]);
	else
		judge_add(out, size, " lies far from the others, %s to %s",
		    w[1], w[2]);
	return out;
}
