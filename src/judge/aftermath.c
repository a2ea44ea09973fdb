/* aftermath.c - does a load leave damage behind? */
#include "judge/aftermath.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/inside.h"
#include "stats/order.h"
#include "stats/rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounds of the recovery that are judged, at least: below 6 there is no
 * interval (METHOD, section 4). */
#define TAIL_LEAST 8

/* Values in a row that say whether a row is as before at some time. */
#define BLOCK 5

/* CPUs that others may use more than at the baseline before a slower row may be
 * theirs; and at the baseline before it is said: as 'perfloss run' does. */
#define OTHERS 0.20

/* Of all CPUs, used by others: where it is more, they have no room to become
 * busier, and who gets how much of a CPU is luck. */
#define CROWDED 0.5

/* The kernel tells CPU time in ticks of 10 ms (USER_HZ, man 7 time): below ten
 * of them the last one alone makes a share look unfair. */
#define SHARE_S 0.1

const char *const after_words[AFTER_WORDS] = { "recovered", "still slower",
	"cannot tell" };

/* -- Parts of a run ------------------------------------------------------ */

/* Rounds from first to below end; borrows all of it. */
static void view_init(struct run *v, const struct run *r, uint32_t first,
    uint32_t end)
{
	run_init(v);
	host_copy(&v->host, &r->host);
	v->started_ns = r->started_ns;
	v->ended_ns = r->ended_ns;
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *from = &r->results[i];
		struct result *to = run_add(v, from->key);
		char *key = to->key, *name = to->name;

		*to = *from;
		to->key = key;
		to->name = name;
		to->why = NULL;
		to->inv = xcalloc(from->n_inv + 1, sizeof(*to->inv));
		to->n_inv = 0;
		for (size_t k = 0; k < from->n_inv; k++)
			if (from->inv[k].round >= first &&
			    from->inv[k].round < end)
				to->inv[to->n_inv++] = from->inv[k];
	}
}

static void view_release(struct run *v)
{
	for (size_t i = 0; i < v->n_results; i++)
		v->results[i].n_inv = 0;
	run_release(v);
}

static uint32_t rounds_of(const struct run *r)
{
	uint32_t n = 0;

	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->results[i].n_inv; k++)
			if (r->results[i].inv[k].round >= n)
				n = r->results[i].inv[k].round + 1;
	return n;
}

/* -- A row --------------------------------------------------------------- */

static void take_change(struct after_change *to, const struct comparison *c)
{
	to->n = c->nb;
	to->change = c->change;
	if (!isfinite(c->change)) /* too few for an interval */
		to->change = c->cost_b / c->cost_a - 1;
	to->lo = c->lo;
	to->hi = c->hi;
	to->verdict = c->verdict;
}

/* How far thirds of the baseline lie apart, as a ratio less 1. */
static double drift_of(const struct run *r, const struct result *res)
{
	double log_cost[3], least = INFINITY, most = -INFINITY;
	size_t third = res->n_inv / 3;

	if (third == 0)
		return NAN;
	for (size_t t = 0; t < 3; t++) {
		double *x = xcalloc(third, sizeof(*x));
		size_t n = 0;

		for (size_t k = 0; k < third; k++) {
			double c = run_cost(r, res, t * third + k);

			if (isfinite(c) && c > 0)
				x[n++] = log(c);
		}
		order_sort(x, n);
		log_cost[t] = order_median(x, n);
		free(x);
		least = fmin(least, log_cost[t]);
		most = fmax(most, log_cost[t]);
	}
	return exp(most - least) - 1;
}

/* Whether the middle of BLOCK values from `at` on is beyond the limit. */
static bool block_is_slow(const double *y, size_t at, double limit)
{
	double x[BLOCK];

	memcpy(x, y + at, sizeof(x));
	order_sort(x, BLOCK);
	return order_median(x, BLOCK) > limit;
}

