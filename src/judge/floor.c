/* floor.c - how far sessions and boots of one state differ, from past runs. */
#include "judge/inside.h"

#include "base/mem.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/order.h"
#include "stats/rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer values say nothing of their spread (METHOD.md, "Few values"). */
#define VALUES_LEAST 3

/* Three runs, less their mean: the specification, section 3. */
#define DF_LEAST 2

/* Error of a level that is there even where no spread is seen: values are kept
 * to a nanosecond a batch of 10 ms or less, and 0.01 % is no change at all. */
#define SE_LEAST 1e-4

/* False alarms that the floors may raise, over all rows of a suite. */
#define FLOOR_ALPHA 0.05

/* How far beyond the largest difference seen in any row of its kind a row's
 * bound may go (METHOD.md, "Floors": simulated). */
#define PLAIN_MOST  2.0
#define WIDE_MOST   1.5
#define TAILS_POWER 1.5

/* -- Levels of one run --------------------------------------------------- */

/* Standard error of the middle of sorted values: what the interval of the
 * values against themselves says of a difference, over sqrt(2); from the plain
 * deviation where there are too few for it. */
static double level_error(const double *y, size_t n)
{
	struct moment m = { 0 };
	double lo, hi;

	rank_shift_interval(y, n, y, n, 0.05, NULL, &lo, &hi);
	if (isfinite(lo) && isfinite(hi))
		return (hi - lo) / 2 / dist_norm_quantile(0.975) / sqrt(2);
	moment_add_all(&m, y, n);
	return moment_sd(&m) / sqrt((double)n);
}

double judge_busy(const struct run *r)
{
	struct moment m = { 0 };

	for (size_t i = 0; i < r->n_env; i++)
		if (isfinite(r->env[i].busy))
			moment_add(&m, r->env[i].busy);
	return m.n ? moment_mean(&m) : NAN;
}

void judge_session(const struct run *r, struct session *s)
{
	const char *boot = host_get(&r->host, "boot.id");
	char how[SESSION_HOW];

	session_init(s);
	s->run = r->id;
	memcpy(s->uuid, r->uuid, sizeof(s->uuid));
	s->started_ns = r->started_ns;
	s->busy = judge_busy(r);
	host_hash(&r->host, s->host);
	host_state_hash(&r->host, s->state);
	s->boot = xstrdup(boot ? boot : "");
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];
		struct session_row *row;
		size_t n;
		double *y;

		if (res->outcome != OUTCOME_OK)
			continue;
		y = judge_logs(r, res, &n);
		if (n > 0) {
			row = session_add(s, res->key,
			    judge_how(res, how, sizeof(how)));
			row->y = rank_hl(y, n);
			row->se = n > 1 ? level_error(y, n) : 0;
			row->n = (uint32_t)n;
		}
		free(y);
	}
}

/* -- Levels of one row in many runs -------------------------------------- */

struct seen {
	const struct session_row *row;
	size_t session; /* its place in time */
	size_t part;    /* of the time before, between and after the two runs */
	const char *boot;
};

static int by_row(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;
	int order = strcmp(x->row->key, y->row->key);

	if (order == 0)
		order = strcmp(x->row->how, y->row->how);
	if (order == 0 && x->part != y->part)
		order = x->part < y->part ? -1 : 1;
	if (order == 0)
		order = strcmp(x->boot, y->boot);
	if (order == 0)
		order = (x->session > y->session) - (x->session < y->session);
	return order;
}

static bool same_row(const struct seen *x, const struct seen *y)
{
	return strcmp(x->row->key, y->row->key) == 0 &&
	    strcmp(x->row->how, y->row->how) == 0;
}

/* How far levels lie apart within the groups that they stand in. */
struct apart {
	double df, ss; /* squares about the mean of each group */
	double within; /* sum of squared standard errors */
	double most;   /* the share of ss that goes with one level, largest */
	double far;    /* largest difference within a group */
	size_t n;      /* levels in groups of two or more */
};

