/* table.c - what was counted beside what it has to be. */
#include "slow.h"

#include "base/mem.h"
#include "stats/dist.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Rows ---------------------------------------------------------------- */

void table_head(const struct table *t, const char *what,
    const char *const cells[CELLS])
{
	if (t->tap)
		return;
	printf("\n%-28s %-5s %5s %5s ", what, "goal", "bound", "n");
	for (int i = 0; i < CELLS; i++)
		printf("%4.4s ", cells[i]);
	printf("\n");
}

static void print_tap(const struct table *t, const struct row *r, bool ok)
{
	printf("%sok %zu - %s %s:", ok ? "" : "not ", t->rows, r->part,
	    r->name);
	for (int i = 0; i < CELLS; i++)
		if (r->cell[i][0])
			printf(" %s%.*s", r->cell[i], r->mark[i] > ' ',
			    &r->mark[i]);
	printf("%s of %s, goal %s, bound %s\n", r->text, r->n,
	    r->target[0] ? r->target : "none", r->bound);
}

void table_row(struct table *t, const struct row *r)
{
	bool missed = false, judged = false;

	for (int i = 0; i < CELLS; i++) {
		missed = missed || r->mark[i] == MARK_MISSED;
		judged = judged || r->mark[i];
	}
	t->rows++;
	t->missed += missed;
	if (t->tap) {
		print_tap(t, r, !missed);
		fflush(stdout);
		return;
	}
	printf("%-3s %-24s %-5s %5s %5s ", r->part, r->name, r->target,
	    r->bound, r->n);
	for (int i = 0; i < CELLS && !r->text[0]; i++)
		printf("%4s%c", r->cell[i],
		    r->mark[i] > ' ' ? r->mark[i] : ' ');
	printf("%-*s%s\n", r->text[0] ? 5 * CELLS : 0, r->text,
	    missed     ? "NO" :
		judged ? "met" :
			 "");
	fflush(stdout);
}

/* Three digits at most. */
void row_cell(struct row *r, int cell, double x)
{
	if (isnan(x))
		snprintf(r->cell[cell], sizeof(r->cell[cell]), "-");
	else
		snprintf(r->cell[cell], sizeof(r->cell[cell]), "%.*f",
		    x < 99.95 ? 1 : 0, x);
}

/* -- Goals --------------------------------------------------------------- */

/* The most successes of n that a rate leaves room for at a level: the smallest
 * k with P(X <= k) >= level. */
static uint64_t most(double rate, uint64_t n, double level)
{
	uint64_t lo = 0, hi = n;

	while (lo < hi) {
		uint64_t k = lo + (hi - lo) / 2;

		if (dist_binom_cdf((double)k, (double)n, rate) >= level)
			hi = k;
		else
			lo = k + 1;
	}
	return lo;
}

static uint64_t least(double rate, uint64_t n, double level)
{
	return n - most(1 - rate, n, level);
}

/* Counts within the binomial bound of a goal, and how that reads in percent;
 * n > 0. */
static void bounds(const struct goal *g, uint64_t n, double level, uint64_t *lo,
    uint64_t *hi, char *out, size_t size)
{
	double percent = 100 / (double)n;

	*lo = g->kind == GOAL_AT_MOST ? 0 : least(g->lo, n, level);
	*hi = g->kind == GOAL_AT_LEAST ? n : most(g->hi, n, level);
	if (g->kind == GOAL_AT_MOST)
		snprintf(out, size, "%.1f", percent * (double)*hi);
	else if (g->kind == GOAL_AT_LEAST)
		snprintf(out, size, "%.1f", percent * (double)*lo);
	else
		snprintf(out, size, "%.0f-%.0f", percent * (double)*lo,
		    percent * (double)*hi);
}

static char mark_of(const struct goal *g, double share, bool bounded)
{
	if (!bounded)
		return MARK_MISSED;
	if (g->kind == GOAL_AT_MOST)
		return share <= g->hi ? MARK_MET : MARK_BOUND;
	return share >= g->lo && share <= g->hi ? MARK_MET : MARK_BOUND;
}