/* When blocks of the recovery are within the margin, and stay so. */
static double recovered(const struct aftermath *a, const struct result *res,
    double cost, double margin)
{
	const struct run *r = &a->phase[AFTER_RECOVERY];
	double *y = xcalloc(res->n_inv + 1, sizeof(*y)), at_s = NAN;
	double limit = log(cost) + log1p(margin);
	size_t n = 0, last = SIZE_MAX;
	size_t *inv = xcalloc(res->n_inv + 1, sizeof(*inv));

	for (size_t k = 0; k < res->n_inv; k++) {
		double c = run_cost(r, res, k);

		if (!isfinite(c) || c <= 0)
			continue;
		inv[n] = k;
		y[n++] = log(c);
	}
	for (size_t i = 0; i + BLOCK <= n; i++)
		if (block_is_slow(y, i, limit))
			last = i;
	if (n >= BLOCK && last == SIZE_MAX)
		at_s = 0;
	else if (n >= BLOCK && last + BLOCK < n)
		at_s = (double)((int64_t)res->inv[inv[last + BLOCK / 2 + 1]]
				    .start_ns -
			   a->load.to_ns) /
		    1e9;
	free(inv);
	free(y);
	return at_s;
}

static void count_overruns(const struct run *r, const char *key,
    struct after_overruns *o)
{
	const struct result *res = run_find(r, key);
	char us[24];
	double period;

	if (!res || strcmp(res->name, "sched_periodic") != 0 ||
	    !row_arg(key, "us", us, sizeof(us)) ||
	    num_parse_double(us, &period) < 0)
		return;
	for (size_t k = 0; k < res->n_inv; k++)
		for (size_t i = 0; i < res->inv[k].n_events; i++) {
			o->periods++;
			o->overruns +=
			    (double)res->inv[k].events[i] > period * 1000;
		}
}

/* What others did in the part of the recovery that is judged. */
struct others {
	double cpus; /* NaN = unknown */
	double more; /* than at the baseline */
	size_t of;   /* CPUs that there are */
};

static bool crowded(const struct others *o)
{
	return o->of > 0 && o->cpus > CROWDED * (double)o->of;
}

/* Others may have made it slower, or it moves that much by itself. */
static void choose_word(struct after_row *row, const struct comparison *c,
    const struct others *others)
{
	row->word = AFTER_UNCLEAR;
	if (c->verdict == VERDICT_SAME || c->verdict == VERDICT_FASTER ||
	    c->verdict == VERDICT_MAYBE_FASTER) {
		row->word = AFTER_RECOVERED;
	} else if (c->verdict == VERDICT_SLOWER && others->more > OTHERS) {
		judge_say(row->note, sizeof(row->note),
		    "slower, but other programs used %.1f CPUs more than at "
		    "the baseline",
		    others->more);
	} else if (c->verdict == VERDICT_SLOWER && crowded(others)) {
		judge_say(row->note, sizeof(row->note),
		    "slower, but other programs used %.1f of %zu CPUs",
		    others->cpus, others->of);
	} else if (c->verdict == VERDICT_SLOWER && row->drift > c->lo) {
		judge_say(row->note, sizeof(row->note),
		    "slower, but the baseline itself moved by %.0f %%",
		    100 * row->drift);
	} else if (c->verdict == VERDICT_SLOWER) {
		row->word = AFTER_SLOWER;
	} else if (c->verdict == VERDICT_MAYBE_SLOWER) {
		judge_say(row->note, sizeof(row->note),
		    "slower, maybe by less than the margin");
	} else if (c->note[0]) {
		judge_say(row->note, sizeof(row->note), "%s", c->note);
	} else {
		judge_say(row->note, sizeof(row->note),
		    "the interval is wider than the margin of %.0f %%",
		    100 * c->margin);
	}
}