/* move: of each run of the history. */
static void add_group(struct apart *a, const struct seen *v, size_t n,
    double *move)
{
	double lo = INFINITY, hi = -INFINITY;
	struct moment m = { 0 };

	if (n < 2)
		return;
	for (size_t i = 0; i < n; i++) {
		double y = v[i].row->y, se = v[i].row->se;

		moment_add(&m, y);
		lo = fmin(lo, y);
		hi = fmax(hi, y);
		a->within += se * se + SE_LEAST * SE_LEAST;
	}
	for (size_t i = 0; i < n; i++) {
		double e = v[i].row->y - moment_mean(&m);

		a->most = fmax(a->most, e * e * (double)n / ((double)n - 1));
		move[v[i].session] = e;
	}
	a->df += (double)n - 1;
	a->ss += m.m2;
	a->far = fmax(a->far, hi - lo);
	a->n += n;
}

/* Sessions of one boot are a group; of boots, their newest sessions are. */
static void add_row(const struct seen *v, size_t n, struct apart *sessions,
    struct apart *boots, double *move, size_t n_past)
{
	struct seen *newest = xreallocarray(NULL, n + 1, sizeof(*newest));
	size_t k = 0, from = 0;

	for (size_t i = 0; i < n; i++) {
		bool part = i + 1 == n || v[i + 1].part != v[i].part;

		if (!part && strcmp(v[i + 1].boot, v[i].boot) == 0)
			continue;
		add_group(sessions, v + from, i + 1 - from, move);
		from = i + 1;
		newest[k++] = v[i];
		if (part) {
			add_group(boots, newest, k, move + n_past);
			k = 0;
		}
	}
	free(newest);
}

/* -- Bounds -------------------------------------------------------------- */

/* The rows of one kind: each moves in a way of its own, and says nothing of the
 * others. */
struct kind {
	double *ratio, *df; /* of each row; df 0 = another kind, or too few */
	struct prior prior;
	double far;      /* the largest difference seen in any of them */
	double quantile; /* P that one row's bound must hold with */
	double tails;    /* how much heavier than Student's they are, >= 1 */
};

static double mean_within(const struct apart *a)
{
	return a->within / (double)a->n;
}

/* A session that stands apart, against what the others of its row say: if the
 * most extreme of all lies further out than it should among so many, tails are
 * heavier, and all bounds widen. They hold for one in thousands and it is one
 * of hundreds, so by more than it: the power is simulated. */
static double heavier(const struct apart *a, size_t n, const struct kind *k)
{
	double levels = 0, most = 1;

	for (size_t i = 0; i < n; i++)
		levels += k->df[i] > 0 ? (double)a[i].n : 0;
	for (size_t i = 0; i < n; i++) {
		double own = k->df[i] - 1, within, r, t;

		if (!(k->df[i] > 0))
			continue;
		within = mean_within(&a[i]);
		r = (a[i].ss - a[i].most) / own / within;
		r = prior_shrink(&k->prior, fmax(r, 0), &own);
		t = sqrt(a[i].most / within / r);
		if (isfinite(t))
			most = fmax(most,
			    t / dist_t_quantile(1 - 0.5 / levels, own));
	}
	return pow(most, TAILS_POWER);
}

/* What is left of a difference's bound, q standard deviations of it, when the
 * interval of a comparison reaches z by itself. */
static double left(double within, double q, double ratio, double z)
{
	return sqrt(fmax(2 * within * (q * q * ratio - z * z), 0));
}

/* The bound for a row. Extrapolation ends at twice, with heavy tails at one and
 * a half times of what any row of the kind has shown; what the row itself has
 * shown is no alarm in any case. */
static double bound_of(const struct apart *a, const struct kind *k, size_t i)
{
	double own = k->df[i], within = mean_within(a), r, q, z, plain, wide;

	r = prior_shrink(&k->prior, k->ratio[i], &own);
	q = dist_t_quantile(k->quantile, own);
	z = dist_norm_quantile(k->quantile);
	plain = left(within, q, r, z);
	wide = left(within, k->tails * q, r, z);
	return fmax(a->far,
	    fmax(fmin(plain, PLAIN_MOST * k->far),
		fmin(wide, WIDE_MOST * k->far)));
}

/* Bounds on the difference of two levels of each row, log; rows with too
 * little history keep what stands there. The variance between levels over that
 * within, which is 1 where nothing but the spread within a run moves them, is
 * shrunk to what the rows of the kind have in common. */
static void bounds(const struct apart *a, const struct floor *row, size_t n,
    enum margin_kind of, double *out)
{
	struct kind k = { .far = 0 };
	size_t m = 0;

