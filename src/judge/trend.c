/* trend.c - the level of rows over many runs: where it changed. */
#include "judge/trend.h"

#include "base/mem.h"
#include "model/tails.h"
#include "stats/dist.h"
#include "stats/multi.h"
#include "stats/order.h"
#include "stats/shape.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_MOST  64 /* of one series */
#define SPIKE_MOST  3  /* values; STEP_LEAST of them may be a level */
#define SPIKE_SHARE 10 /* one value in so many far off is no spike but noise */
#define DRIFT_LEAST 8  /* values */

/* -- Series -------------------------------------------------------------- */

static void release_series(struct trend_series *s)
{
	for (size_t i = 0; i < s->steps; i++)
		free(s->step[i].beside);
	free(s->res.key);
	free(s->res.name);
	free(s->how);
	free(s->y);
	free(s->run);
	free(s->step);
	free(s->spike);
	free(s->levels);
}

void trend_release(struct trend *t)
{
	for (size_t i = 0; i < t->n; i++)
		release_series(&t->series[i]);
	free(t->series);
	memset(t, 0, sizeof(*t));
}

/* What judge_how wrote: the unit first, then "; 64 bytes", "; lm", ... */
static void read_how(struct result *res, const char *how)
{
	size_t len = strcspn(how, ";");

	for (int u = 0; u < UNITS; u++)
		if (strlen(unit_words[u]) == len &&
		    strncmp(how, unit_words[u], len) == 0)
			res->unit = (enum unit)u;
	for (how += len; *how == ';'; how += strcspn(how, ";")) {
		how += 1 + (how[1] == ' ');
		len = strcspn(how, ";");
		if (isdigit((unsigned char)*how) && len > 6 &&
		    strncmp(how + len - 6, " bytes", 6) == 0)
			res->bytes = strtoull(how, NULL, 10);
		else if (len == 2 && strncmp(how, "lm", 2) == 0)
			res->flags |= RESULT_LM;
	}
}

static struct trend_series *new_series(struct trend *t, const char *host,
    const char *key, const char *how)
{
	struct trend_series *s;

	t->series = xgrow(t->series, t->n, &t->cap, sizeof(*t->series));
	s = &t->series[t->n++];
	memset(s, 0, sizeof(*s));
	memcpy(s->host, host, strnlen(host, sizeof(s->host) - 1));
	s->res.key = xstrdup(key);
	s->res.name = xstrndup(key, strcspn(key, "/"));
	if (is_tail(key))
		s->res.flags |= RESULT_TAIL;
	s->how = xstrdup(how);
	read_how(&s->res, how);
	return s;
}

static bool is_series(const struct trend_series *s, const char *host,
    const char *key, const char *how)
{
	return strcmp(s->res.key, key) == 0 && strcmp(s->how, how) == 0 &&
	    strcmp(s->host, host) == 0;
}

/* Rows come in the same order in each run: the next is mostly the one behind
 * the last. */
static struct trend_series *find(struct trend *t, const char *host,
    const char *key, const char *how)
{
	for (size_t i = 1; i <= t->n; i++) {
		size_t at = (t->last + i) % t->n;

		if (is_series(&t->series[at], host, key, how)) {
			t->last = at;
			return &t->series[at];
		}
	}
	return NULL;
}

void trend_add(struct trend *t, const char *host, const char *key,
    const char *how, size_t run, double y)
{
	struct trend_series *s = find(t, host, key, how);

	if (!s)
		s = new_series(t, host, key, how);
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 64;
		s->y = xreallocarray(s->y, s->cap, sizeof(*s->y));
		s->run = xreallocarray(s->run, s->cap, sizeof(*s->run));
	}
	s->y[s->n] = y;
	s->run[s->n++] = run;
}

void trend_keep(struct trend *t, const bool *keep)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->n; i++)
		if (keep[i])
			t->series[kept++] = t->series[i];
		else
			release_series(&t->series[i]);
	t->n = kept;
	t->last = 0;
}

/* -- One series ---------------------------------------------------------- */

static size_t end_of(const struct trend_series *s, size_t level)
{
	return level < s->steps ? s->step[level].s.at : s->n;
}

static size_t begin_of(const struct trend_series *s, size_t level)
{
	return level > 0 ? s->step[level - 1].s.at : 0;
}

