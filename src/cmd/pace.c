/* pace.c - how long to measure. */
#include "cmd/pace.h"

#include "base/mem.h"
#include "base/rng.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The least that still holds ten of the shortest batches the engine makes. */
#define TIME_NS  PACE_TIME_NS
#define TIME_MIN 2000000

/* Rounds of the least precise rows end here: beyond, a row's spread is the
 * machine's and not the sample's (METHOD, section 7 looks at 10, 20, 40). */
#define MOST       40
#define MOST_UNTIL 80

/* A row that would need more values than that takes part in one of so many
 * further rounds, until the others are done. */
#define FAR 4

/* A row is dear if an invocation costs so many times that of the middle row.
 * Setting up most rows costs nothing and their batches are equally long, so
 * that they are within a factor of two or three. */
#define DEAR 4

/* The golden section: multiples of it, modulo 1, are as evenly spread as any
 * sequence can be (Steinhaus 1957). */
#define GOLDEN 0.6180339887498949

void pace_init(struct pace *p, size_t rows, const struct measure_opts *o,
    uint64_t seed, int64_t now)
{
	struct rng rng;
	size_t i;

	memset(p, 0, sizeof(*p));
	p->o = o;
	p->n = rows;
	p->row = xcalloc(rows + 1, sizeof(*p->row));
	p->order = xcalloc(rows + 1, sizeof(*p->order));
	for (i = 0; i < rows; i++) {
		p->order[i] = i;
		p->row[i].next = -1;
	}
	rng_seed(&rng, seed);
	p->phase = rng_unit(&rng);
	p->rounds = o->rounds;
	p->time_ns = TIME_NS;
	p->opened_ns = now;
	p->began_ns = now;
}