	k.ratio = xcalloc(2 * n + 1, sizeof(*k.ratio));
	k.df = k.ratio + n;
	for (size_t i = 0; i < n; i++) {
		m += a[i].df >= DF_LEAST;
		if (a[i].df < DF_LEAST || margin_kind(row[i].key) != of)
			continue;
		k.df[i] = a[i].df;
		k.ratio[i] = a[i].ss / a[i].df / mean_within(&a[i]);
		k.far = fmax(k.far, a[i].far);
	}
	k.prior = prior_fit(k.ratio, k.df, n);
	k.tails = heavier(a, n, &k);
	k.quantile = 1 - FLOOR_ALPHA / 2 / (double)(m ? m : 1);
	for (size_t i = 0; i < n; i++)
		if (k.df[i] > 0)
			out[i] = bound_of(&a[i], &k, i);
	free(k.ratio);
}

static size_t part_of(int64_t at, const struct run *base, const struct run *now)
{
	int64_t x, y;

	if (!base || !now)
		return 0;
	x = base->started_ns < now->started_ns ? base->started_ns :
						 now->started_ns;
	y = base->started_ns < now->started_ns ? now->started_ns :
						 base->started_ns;
	return at <= x ? 0 : at < y ? 1 : 2;
}

static struct seen *all_rows(const struct session *s, size_t n,
    const struct run *base, const struct run *now, size_t *k)
{
	struct seen *v = NULL;
	size_t cap = 0;

	*k = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < s[i].n; j++) {
			if (s[i].row[j].n < VALUES_LEAST)
				continue;
			v = xgrow(v, *k, &cap, sizeof(*v));
			v[(*k)++] = (struct seen){ &s[i].row[j], i,
				part_of(s[i].started_ns, base, now),
				s[i].boot };
		}
	if (*k)
		qsort(v, *k, sizeof(*v), by_row);
	return v;
}

double *floor_moves(size_t n_past)
{
	double *move = xreallocarray(NULL, 2 * n_past + 1, sizeof(*move));

	for (size_t i = 0; i < 2 * n_past; i++)
		move[i] = NAN;
	return move;
}

/* Sessions of one boot and part are a group; boots of one part are. */
static uint32_t *groups(const struct session *s, size_t n,
    const struct run *base, const struct run *now)
{
	uint32_t *group = xcalloc(2 * n + 1, sizeof(*group));

	for (size_t i = 0; i < n; i++) {
		size_t part = part_of(s[i].started_ns, base, now), k = 0;

		while (strcmp(s[k].boot, s[i].boot) != 0 ||
		    part_of(s[k].started_ns, base, now) != part)
			k++;
		group[i] = (uint32_t)k;
		group[n + i] = (uint32_t)part;
	}
	return group;
}

void judge_floors(const struct session *s, size_t n, const struct run *base,
    const struct run *now, struct floors *out)
{
	size_t k, from = 0, m = 0;
	struct seen *v = all_rows(s, n, base, now, &k);
	struct apart *sessions = xcalloc(k + 1, sizeof(*sessions));
	struct apart *boots = xcalloc(k + 1, sizeof(*boots));
	double *bound = xreallocarray(NULL, 2 * k + 1, sizeof(*bound));

	out->row = xcalloc(k + 1, sizeof(*out->row));
	for (size_t i = 0; i < k; i++) {
		if (i + 1 < k && same_row(&v[i], &v[i + 1]))
			continue;
		out->row[m].move = floor_moves(n);
		add_row(v + from, i + 1 - from, &sessions[m], &boots[m],
		    out->row[m].move, n);
		out->row[m].key = xstrdup(v[i].row->key);
		out->row[m++].how = xstrdup(v[i].row->how);
		from = i + 1;
	}
	out->n = m;
	out->n_past = n;
	out->group = groups(s, n, base, now);
	memset(bound, 0, (2 * k + 1) * sizeof(*bound));
	for (enum margin_kind of = KIND_PLAIN; of < KINDS; of++) {
		bounds(sessions, out->row, m, of, bound);
		bounds(boots, out->row, m, of, bound + m);
	}
	for (size_t i = 0; i < m; i++) {
		struct floor *f = &out->row[i];

		f->session = expm1(bound[i]);
		f->sessions =
		    sessions[i].df >= DF_LEAST ? (uint32_t)sessions[i].n : 0;
		f->boot = expm1(bound[m + i]);
		f->boots = boots[i].df >= DF_LEAST ? (uint32_t)boots[i].n : 0;
	}
	free(v);
	free(sessions);
	free(boots);
	free(bound);
}