static double median_of(const struct trend_series *s, size_t level,
    double *scratch)
{
	size_t l = begin_of(s, level), n = end_of(s, level) - l;

	memcpy(scratch, s->y + l, n * sizeof(*scratch));
	order_sort(scratch, n);
	return order_median(scratch, n);
}

/* Values less the median of their level. */
static void residuals(const struct trend_series *s, double *out,
    double *scratch)
{
	for (size_t k = 0; k <= s->steps; k++) {
		double level = median_of(s, k, scratch);

		for (size_t i = begin_of(s, k); i < end_of(s, k); i++)
			out[i] = s->y[i] - level;
	}
}

/* A level came back where it is nearer to one before the step than a quarter
 * of the step, or than delta. */
static void find_gone(struct trend_series *s, double delta, double *scratch)
{
	for (size_t i = 0; i < s->steps; i++) {
		double before = median_of(s, i, scratch);
		double near = fmax(delta, fabs(s->step[i].s.shift) / 4);

		s->step[i].gone = TREND_NONE;
		for (size_t k = i + 1; k < s->steps; k++) {
			double after = median_of(s, k + 1, scratch);

			if (fabs(after - before) > near)
				continue;
			s->step[i].gone = k;
			break;
		}
	}
}

static void add_spike(struct trend_series *s, size_t *cap, size_t from,
    size_t to, const double *off)
{
	struct trend_spike *p;
	double most = off[from];

	for (size_t i = from; i <= to; i++)
		if (fabs(off[i]) > fabs(most))
			most = off[i];
	s->spike = xgrow(s->spike, s->spikes, cap, sizeof(*s->spike));
	p = &s->spike[s->spikes++];
	p->from = from;
	p->to = to;
	p->by = expm1(most);
	p->open = to + 1 == s->n;
	s->far += to - from + 1;
}

/* Runs of at most three values beyond what the largest of n normal values
 * reaches once in a hundred series; the spread is that of the middle half. */
static void find_spikes(struct trend_series *s, double delta, double *off,
    double *scratch)
{
	double bound, z = -dist_norm_quantile(0.005 / (double)s->n);
	size_t cap = 0;

	residuals(s, off, scratch);
	bound = fmax(z * order_mad(off, s->n, scratch), delta);
	for (size_t i = 0, end; i < s->n; i = end) {
		end = i + 1;
		if (fabs(off[i]) <= bound)
			continue;
		while (end < s->n && fabs(off[end]) > bound &&
		    (off[end] > 0) == (off[i] > 0))
			end++;
		if (end - i <= SPIKE_MOST)
			add_spike(s, &cap, i, end - 1, off);
	}
	if (s->far * SPIKE_SHARE > s->n && s->spikes > 1)
		s->spikes = 0;
}

/* From the first value to the last, by the median slope, where Kendall's test
 * with the variance that dependence gives is beyond the level. */
static double drift_of(const struct trend_series *s, const struct trend_opts *o,
    double *scratch)
{
	double by, p, z;

	if (s->steps > 0 || s->n < DRIFT_LEAST)
		return NAN;
	p = shape_trend_p(s->y, s->n, scratch);
	z = -dist_norm_quantile(fmax(p, 1e-300) / 2) *
	    sqrt((1 - s->rho) / (1 + s->rho));
	if (2 * dist_norm_cdf(-z) >= o->alpha)
		return NAN;
	by = expm1(shape_slope(s->y, s->n, scratch) * ((double)s->n - 1));
	return fabs(by) > o->delta ? by : NAN;
}