void pace_release(struct pace *p)
{
	free(p->row);
	free(p->order);
	p->row = NULL;
	p->order = NULL;
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

bool pace_takes(struct pace *p, size_t row)
{
	if (p->row[row].rests)
		return false;
	p->row[row].took++;
	return true;
}

static bool measured(const struct pace_row *row)
{
	return row->wanted && !row->done;
}

/* Put the rows in order of cost and say which of those still measured are
 * dear; returns the cost above which they are. */
static int64_t find_dear(struct pace *p)
{
	size_t i, k, at, n = 0, seen = 0;
	int64_t dear = 0;

	/* Insertion: hardly anything changes from round to round. */
	for (i = 1; i < p->n; i++) {
		at = p->order[i];
		for (k = i; k > 0 &&
		     p->row[p->order[k - 1]].cost_ns > p->row[at].cost_ns;
		     k--)
			p->order[k] = p->order[k - 1];
		p->order[k] = at;
	}
	for (i = 0; i < p->n; i++)
		n += measured(&p->row[i]);
	for (i = 0; i < p->n; i++)
		if (measured(&p->row[p->order[i]]) && seen++ == (n - 1) / 2)
			dear = DEAR * p->row[p->order[i]].cost_ns;
	for (i = 0; i < p->n; i++)
		p->row[i].dear =
		    measured(&p->row[i]) && p->row[i].cost_ns > dear;
	return dear;
}

static uint32_t rest(const struct pace *p)
{
	return p->rounds > p->done ? p->rounds - p->done : 0;
}

/* Rounds until a dear row has its interval. */
static uint32_t least(const struct pace *p, const struct pace_row *row)
{
	uint32_t want = row->took < PACE_LEAST ? PACE_LEAST - row->took : 0;

	return want < rest(p) ? want : rest(p);
}

/* What the rounds that are left cost: of the others all, of the dear ones
 * the least or all. */
static int64_t sum(const struct pace *p, bool others, bool dear, bool all)
{
	int64_t ns = 0;
	size_t i;

	for (i = 0; i < p->n; i++) {
		const struct pace_row *row = &p->row[i];

		if (measured(row) && (row->dear ? dear : others))
			ns += row->cost_ns *
			    (!row->dear || all ? rest(p) : least(p, row));
	}
	return ns;
}

/* What is left after the others' rounds goes to the dear rows: the least for
 * as many as can have it, the cheapest first, since one that has fewer has no
 * interval; then one more for each, as long as there is time. */
static void allot(struct pace *p, int64_t left)
{
	uint32_t level;
	size_t i;

	left -= sum(p, true, false, true);
	for (i = 0; i < p->n; i++) {
		struct pace_row *row = &p->row[p->order[i]];
		uint32_t n = least(p, row);

		row->need = row->dear ? 0 : rest(p);
		if (!row->dear || row->cost_ns * n > left)
			continue;
		row->need = n;
		left -= row->cost_ns * n;
	}
	for (level = PACE_LEAST; level < p->rounds; level++)
		for (i = 0; i < p->n; i++) {
			struct pace_row *row = &p->row[p->order[i]];

			if (!row->dear || row->took + row->need != level ||
			    row->need == rest(p) || row->cost_ns > left)
				continue;
			row->need++;
			left -= row->cost_ns;
		}
}

static int64_t budget_left(const struct pace *p, int64_t now)
{
	return p->o->budget_ns - (now - p->opened_ns);
}

/* Only the batches shrink, not the processes around them, so this falls short;
 * the next round corrects it. */
static void shorten(struct pace *p, int64_t left, int64_t wanted)
{
	p->time_ns = (int64_t)((double)p->time_ns *
	    fmax(0.5, (double)left / (double)wanted));
	if (p->time_ns < TIME_MIN)
		p->time_ns = TIME_MIN;
}

/* Fewer rounds for all: as many as leave the dear rows their least, never below
 * PACE_LEAST while there is any time. */
static void cut(struct pace *p, int64_t left)
{
	int64_t one = sum(p, true, false, true) / rest(p);
	int64_t spare = left - sum(p, false, true, false);
	uint32_t can = p->done;

	if (one > 0 && spare > 0)
		can += (uint32_t)(spare / one);
	if (can < PACE_LEAST && left > 0)
		can = PACE_LEAST;
	if (can < p->rounds) {
		p->rounds = can;
		p->cut = true;
	}
}

/* What is left of the budget must hold the rounds that are left: first the dear
 * rows take part in fewer, then the invocations become shorter, then the rounds
 * fewer. */
static void fit(struct pace *p, int64_t now)
{
	int64_t left = budget_left(p, now), others, dears, saved;

	find_dear(p);
	if (sum(p, true, true, true) <= left)
		return;
	others = sum(p, true, false, true);
	dears = sum(p, false, true, false);
	/* Batches and warm-up are about half of an invocation. */
	saved = others / 2;
	if (p->time_ns > TIME_MIN &&
	    (others > left ||
		(others + dears > left && others + dears - saved <= left)))
		shorten(p, left, others + dears);
	else if (others > left)
		cut(p, left);
	allot(p, left);
}

/* Each dear row begins at a place of its own. */
static double place(struct pace *p)
{
	p->phase += GOLDEN;
	p->phase -= floor(p->phase);
	return p->phase;
}

/* Whether a thinned row takes part now; then when it does the next time. */
static void take_turns(const struct pace *p, struct pace_row *row)
{
	row->rests = row->next >= p->done + 1.0;
	if (!row->rests)
		row->next = fmax(row->next, p->done) + row->every;
}

/* Lay the rounds that a row is still to take part in evenly over those that are
 * left; they stay where they are as long as their number is right. */
static void lay(struct pace *p, struct pace_row *row)
{
	if (row->next < 0) {
		row->every = (double)rest(p) / row->need;
		row->next = p->done + place(p) * row->every;
	}
	if (ceil((p->rounds - row->next) / row->every) == row->need)
		return;
	row->next = fmin(row->next, p->rounds - row->need);
	row->every = (p->rounds - row->next) / row->need;
}

/* Who takes part in the next full round; what all that are left will cost. */
static void choose(struct pace *p)
{
	size_t i;

	p->plan_ns = 0;
	for (i = 0; i < p->n; i++) {
		struct pace_row *row = &p->row[i];

		row->rests = row->need == 0;
		if (!measured(row))
			continue;
		if (row->need > 0 && row->need < rest(p)) {
			lay(p, row);
			take_turns(p, row);
		}
		row->thinned |= row->rests;
		p->plan_ns += row->cost_ns * row->need;
	}
}

/* One round of the rows that take part in it. */
static int64_t round_ns(const struct pace *p)
{
	int64_t ns = 0;
	size_t i;

	for (i = 0; i < p->n; i++)
		if (measured(&p->row[i]) && !p->row[i].rests)
			ns += p->row[i].cost_ns;
	return ns;
}

static double wanted_width(const struct pace *p)
{
	return p->o->until > 0 ? p->o->until : REPORT_PRECISE;
}

static size_t most_values(const struct pace *p)
{
	return p->o->until > 0 ? MOST_UNTIL : MOST;
}

/* Whether a row can become precise enough: an interval narrows with the root of
 * the number of values. One that has no interval yet can. */
static bool is_near(const struct pace *p, const struct pace_row *row)
{
	double widths = row->half_width / wanted_width(p);

	return !isfinite(widths) ||
	    (double)row->n * widths * widths <= (double)most_values(p);
}

static bool any_near(const struct pace *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (measured(&p->row[i]) && is_near(p, &p->row[i]))
			return true;
	return false;
}

static bool anyone(const struct pace *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (measured(&p->row[i]) && !p->row[i].rests)
			return true;
	return false;
}

/* A round in which nobody takes part is none: then it is everybody's who is not
 * dear. */
static void fill(struct pace *p)
{
	if (anyone(p))
		return;
	for (size_t i = 0; i < p->n; i++)
		p->row[i].rests = p->row[i].dear;
}

/* Who takes part in a further round: those that can become precise in each,
 * the others now and then; a dear row as often as gives it the time that the
 * dearest of the others gets. False if there is no time. */
static bool choose_further(struct pace *p, int64_t left)
{
	bool few = any_near(p) && p->extra % FAR != 0;
	int64_t dear = find_dear(p);
	size_t i;

	for (i = 0; i < p->n; i++) {
		struct pace_row *row = &p->row[i];

		row->rests = few && !is_near(p, row);
		if (p->o->budget_ns == 0 || !row->dear || row->rests)
			continue;
		row->every = (double)row->cost_ns / (double)(dear ? dear : 1);
		take_turns(p, row);
	}
	fill(p);
	if (p->o->budget_ns == 0 || round_ns(p) <= left)
		return true;
	for (i = 0; i < p->n; i++)
		p->row[i].rests |= p->row[i].dear;
	fill(p);
	return anyone(p) && round_ns(p) <= left;
}

/* The rows that a further round is worth. */
static size_t undecided(struct pace *p)
{
	size_t i, n = 0;

	for (i = 0; i < p->n; i++) {
		if (!p->row[i].wanted)
			continue;
		p->row[i].done = p->row[i].half_width <= wanted_width(p) ||
		    p->row[i].n >= most_values(p);
		n += !p->row[i].done;
	}
	return n;
}

void pace_next(struct pace *p, uint32_t done, int64_t now)
{
	bool budget = p->o->budget_ns > 0;
	size_t rows, i;

	p->done = done;
	p->next_ns = now;
	p->middle = false;
	if (p->extra == 0)
		p->full = done;
	if (p->extra == 0 && done < p->rounds) {
		if (budget && budget_left(p, now) <= 0) {
			p->over = true;
			p->cut = true;
			return;
		}
		for (i = 0; i < p->n; i++)
			p->row[i].need = rest(p);
		if (budget && !p->o->fixed)
			fit(p, now);
	}
	if (p->extra == 0 && done < p->rounds) {
		choose(p);
		p->middle = done == p->rounds / 2;
		return;
	}
	rows = p->o->fixed ? 0 : undecided(p);
	p->over = rows == 0 || !choose_further(p, budget_left(p, now));
	if (!p->over && p->extra++ == 0)
		p->extra_rows = rows;
}

bool pace_spent(struct pace *p, int64_t now)
{
	int64_t budget = p->o->budget_ns;

	if (budget == 0 || p->over || now - p->opened_ns < budget)
		return false;
	p->over = true;
	p->cut |= p->extra == 0;
	return true;
}

/* What further rounds may cost: all that are allowed, of each row that is not
 * known to be precise enough. The budget is what bounds them, as a rule. */
static int64_t further_ns(const struct pace *p)
{
	size_t most = most_values(p), i, n;
	int64_t ns = 0;

	if (p->o->fixed)
		return 0;
	for (i = 0; i < p->n; i++) {
		const struct pace_row *row = &p->row[i];

		n = row->n + row->need;
		if (measured(row) && !(row->half_width <= wanted_width(p)) &&
		    n < most)
			ns += row->cost_ns * (int64_t)(most - n);
	}
	return ns;
}

int64_t pace_left(const struct pace *p, int64_t now)
{
	int64_t left, budget;

	if (p->done == 0 || p->extra > 0)
		left = p->o->budget_ns ?
		    budget_left(p, now) :
		    measure_forecast(p->n, p->rounds) - (now - p->began_ns);
	else
		left = p->plan_ns + further_ns(p) - (now - p->next_ns);
	budget = p->o->budget_ns ? budget_left(p, now) : left;
	if (left > budget)
		left = budget;
	return left > 0 ? left : 0;
}

int64_t measure_forecast(size_t rows, uint32_t rounds)
{
	/* Batches, warm-up and idle, each about as long, and the process. */
	return (int64_t)rows * rounds * (2 * TIME_NS + TIME_NS / 2);
}
