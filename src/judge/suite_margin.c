/* suite_margin.c - how far sessions of one state differ in the suite line. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/dist.h"

#include <math.h>
#include <stdlib.h>

/* Rows whose floor is from history, all of sessions or all of boots: the mean
 * of their moves in each run of it. */
struct past {
	size_t n;     /* runs */
	double *sum;  /* of the rows' moves */
	size_t *rows; /* that are in the sum */
	size_t measured;
	double floors; /* sum of their floors, log */
};

static void past_init(struct past *p, size_t n)
{
	*p = (struct past){ .n = n };
	p->sum = xcalloc(n + 1, sizeof(*p->sum));
	p->rows = xcalloc(n + 1, sizeof(*p->rows));
}

static void past_release(struct past *p)
{
	free(p->sum);
	free(p->rows);
}

static void past_add(struct past *p, const double *move, double floor)
{
	p->measured++;
	p->floors += floor;
	for (size_t i = 0; i < p->n; i++) {
		if (isnan(move[i]))
			continue;
		p->sum[i] += move[i];
		p->rows[i]++;
	}
}

/* A run in which few of the rows were measured says nothing of all of them. */
static bool tells(const struct past *p, size_t i)
{
	return p->rows[i] > 0 && 2 * p->rows[i] >= p->measured;
}

static bool first_of_group(const struct past *p, const uint32_t *group,
    size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (group[k] == group[i] && tells(p, k))
			return false;
	return true;
}

/* The bound on the difference of two means, times the number of rows: Student's
 * (1908), by the variance between the means of past runs within their groups.
 * All rows together are within their floors in 19 of 20 comparisons, and then
 * their mean is within the mean floor: that is all there is where the history
 * is short. */
static double past_bound(const struct past *p, const uint32_t *group)
{
	double ss = 0, df = 0, bound;

	for (size_t i = 0; i < p->n; i++) {
		double mean = p->sum[i] / (double)p->rows[i];

		if (!tells(p, i))
			continue;
		ss += mean * mean;
		df += !first_of_group(p, group, i);
	}
	if (df < 1)
		return p->floors;
	bound = dist_t_quantile(0.975, df) * sqrt(2 * ss / df);
	return fmin(p->floors, bound * (double)p->measured);
}

double suite_margin(const struct test *tests, const struct floors *floors,
    const struct verdict_set *v)
{
	struct past past[2]; /* of sessions, of boots */
	size_t n = floors ? floors->n_past : 0;
	double sum = 0;

	past_init(&past[0], n);
	past_init(&past[1], n);
	for (size_t i = 0; i < v->n; i++) {
		const struct result *res = v->rows[i].a;
		const struct floor *f;
		char how[SESSION_HOW];
		struct margin m;

		if (!suite_counts(&v->rows[i], &tests[i]))
			continue;
		f = floors_find(floors, res->key,
		    judge_how(res, how, sizeof(how)));
		m = judge_margin(res->key, v->pairing, 0, 0, f);
		if (m.from == MARGIN_MEASURED && f->move)
			past_add(&past[m.boots], f->move + (m.boots ? n : 0),
			    log1p(m.alarm));
		else
			sum += log1p(m.alarm);
	}
	for (int boots = 0; boots < 2; boots++) {
		if (past[boots].measured > 0)
			sum += past_bound(&past[boots],
			    floors->group + (boots ? n : 0));
		past_release(&past[boots]);
	}
	return v->suite_n ? sum / (double)v->suite_n : 0;
}