static void judge_one(struct trend_series *s, const struct trend_opts *o)
{
	size_t room = step_room(s->n) + 4;
	double *scratch = xreallocarray(NULL, room, sizeof(*scratch));
	double *off = xreallocarray(NULL, s->n + 1, sizeof(*off));
	size_t *indices =
	    xreallocarray(NULL, step_indices(s->n), sizeof(*indices));
	struct step_opts so = { .alpha = o->alpha, .delta = log1p(o->delta) };
	struct step step[STEPS_MOST];

	s->steps = step_find(s->y, s->n, &so, step, STEPS_MOST, &s->rho,
	    scratch, indices);
	s->step = xcalloc(s->steps + 1, sizeof(*s->step));
	for (size_t i = 0; i < s->steps; i++) {
		s->step[i].s = step[i];
		s->step[i].by = expm1(step[i].shift);
		s->step[i].lo = expm1(step[i].from);
		s->step[i].hi = expm1(step[i].to);
		s->step[i].fresh = step[i].at + o->newest >= s->n;
	}
	find_gone(s, so.delta, scratch);
	find_spikes(s, so.delta, off, scratch);
	s->levels = xcalloc(s->steps + 1, sizeof(*s->levels));
	for (size_t k = 0; k <= s->steps; k++)
		s->levels[k] = median_of(s, k, scratch);
	s->drift = drift_of(s, o, scratch);
	free(scratch);
	free(off);
	free(indices);
}

/* -- All of them --------------------------------------------------------- */

/* The series of the same row and machine that has the newest value. */
static size_t newest_way(const struct trend *t, size_t of)
{
	const struct trend_series *s = &t->series[of];
	size_t best = of;

	for (size_t k = 0; k < t->n; k++) {
		const struct trend_series *o = &t->series[k];
		const struct trend_series *b = &t->series[best];

		if (strcmp(o->res.key, s->res.key) == 0 &&
		    strcmp(o->host, s->host) == 0 &&
		    o->run[o->n - 1] > b->run[b->n - 1])
			best = k;
	}
	return best;
}

/* Of several ways in which a row was measured on a machine the last stays. */
static void drop_other_ways(struct trend *t)
{
	bool *keep = xcalloc(t->n + 1, sizeof(*keep));

	for (size_t i = 0; i < t->n; i++) {
		size_t way = newest_way(t, i);

		keep[i] = way == i;
		if (!keep[i])
			t->series[way].other += t->series[i].n;
	}
	trend_keep(t, keep);
	free(keep);
}

/* Holm over series: each has the p of its clearest step. */
static void adjust(struct trend *t, const struct trend_opts *o)
{
	double *p = xcalloc(2 * t->n + 1, sizeof(*p)), *holm = p + t->n;
	size_t *order = xcalloc(t->n + 1, sizeof(*order));

	for (size_t i = 0; i < t->n; i++) {
		p[i] = 1;
		for (size_t k = 0; k < t->series[i].steps; k++)
			p[i] = fmin(p[i], t->series[i].step[k].s.p);
	}
	multi_holm(p, t->n, holm, order);
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->series[i].steps; k++) {
			struct trend_step *s = &t->series[i].step[k];

			s->holm = fmin(1, s->s.p * holm[i] / p[i]);
			s->sure = s->holm <= o->family;
		}
	free(p);
	free(order);
}

void trend_judge(struct trend *t, const struct trend_opts *o)
{
	drop_other_ways(t);
	for (size_t i = 0; i < t->n; i++)
		judge_one(&t->series[i], o);
	adjust(t, o);
}

bool trend_is_worse(const struct trend_series *s)
{
	for (size_t i = 0; i < s->steps; i++)
		if (s->step[i].by > 0 && s->step[i].sure && s->step[i].fresh &&
		    s->step[i].gone == TREND_NONE)
			return true;
	return false;
}

/* -- Versions ------------------------------------------------------------ */

/* "rc", "pre", "alpha", "beta" and "~" stand before the release. */
static bool is_before(const char *s)
{
	static const char *const words[] = { "-rc", "rc", "-pre", "pre",
		"-alpha", "alpha", "-beta", "beta", "~" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strncmp(s, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

static int compare_numbers(const char **a, const char **b)
{
	size_t la, lb;
	int d;

	*a += strspn(*a, "0");
	*b += strspn(*b, "0");
	la = strspn(*a, "0123456789");
	lb = strspn(*b, "0123456789");
	d = la != lb ? (la < lb ? -1 : 1) : strncmp(*a, *b, la);
	*a += la;
	*b += lb;
	return d;
}

int trend_version_compare(const char *a, const char *b)
{
	while (*a || *b) {
		bool x = is_before(a), y = is_before(b);
		int d;

		if (x != y)
			return x ? -1 : 1;
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			d = compare_numbers(&a, &b);
			if (d)
				return d;
			continue;
		}
		if (*a != *b)
			return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
		a++;
		b++;
	}
	return 0;
}
