/* bisect_fit.c - the posterior of the place of one step. */
#include "judge/bisect.h"

#include "base/mem.h"
#include "stats/moment.h"
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What noise may be. Most is of values that do not depend on each other; some
 * goes with the value before, or drifts: a slope whose prior is normal, 2 sd in
 * 100 values. Weights: simulated (tests/slow, T15), so that the others cost the
 * first hardly a value. */
struct model {
	double rho, slope, prior;
};

#define NO_SLOPE 1e-6 /* as good as none, and not 0 */

static const struct model models[] = {
	{ 0.0, NO_SLOPE, 0.75 },
	{ 0.2, NO_SLOPE, 0.05 },
	{ 0.4, NO_SLOPE, 0.05 },
	{ 0.6, NO_SLOPE, 0.05 },
	{ 0.8, NO_SLOPE, 0.05 },
	{ 0.0, 0.02, 0.05 },
};
#define MODELS (sizeof(models) / sizeof(models[0]))

/* What a value is made of: the good level, the step, the slope. */
#define TERMS 3
#define STEP  1
#define SLOPE 2

/* Where a value begins to count for less, sd from both levels; and how often
 * levels and sd are found anew without what counts for less: a neighbour on the
 * CPU makes some runs dearer and none cheaper, so that what is not disturbed
 * stands closely together, and this finds it. */
#define FAR    2.5
#define ROUNDS 3

/* A weight that changes by less changes nothing. */
#define SETTLED 0.02

#define MAD_SD 1.4826 /* sd of a normal over its median absolute deviation */

/* Of residuals, as a share of the range of values: what is printed in 6 digits
 * is no nearer. It keeps counts, which have no spread, from a log of 0. */
#define GRAIN 1e-6

/* Skewness of residuals that normal noise seldom has: of 20 values one in 13
 * has more, of 50 one in 130. */
#define SKEW       0.9
#define SKEW_LEAST 20

struct fit {
	double log_lik, level[2], se, sd;
};

struct work {
	const struct bisect *b;
	double *y; /* less their mean */
	double floor;
	size_t *at; /* measured places, sorted, each once */
	size_t n_at;
	double *lik;       /* of each gap (at[g], at[g + 1]] and model, log */
	size_t gap, model; /* the gap with most of the posterior */
	double *term[TERMS + 1];
};

/* Normal equations without and with the step, and transformed values: what of
 * them is the same for each place is made once for a model. */
struct system {
	double m[TERMS][TERMS], rhs[TERMS], zz, n;
	double *t[TERMS + 1]; /* of each value; t[STEP] is a place's own */
};

/* -- One place, one model ------------------------------------------------ */

/* Gauss and Jordan on a positive definite system: x = m^-1 x; its
 * determinant. */
static double solve(double m[TERMS][TERMS], double x[TERMS])
{
	double det = 1;

	for (int i = 0; i < TERMS; i++) {
		double pivot = m[i][i];

		det *= pivot;
		for (int c = 0; c < TERMS; c++)
			m[i][c] /= pivot;
		x[i] /= pivot;
		for (int k = 0; k < TERMS; k++) {
			double f = m[k][i];

			for (int c = 0; c < TERMS && k != i; c++)
				m[k][c] -= f * m[i][c];
			x[k] -= k != i ? f * x[i] : 0;
		}
	}
	return det;
}

/* The terms of value i, transformed; the first one is scaled (Prais and
 * Winsten). */
static double transformed(const double *x, size_t i, double rho)
{
	return i == 0 ? sqrt(1 - rho * rho) * x[0] : x[i] - rho * x[i - 1];
}

static void add_pair(struct system *s, const double *weight, size_t n, int r,
    int c)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += weight[i] * s->t[r][i] * s->t[c][i];
	if (r == TERMS)
		s->zz = sum;
	else if (c == TERMS)
		s->rhs[r] = sum;
	else
		s->m[r][c] = s->m[c][r] = sum;
}

/* What does not depend on the place of the step. */
static void begin(const struct work *w, const struct model *mo,
    struct system *s)
{
	size_t n = w->b->n_values;
	double *x = w->term[STEP]; /* room */

