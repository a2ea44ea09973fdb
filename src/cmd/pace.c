/* pace.c - how long to measure. */
#include "cmd/pace.h"

#include "base/mem.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Time for the batches of one invocation: twenty of a quarter of a millisecond,
 * most of which no timer tick meets. Values spread between invocations more
 * than between batches: more of them, not longer ones (METHOD, section 1). And
 * the least that still holds ten of the shortest batches the engine makes. */
#define TIME_NS  5000000
#define TIME_MIN 2000000

/* Rounds of the least precise rows end here: beyond, a row's spread is the
 * machine's and not the sample's (METHOD, section 7 looks at 10, 20, 40). */
#define MOST       40
#define MOST_UNTIL 80

void pace_init(struct pace *p, size_t rows, const struct measure_opts *o,
    int64_t now)
{
	memset(p, 0, sizeof(*p));
	p->o = o;
	p->n = rows;
	p->row = xcalloc(rows + 1, sizeof(*p->row));
	p->rounds = o->rounds;
	p->time_ns = TIME_NS;
	p->opened_ns = now;
	p->began_ns = now;
}

void pace_release(struct pace *p)
{
	free(p->row);
	p->row = NULL;
}

void pace_begin(struct pace *p, int64_t now)
{
	p->began_ns = now;
}

void pace_calibrated(struct pace *p, int64_t ns)
{
	p->cal_ns = ns;
}

void pace_step(struct pace *p, size_t row, int64_t ns)
{
	p->row[row].cost_ns = ns - p->cal_ns;
	p->cal_ns = 0;
}

/* One round of the rows that are wanted and not done. */
static int64_t round_ns(const struct pace *p)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < p->n; i++)
		if (p->row[i].wanted && !p->row[i].done)
			sum += p->row[i].cost_ns;
	return sum;
}

static int64_t budget_left(const struct pace *p, int64_t now)
{
	return p->o->budget_ns - (now - p->opened_ns);
}

/* What is left of the budget must hold the rounds that are left: first the
 * invocations become shorter, then the rounds fewer, never below PACE_LEAST
 * while there is any time. */
static void fit(struct pace *p, int64_t now)
{
	int64_t left = budget_left(p, now), one = round_ns(p);
	uint32_t rest = p->rounds - p->done, can;

	if (one <= 0 || one * rest <= left)
		return;
	if (p->time_ns > TIME_MIN) {
		/* Only the batches shrink, not the processes around them, so
		 * this falls short; the next round corrects it. */
		p->time_ns = (int64_t)((double)p->time_ns *
		    fmax(0.5, (double)left / (double)(one * rest)));
		if (p->time_ns < TIME_MIN)
			p->time_ns = TIME_MIN;
		return;
	}
	can = left > 0 ? p->done + (uint32_t)(left / one) : p->done;
	if (can < PACE_LEAST && left > 0)
		can = PACE_LEAST;
	if (can < p->rounds) {
		p->rounds = can;
		p->cut = true;
	}
}

/* The rows that a further round is worth. */
static size_t undecided(struct pace *p)
{
	double wanted = p->o->until > 0 ? p->o->until : REPORT_PRECISE;
	size_t most = p->o->until > 0 ? MOST_UNTIL : MOST, i, n = 0;

	for (i = 0; i < p->n; i++) {
		if (!p->row[i].wanted)
			continue;
		p->row[i].done =
		    p->row[i].half_width <= wanted || p->row[i].n >= most;
		n += !p->row[i].done;
	}
	return n;
}

void pace_next(struct pace *p, uint32_t done, int64_t now)
{
	bool budget = p->o->budget_ns > 0;
	size_t rows;

	p->done = done;
	p->middle = false;
	if (p->extra > 0 || done >= p->rounds) {
		if (p->extra == 0)
			p->full = done;
		rows = p->o->fixed ? 0 : undecided(p);
		p->over =
		    rows == 0 || (budget && round_ns(p) > budget_left(p, now));
		if (!p->over && p->extra++ == 0)
			p->extra_rows = rows;
		return;
	}
	p->full = done;
	if (budget && budget_left(p, now) <= 0) {
		p->over = true;
		p->cut = true;
		return;
	}
	if (budget && !p->o->fixed)
		fit(p, now);
	p->middle = done == p->rounds / 2;
}

bool pace_spent(struct pace *p, int64_t now)
{
	int64_t budget = p->o->budget_ns;

	if (budget == 0 || p->over ||
	    now - p->opened_ns < (p->done == 0 ? 2 * budget : budget))
		return false;
	p->over = true;
	p->cut |= p->extra == 0;
	return true;
}

int64_t pace_left(const struct pace *p, int64_t now)
{
	int64_t left, budget;

	if (p->done == 0 || p->extra > 0)
		left = p->o->budget_ns ?
		    budget_left(p, now) :
		    measure_forecast(p->n, p->rounds) - (now - p->began_ns);
	else
		/* as long a round as those so far */
		left = (now - p->began_ns) / (p->done + 1) *
		    (p->rounds > p->done ? p->rounds - p->done : 1);
	budget = p->o->budget_ns ? budget_left(p, now) : left;
	if (left > budget)
		left = budget;
	return left > 0 ? left : 0;
}

char *pace_words(const struct pace *p, int ret)
{
	const char *s = p->full == 1 ? "" : "s";

	if (ret == -EINTR)
		return xasprintf("%u round%s, then interrupted", p->full, s);
	if (ret < 0)
		return xasprintf("%u round%s, then an error", p->full, s);
	if (p->cut)
		return xasprintf(
		    "%u round%s of %u, then the budget was used up", p->full, s,
		    p->o->rounds);
	if (p->extra > 0 && p->extra_rows == 1)
		return xasprintf("%u round%s, then up to %u more of the least "
				 "precise row",
		    p->full, s, p->extra);
	if (p->extra > 0)
		return xasprintf("%u round%s, then up to %u more of the %zu "
				 "least precise rows",
		    p->full, s, p->extra, p->extra_rows);
	return xasprintf("%u round%s", p->full, s);
}

int64_t measure_forecast(size_t rows, uint32_t rounds)
{
	/* Batches, warm-up and idle, each about as long, and the process. */
	return (int64_t)rows * rounds * (2 * TIME_NS + TIME_NS / 2);
}