static void judge_row(const struct aftermath *a, const struct comparison *c,
    const struct others *others, struct after_row *row)
{
	const struct run *base = &a->phase[AFTER_BASELINE];
	const struct result *after;

	row->key = aftermath_row(c->key);
	row->survivor = aftermath_survives(c->key);
	row->res = c->a;
	row->n = c->na;
	row->cost = c->cost_a;
	row->drift = drift_of(base, c->a);
	row->recovered_s = NAN;
	take_change(&row->at[AFTER_RECOVERY], c);
	choose_word(row, c, others);
	after = run_find(&a->phase[AFTER_RECOVERY], c->key);
	if (after && isfinite(c->cost_a) && row->word != AFTER_SLOWER)
		row->recovered_s = recovered(a, after, c->cost_a,
		    fmax(c->margins.alarm,
			isfinite(row->drift) ? row->drift : 0));
	for (int p = 0; p < AFTER_PHASES; p++)
		count_overruns(&a->phase[p], c->key, &row->overruns[p]);
}

/* -- All of it ----------------------------------------------------------- */

static double mean_busy(const struct run *r, uint32_t first)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < r->n_env; i++)
		if (r->env[i].round >= first && isfinite(r->env[i].busy)) {
			sum += r->env[i].busy;
			n++;
		}
	return n > 0 ? sum / (double)n : NAN;
}

/* What the load left is none of them. */
static struct others others_of(const struct aftermath *a, uint32_t first)
{
	double left = after_left_cpus(a);
	double cpus = mean_busy(&a->phase[AFTER_RECOVERY], first) -
	    (isfinite(left) ? left : 0);

	return (struct others){ cpus,
		cpus - mean_busy(&a->phase[AFTER_BASELINE], 0), a->about.cpus };
}

static void judge_rows(const struct aftermath *a, const struct judge_opts *o,
    struct after_judged *j)
{
	const struct run *base = &a->phase[AFTER_BASELINE];
	const struct run *recovery = &a->phase[AFTER_RECOVERY];
	uint32_t n = rounds_of(recovery), most = rounds_of(base), tail = n / 2;
	struct verdict_set after, during;
	static char baseline[] = "the baseline";
	struct others others;
	struct run v, named = *base;

	tail = tail < TAIL_LEAST ? TAIL_LEAST : tail;
	tail = tail > most ? most : tail;
	j->tail_round = n > tail ? n - tail : 0;
	others = others_of(a, j->tail_round);
	view_init(&v, recovery, j->tail_round, n);
	named.label = baseline; /* as the table calls them */
	v.label = xstrdup("after");
	judge_compare(&named, &v, o, &after);
	judge_compare(base, &a->phase[AFTER_LOAD], o, &during);
	j->row = xcalloc(after.n + 1, sizeof(*j->row));
	for (size_t i = 0; i < after.n; i++) {
		struct after_row *row = &j->row[j->n];

		if (!after.rows[i].a || after.rows[i].a->n_inv == 0)
			continue;
		judge_row(a, &after.rows[i], &others, row);
		row->at[AFTER_LOAD].verdict = VERDICT_MISSING;
		for (size_t k = 0; k < during.n; k++)
			if (strcmp(during.rows[k].key, after.rows[i].key) == 0)
				take_change(&row->at[AFTER_LOAD],
				    &during.rows[k]);
		j->n++;
	}
	verdict_set_release(&after);
	verdict_set_release(&during);
	view_release(&v);
}

static void overall(struct after_judged *j)
{
	size_t n[AFTER_WORDS] = { 0 };

	for (size_t i = 0; i < j->n; i++)
		n[j->row[i].word]++;
	j->word = n[AFTER_SLOWER] > 0 ? AFTER_SLOWER :
	    n[AFTER_RECOVERED] > 0 && n[AFTER_RECOVERED] >= n[AFTER_UNCLEAR] ?
					AFTER_RECOVERED :
					AFTER_UNCLEAR;
}