	memset(s, 0, sizeof(*s));
	for (int k = 0; k <= TERMS; k++)
		s->t[k] = w->term[k];
	for (int k = 0; k <= TERMS; k++) {
		if (k == STEP)
			continue;
		for (size_t i = 0; i < n; i++)
			x[i] = k == TERMS ? w->y[i] :
			    k == SLOPE    ? (double)i - (double)(n - 1) / 2 :
					    1;
		for (size_t i = 0; i < n; i++)
			s->t[k][i] = transformed(x, i, mo->rho);
	}
	for (size_t i = 0; i < n; i++)
		s->n += w->b->weight[i];
	add_pair(s, w->b->weight, n, 0, 0);
	add_pair(s, w->b->weight, n, 0, SLOPE);
	add_pair(s, w->b->weight, n, SLOPE, SLOPE);
	add_pair(s, w->b->weight, n, 0, TERMS);
	add_pair(s, w->b->weight, n, SLOPE, TERMS);
	add_pair(s, w->b->weight, n, TERMS, TERMS);
	s->m[SLOPE][SLOPE] += 1 / (mo->slope * mo->slope);
}

/* The step is behind `below`. */
static void add_step(const struct work *w, const struct model *mo, size_t below,
    struct system *s)
{
	size_t n = w->b->n_values;
	bool is = false, was;

	for (size_t i = 0; i < n; i++) {
		was = is;
		is = w->b->value[i].place > below;
		s->t[STEP][i] = i == 0 ? is * sqrt(1 - mo->rho * mo->rho) :
					 is - mo->rho * was;
	}
	add_pair(s, w->b->weight, n, 0, STEP);
	add_pair(s, w->b->weight, n, STEP, STEP);
	add_pair(s, w->b->weight, n, STEP, SLOPE);
	add_pair(s, w->b->weight, n, STEP, TERMS);
}

static void fit_step(const struct work *w, const struct model *mo, size_t below,
    struct system *s, struct fit *f)
{
	double m[TERMS][TERMS], x[TERMS], se[TERMS] = { 0 }, rest, det;

	add_step(w, mo, below, s);
	memcpy(m, s->m, sizeof(m));
	memcpy(x, s->rhs, sizeof(x));
	det = solve(m, x) * mo->slope * mo->slope;
	rest = s->zz;
	for (int r = 0; r < TERMS; r++)
		rest -= x[r] * s->rhs[r];
	rest = fmax(rest, w->floor);
	memcpy(m, s->m, sizeof(m));
	se[STEP] = 1;
	solve(m, se);
	f->level[0] = x[0];
	f->level[1] = x[0] + x[STEP];
	f->sd = sqrt(rest / (s->n - 2));
	f->se = f->sd * sqrt(se[STEP]);
	f->log_lik = log(mo->prior) + log(1 - mo->rho * mo->rho) / 2 -
	    log(det) / 2 - (s->n - 2) / 2 * log(rest);
}

static void fit_one(const struct work *w, size_t below, size_t model,
    struct fit *f)
{
	struct system s;

	begin(w, &models[model], &s);
	fit_step(w, &models[model], below, &s, f);
}

/* -- All ----------------------------------------------------------------- */

/* Likelihood of a gap, all models together, and the best of them. */
static double gap_likelihood(const struct work *w, size_t gap, double most,
    size_t *best)
{
	const double *lik = w->lik + gap * MODELS;
	double sum = 0;

	*best = 0;
	for (size_t k = 0; k < MODELS; k++) {
		sum += exp(lik[k] - most);
		if (lik[k] > lik[*best])
			*best = k;
	}
	return sum;
}

static void fit_all(struct work *w, double *post)
{
	double most = -INFINITY, sum = 0, top = -1, lik, mass;
	struct system s;
	size_t model;
	struct fit f;

	for (size_t k = 0; k < MODELS; k++) {
		begin(w, &models[k], &s);
		for (size_t g = 0; g + 1 < w->n_at; g++) {
			fit_step(w, &models[k], w->at[g], &s, &f);
			w->lik[g * MODELS + k] = f.log_lik;
			most = fmax(most, f.log_lik);
		}
	}
	post[0] = 0;
	for (size_t g = 0; g + 1 < w->n_at; g++) {
		lik = gap_likelihood(w, g, most, &model);
		mass = lik * (double)(w->at[g + 1] - w->at[g]);
		sum += mass;
		if (mass > top) {
			top = mass;
			w->gap = g;
			w->model = model;
		}
		for (size_t k = w->at[g] + 1; k <= w->at[g + 1]; k++)
			post[k] = lik;
	}
	for (size_t k = 1; k < w->b->n; k++)
		post[k] /= sum;
}

/* Values less the level of their place. */
static void residuals(const struct work *w, const struct fit *f, double *out)
{
	for (size_t i = 0; i < w->b->n_values; i++)
		out[i] =
		    w->y[i] - f->level[w->b->value[i].place > w->at[w->gap]];
}

