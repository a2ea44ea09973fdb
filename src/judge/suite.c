/* suite.c - one figure for all rows: the geometric mean of the ratios. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/dist.h"
#include "stats/moment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More rounds than any run has; a hostile round number counts as none. */
#define ROUNDS_MOST 100000

/* Points of a curve would outvote the rest, lmbench's own definitions and tails
 * repeat rows that stand beside them, and the loop is not a service. */
bool suite_counts(const struct comparison *c, const struct test *t)
{
	return t->kind != TEST_NONE && t->kind != TEST_SUMMARY &&
	    isfinite(t->shift) && c->verdict <= VERDICT_CANNOT_TELL &&
	    !(c->a->flags & (RESULT_CURVE | RESULT_LM | RESULT_TAIL)) &&
	    strcmp(c->a->name, "self_nop") != 0;
}

/* Per-round sums of the log costs less the mean of their row. */
struct rounds {
	double *sum;
	size_t *n;
	size_t rounds;
};

static void add_row(const struct run *r, const struct result *res,
    struct rounds *to)
{
	double *y = xreallocarray(NULL, res->n_inv + 1, sizeof(*y)), mean = 0;
	size_t n = 0;

	run_each_cost(r, res, y);
	for (size_t i = 0; i < res->n_inv; i++) {
		y[i] = y[i] > 0 ? log(y[i]) : NAN;
		if (!isfinite(y[i]))
			continue;
		mean += y[i];
		n++;
	}
	mean /= n ? (double)n : 1;
	for (size_t i = 0; i < res->n_inv; i++) {
		size_t round = res->inv[i].round;

		if (!isfinite(y[i]) || round >= to->rounds)
			continue;
		to->sum[round] += y[i] - mean;
		to->n[round]++;
	}
	free(y);
}

/* Variance of the mean over rounds, and its degrees of freedom. */
static double side_var(const struct run *r, bool now,
    const struct verdict_set *v, const struct test *tests, double *df)
{
	struct rounds to = { NULL, NULL, 0 };
	struct moment m = { 0 };

	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->results[i].n_inv; k++) {
			size_t round = r->results[i].inv[k].round;

			if (round < ROUNDS_MOST && round >= to.rounds)
				to.rounds = round + 1;
		}
	to.sum = xcalloc(to.rounds + 1, sizeof(*to.sum));
	to.n = xcalloc(to.rounds + 1, sizeof(*to.n));
	for (size_t i = 0; i < v->n; i++)
		if (suite_counts(&v->rows[i], &tests[i]))
			add_row(r, now ? v->rows[i].b : v->rows[i].a, &to);
	for (size_t i = 0; i < to.rounds; i++)
		if (to.n[i])
			moment_add(&m, to.sum[i] / (double)to.n[i]);
	free(to.sum);
	free(to.n);
	*df = (double)m.n - 1;
	return moment_var(&m) / (double)m.n;
}

/* Pairs: round r moves the mean of all rows by u_r, the sum of its deviations
 * from the means of their rows, each over the row's pairs and over the rows.
 * With equal numbers that is Student's (1908) for the means per round; rows
 * that left early have fewer and heavier ones. */
static void add_pairs(const struct test *t, double rows, double *u,
    uint32_t rounds)
{
	const struct pairs *p = &t->pairs;
	struct moment m = { 0 };

	for (size_t k = 0; k < p->n && p->p[k].round < rounds; k++)
		if (pair_used(&t->paired, &p->p[k]))
			moment_add(&m, p->p[k].b - p->p[k].a);
	for (size_t k = 0; k < p->n && p->p[k].round < rounds; k++)
		if (pair_used(&t->paired, &p->p[k]))
			u[p->p[k].round] +=
			    (p->p[k].b - p->p[k].a - moment_mean(&m)) /
			    (double)m.n / rows;
}

/* Rounds of a row that its shift is from: those after its last look are not,
 * be they stored or not. */
static uint32_t judged_rounds(const struct verdict_set *v, size_t i,
    const struct test *tests)
{
	uint32_t have = pairs_rounds(&tests[i].pairs);
	uint32_t last = v->rows[i].look ? v->rows[i].look : v->rounds;

	have = have < last ? have : last;
	return have < ROUNDS_MOST ? have : ROUNDS_MOST;
}

static double pair_var(const struct verdict_set *v, const struct test *tests,
    double *df)
{
	double *u, var = 0, n;
	uint32_t rounds = 0;

	for (size_t i = 0; i < v->n; i++) {
		uint32_t have = judged_rounds(v, i, tests);

		if (suite_counts(&v->rows[i], &tests[i]))
			rounds = have > rounds ? have : rounds;
	}
	u = xcalloc(rounds + 1, sizeof(*u));
	for (size_t i = 0; i < v->n; i++)
		if (suite_counts(&v->rows[i], &tests[i]))
			add_pairs(&tests[i], (double)v->suite_n, u,
			    judged_rounds(v, i, tests));
	for (uint32_t r = 0; r < rounds; r++)
		var += u[r] * u[r];
	free(u);
	n = rounds;
	*df = n - 1;
	return n > 1 ? var * n / (n - 1) : NAN;
}

/* What sessions differ by is independent of what the values of a run do. */
static void set_interval(struct verdict_set *v, double mean, double var,
    double df)
{
	double half;

	if (!(df >= 1))
		return;
	half = hypot(dist_t_quantile(0.975, df) * sqrt(var),
	    log1p(v->suite_margin));
	v->suite_lo = expm1(mean - half);
	v->suite_hi = expm1(mean + half);
}

/* Mean of the rows' log ratios; the interval is Welch's (1947) for the
 * per-round means of both runs where they were not paired. */
void judge_suite(const struct run *base, const struct run *now,
    const struct test *tests, const struct floors *floors,
    struct verdict_set *v)
{
	double sum = 0, va, vb, da, db, df;

	v->suite = v->suite_lo = v->suite_hi = NAN;
	v->suite_n = 0;
	v->suite_margin = 0;
	for (size_t i = 0; i < v->n; i++) {
		if (!suite_counts(&v->rows[i], &tests[i]))
			continue;
		sum += tests[i].shift;
		v->suite_n++;
	}
	if (v->suite_n == 0)
		return;
	sum /= (double)v->suite_n;
	v->suite = expm1(sum);
	if (v->pairing == PAIRING_INTERLEAVED) {
		va = pair_var(v, tests, &df);
		set_interval(v, sum, va, df);
		return;
	}
	if (v->pairing != PAIRING_COUNTED)
		v->suite_margin = expm1(suite_margin(tests, floors, v));
	va = side_var(base, false, v, tests, &da);
	vb = side_var(now, true, v, tests, &db);
	if (!(da >= 1 && db >= 1))
		return;
	df = va + vb > 0 ?
	    (va + vb) * (va + vb) / (va * va / da + vb * vb / db) :
	    da + db;
	set_interval(v, sum, va + vb, df);
}