static void shares(const struct aftermath *a, struct after_shares *s)
{
	double span = (double)(a->load.to_ns - a->load.from_ns) / 1e9;
	size_t n = a->load.n_each;
	double *x = xcalloc(n + 1, sizeof(*x)), sum = 0, squares = 0;

	memset(s, 0, sizeof(*s));
	for (size_t i = 0; i < n; i++)
		if (a->load.each_s[i] >= 0) {
			x[s->n++] = a->load.each_s[i];
			sum += a->load.each_s[i];
			squares += a->load.each_s[i] * a->load.each_s[i];
		}
	s->brief = s->n > 0 && sum < SHARE_S * (double)s->n;
	if (a->load.copies == 0 || span <= 0 || sum <= 0)
		s->n = 0;
	if (span > 0 && isfinite(a->load.cpu_s) && a->load.cpu_s >= 0)
		s->all = a->load.cpu_s / span;
	if (s->n > 0) {
		order_sort(x, s->n);
		s->least = x[0] / span;
		s->middle = order_median(x, s->n) / span;
		s->most = x[s->n - 1] / span;
		s->jain = sum * sum / ((double)s->n * squares);
	}
	free(x);
}

void after_warn(struct after_judged *j, const char *fmt, ...)
{
	va_list ap;

	j->warning = xgrow(j->warning, j->n_warnings, &j->cap_warnings,
	    sizeof(*j->warning));
	va_start(ap, fmt);
	j->warning[j->n_warnings++] = xvasprintf(fmt, ap);
	va_end(ap);
}

/* The checks of the protocol (STORIES, story 0): nothing that steps the clock,
 * nothing else at work. */
static void check(const struct aftermath *a, struct after_judged *j)
{
	const struct run *base = &a->phase[AFTER_BASELINE];
	const char *daemons = host_get(&base->host, "daemons.time");
	double busy = mean_busy(base, 0);

	if (daemons && strcmp(daemons, "none") != 0)
		after_warn(j,
		    "a time daemon runs (%.60s): it may step or stretch the "
		    "clock",
		    daemons);
	if (a->about.clock_step_s != 0)
		after_warn(j, "the time of day was set by %+.3f s meanwhile",
		    a->about.clock_step_s);
	if (a->about.suspended_s > 0)
		after_warn(j, "the machine was suspended for %.1f s meanwhile",
		    a->about.suspended_s);
	if (busy > OTHERS)
		after_warn(j,
		    "not alone: other programs used %.2f CPUs at the baseline",
		    busy);
	if (a->load.began && !a->about.first)
		after_warn(j,
		    "not root: the measuring cannot go before the load, and "
		    "may be late while that lasts");
	if (a->load.failed > 0)
		after_warn(j,
		    "%llu of %llu invocations of the load failed: %.100s",
		    (unsigned long long)a->load.failed,
		    (unsigned long long)(a->load.failed + a->load.turns),
		    a->load.why ? a->load.why : "no reason was told");
}

void judge_aftermath(const struct aftermath *a, const struct judge_opts *o,
    struct after_judged *out)
{
	int64_t to = a->to_ns[AFTER_RECOVERY];

	memset(out, 0, sizeof(*out));
	judge_rows(a, o, out);
	overall(out);
	shares(a, &out->shares);
	if (to > a->load.to_ns) {
		out->recovery_s = (double)(to - a->load.to_ns) / 1e9;
		out->tail_s = NAN;
	}
	for (size_t i = 0; i < a->phase[AFTER_RECOVERY].n_results; i++) {
		const struct result *r = &a->phase[AFTER_RECOVERY].results[i];

		for (size_t k = 0; k < r->n_inv; k++)
			if (r->inv[k].round == out->tail_round)
				out->tail_s =
				    fmin(isfinite(out->tail_s) ? out->tail_s :
								 INFINITY,
					(double)((int64_t)r->inv[k].start_ns -
					    a->load.to_ns) /
					    1e9);
	}
	check(a, out);
	after_judge_left(a, out);
}

static void free_all(char **s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(s[i]);
	free(s);
}

void after_judged_release(struct after_judged *j)
{
	for (size_t i = 0; i < j->n; i++)
		free(j->row[i].key);
	free(j->row);
	free(j->left);
	free_all(j->unread, j->n_unread);
	free_all(j->warning, j->n_warnings);
	memset(j, 0, sizeof(*j));
}