/* Robust spread about the levels at the likeliest place; then what is far from
 * both counts for less. Whether that changes anything. */
static bool weigh(const struct work *w, const struct fit *f, double *off,
    double *weight)
{
	size_t n = w->b->n_values;
	bool changed = false;
	double sd, far, was;

	for (size_t i = 0; i < n; i++)
		off[i] = fabs(off[i]);
	order_sort(off, n);
	sd = MAD_SD * off[n / 2];
	for (size_t i = 0; i < n && sd * sd > w->floor; i++) {
		was = weight[i];
		far = fmin(fabs(w->y[i] - f->level[0]),
		    fabs(w->y[i] - f->level[1]));
		far = fmax(far / (FAR * sd), 1);
		weight[i] = 1 / (far * far);
		changed = changed || fabs(weight[i] - was) > SETTLED;
	}
	return changed;
}

static bool is_skewed(const double *off, size_t n)
{
	struct moment m = { .n = 0 };

	moment_add_all(&m, off, n);
	return n >= SKEW_LEAST && fabs(moment_skew(&m)) > SKEW;
}

/* Counts have no noise that spread could tell: each is taken as that endpoint's
 * which is nearer, and what follows is plain bisection. */
static void to_nearer_end(const struct bisect *b, double *y)
{
	size_t n;
	double good = bisect_mean(b, 0, &n), bad = bisect_mean(b, b->n - 1, &n);

	for (size_t i = 0; i < b->n_values; i++) {
		double v = b->value[i].y;
		bool is_bad = fabs(v - bad) < fabs(v - good);

		y[i] += (is_bad ? bad : good) - v;
	}
}

/* The levels beside the answer: there may be others elsewhere. */
static void count_levels(struct bisect *b, size_t below, size_t above)
{
	size_t n;

	b->level[0] = bisect_mean(b, below, &n);
	b->level[1] = bisect_mean(b, above, &n);
}

static int by_size(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void work_init(struct work *w, const struct bisect *b, double mean)
{
	double least = INFINITY, most = -INFINITY;
	size_t n = b->n_values;

	w->b = b;
	w->y = xcalloc(n, sizeof(*w->y));
	w->at = xcalloc(n, sizeof(*w->at));
	w->lik = xcalloc(n * MODELS, sizeof(*w->lik));
	for (size_t i = 0; i < n; i++) {
		w->y[i] = b->value[i].y - mean;
		least = fmin(least, w->y[i]);
		most = fmax(most, w->y[i]);
		w->at[i] = b->value[i].place;
	}
	w->floor = GRAIN * GRAIN * (most - least) * (most - least) * (double)n;
	if (!(w->floor > 0))
		w->floor = GRAIN * GRAIN;
	for (int k = 0; k <= TERMS; k++)
		w->term[k] = xcalloc(n, sizeof(*w->term[k]));
	qsort(w->at, n, sizeof(*w->at), by_size);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || w->at[i] != w->at[w->n_at - 1])
			w->at[w->n_at++] = w->at[i];
}

void bisect_fit(struct bisect *b)
{
	double mean = 0, *off = xcalloc(b->n_values, sizeof(*off));
	struct work w = { .n_at = 0 };
	struct fit f;

	for (size_t i = 0; i < b->n_values; i++) {
		mean += b->value[i].y / (double)b->n_values;
		b->weight[i] = 1;
	}
	work_init(&w, b, mean);
	if (b->counts)
		to_nearer_end(b, w.y);
	fit_all(&w, b->post);
	fit_one(&w, w.at[w.gap], 0, &f);
	residuals(&w, &f, off);
	b->skewed = is_skewed(off, b->n_values);
	for (int i = 0; i < ROUNDS && weigh(&w, &f, off, b->weight); i++) {
		fit_all(&w, b->post);
		fit_one(&w, w.at[w.gap], 0, &f);
		residuals(&w, &f, off);
	}
	fit_one(&w, w.at[w.gap], w.model, &f);
	b->level[0] = f.level[0] + mean;
	b->level[1] = f.level[1] + mean;
	if (b->counts)
		count_levels(b, w.at[w.gap], w.at[w.gap + 1]);
	b->se = f.se;
	b->rho = models[w.model].rho;
	b->drifts = models[w.model].slope > NO_SLOPE;
	b->sd = f.sd / sqrt(1 - b->rho * b->rho);
	for (int k = 0; k <= TERMS; k++)
		free(w.term[k]);
	free(off);
	free(w.y);
	free(w.at);
	free(w.lik);
}