static void put_mean(struct row *r, const struct job *job, const struct goal *g,
    bool cut)
{
	double mean = job->sum.sum[g->hit] / (double)job->sum.trials;
	int cell = (int)job->spec.kind;

	row_cell(r, cell, mean);
	snprintf(r->n, sizeof(r->n), "%llu",
	    (unsigned long long)job->sum.trials);
	if (g->kind == GOAL_MEAN || (g->kind == GOAL_MEAN_ALL && !cut))
		r->mark[cell] =
		    mean >= g->lo && mean <= g->hi ? MARK_MET : MARK_MISSED;
}

/* Rows of cases that count different n show the least of them, and its bound,
 * which is the widest. */
static void put_share(const struct table *t, struct row *r,
    const struct job *job, const struct goal *g)
{
	uint64_t n = g->of < 0 ? job->sum.trials : job->sum.hit[g->of];
	uint64_t hit = job->sum.hit[g->hit], lo, hi;
	double share = n ? (double)hit / (double)n : NAN;
	int cell = (int)job->spec.kind;
	char bound[sizeof(r->bound)];

	row_cell(r, cell, 100 * share);
	if (r->least == 0 || n < r->least)
		snprintf(r->n, sizeof(r->n), "%llu", (unsigned long long)n);
	if (g->kind != GOAL_SHOWN && n > 0) {
		bounds(g, n, t->level, &lo, &hi, bound, sizeof(bound));
		r->mark[cell] = mark_of(g, share, hit >= lo && hit <= hi);
		if (r->least == 0 || n < r->least)
			memcpy(r->bound, bound, sizeof(bound));
	} else if (g->kind != GOAL_SHOWN && !t->cut) {
		r->mark[cell] = MARK_MISSED;
	}
	if (r->least == 0 || n < r->least)
		r->least = n;
}

static void put_target(struct row *r, const struct goal *g)
{
	char *out = r->target;
	size_t size = sizeof(r->target);

	if (g->kind == GOAL_AT_MOST)
		snprintf(out, size, "<= %g", 100 * g->hi);
	else if (g->kind == GOAL_AT_LEAST)
		snprintf(out, size, ">= %g", 100 * g->lo);
	else if (g->kind == GOAL_BETWEEN && g->lo < 0.1)
		snprintf(out, size, "%g+-%g", 50 * (g->lo + g->hi),
		    50 * (g->hi - g->lo));
	else if (g->kind == GOAL_BETWEEN)
		snprintf(out, size, "%g-%g", 100 * g->lo, 100 * g->hi);
	else if (g->kind == GOAL_MEAN || g->kind == GOAL_MEAN_ALL)
		snprintf(out, size, "<= %g", g->hi);
}

/* A goal whose words begin with a comma goes on with the name of its case. */
static void put_name(struct row *r, const struct job *job, const struct goal *g)
{
	if (!g->what[0] || g->what[0] == ',')
		snprintf(r->name, sizeof(r->name), "%s%s", job->name, g->what);
	else
		snprintf(r->name, sizeof(r->name), "  %s", g->what);
}

/* Jobs of one name differ in their kind of noise: they are one row. */
static bool same_case(const struct job *a, const struct job *b)
{
	return strcmp(a->part, b->part) == 0 && strcmp(a->name, b->name) == 0;
}

void table_jobs(struct table *t, const struct job *job, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && same_case(job + i, job + end);)
			end++;
		for (size_t g = 0; g < job[i].goals; g++) {
			struct row r = { .part = job[i].part };

			put_name(&r, &job[i], &job[i].goal[g]);
			for (size_t k = i; k < end; k++) {
				const struct goal *goal = &job[k].goal[g];

				put_target(&r, goal);
				if (goal->kind == GOAL_MEAN ||
				    goal->kind == GOAL_MEAN_ALL ||
				    goal->kind == GOAL_SHOWN_MEAN)
					put_mean(&r, &job[k], goal, t->cut);
				else
					put_share(t, &r, &job[k], goal);
			}
			table_row(t, &r);
		}
	}
}
