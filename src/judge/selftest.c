/* selftest.c - what the judge said where the truth is known. */
#include "judge/selftest.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/inside.h"
#include "judge/power.h"
#include "stats/dist.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The longest tick that kernels have (HZ=100), where the fact is unknown. */
#define TICK_S 0.01

const double selftest_times[SELFTEST_TIMES] = { 60, 600 };

size_t selftest_most(size_t n, double p)
{
	size_t k = 0;

	/* P(X > k) = 1 - P(X <= k) */
	while (k < n &&
	    1 - dist_binom_cdf((double)k, (double)n, p) >= SELFTEST_BOUND)
		k++;
	return k;
}

/* -- Rows over all suites ------------------------------------------------ */

static struct selftest_row *row_of(struct selftest_aa *aa, const char *key)
{
	for (size_t i = 0; i < aa->n; i++)
		if (strcmp(aa->row[i].res->key, key) == 0)
			return &aa->row[i];
	return NULL;
}

static bool of_change(enum verdict v)
{
	return v == VERDICT_SLOWER || v == VERDICT_MAYBE_SLOWER ||
	    v == VERDICT_FASTER || v == VERDICT_MAYBE_FASTER;
}

static void add_rows(struct selftest_aa *aa, const struct run *r)
{
	aa->row =
	    xreallocarray(aa->row, aa->n + r->n_results + 1, sizeof(*aa->row));
	for (size_t i = 0; i < r->n_results; i++)
		if (r->results[i].n_inv > 0 && !row_of(aa, r->results[i].key))
			aa->row[aa->n++] =
			    (struct selftest_row){ .res = &r->results[i] };
}

static void add_suite(struct selftest_aa *aa, const struct verdict_set *v)
{
	size_t words = 0, judged = 0;

	for (size_t i = 0; i < v->n; i++) {
		const struct comparison *c = &v->rows[i];
		struct selftest_row *row = row_of(aa, c->key);

		if (!row || !isfinite(c->lo) || !isfinite(c->hi))
			continue;
		judged++;
		row->intervals++;
		row->missed += c->lo > 0 || c->hi < 0;
		row->words += of_change(c->verdict);
		words += of_change(c->verdict);
	}
	aa->suites += judged > 0;
	aa->with_word += words > 0;
	aa->words += words;
}

/* -- Spread and time ----------------------------------------------------- */

static double wall_s(const struct result *res)
{
	double wall = 0;

	for (size_t i = 0; res && i < res->n_inv; i++)
		wall += (double)res->inv[i].wall_ns / 1e9;
	return res && res->n_inv ? wall / (double)res->n_inv : 0;
}

/* A random idle of up to one tick stands before each invocation: half of one
 * in the mean. */
static double idle_s(const struct run *r)
{
	const char *hz = host_get(&r->host, "tick.hz");
	int64_t n;

	if (hz && num_parse_i64(hz, &n) == 0 && n > 0)
		return 0.5 / (double)n;
	return TICK_S / 2;
}

/* Differences of a row's pairs, all suites after one another; the caller
 * frees. */
static double *differences(const struct selftest_pair *suite, size_t n,
    struct selftest_row *row, double *pair_s)
{
	double *d = NULL, wall = 0;
	size_t used = 0;

	for (size_t k = 0; k < n; k++) {
		const struct result *a = run_find(suite[k].a, row->res->key);
		const struct result *b = run_find(suite[k].b, row->res->key);
		double *one;
		size_t m;

		if (!a || !b)
			continue;
		one = judge_differences(suite[k].a, a, suite[k].b, b, &m);
		d = xreallocarray(d, row->pairs + m + 1, sizeof(*d));
		memcpy(d + row->pairs, one, m * sizeof(*d));
		row->pairs += m;
		free(one);
		wall += wall_s(a) + wall_s(b) + idle_s(suite[k].a) +
		    idle_s(suite[k].b);
		used++;
	}
	*pair_s = used ? wall / (double)used : 0;
	return d;
}

static void measure_rows(struct selftest_aa *aa,
    const struct selftest_pair *suite, size_t n)
{
	for (size_t i = 0; i < aa->n; i++) {
		struct selftest_row *row = &aa->row[i];
		double *d = differences(suite, n, row, &row->pair_s);

		row->sd = power_of_pairs(d, row->pairs);
		aa->round_s += row->pair_s;
		free(d);
	}
}

/* Whole pairs in s seconds; a hair more, as 60 / 0.03 is 2000. */
static uint32_t pairs_in(double s, double pair_s)
{
	return (uint32_t)fmin(floor(s / pair_s + 1e-6), POWER_NEVER);
}

static void see(struct selftest_aa *aa, double alpha)
{
	const struct power one = { alpha, SELFTEST_POWER, 1 };
	const struct power all = { alpha, SELFTEST_POWER, aa->n };

	for (size_t i = 0; i < aa->n; i++) {
		struct selftest_row *row = &aa->row[i];

		for (size_t t = 0; t < SELFTEST_TIMES; t++) {
			double s = selftest_times[t];

			row->alone[t] = expm1(power_seen_pairs(&one, row->sd,
			    pairs_in(s, row->pair_s)));
			row->among[t] = expm1(power_seen_pairs(&all, row->sd,
			    pairs_in(s, aa->round_s)));
		}
	}
}

void selftest_aa(const struct selftest_pair *suites, size_t n,
    const struct judge_opts *o, struct selftest_aa *out)
{
	o = o ? o : &judge_defaults;
	memset(out, 0, sizeof(*out));
	for (size_t k = 0; k < n; k++) {
		struct verdict_set v;

		add_rows(out, suites[k].a);
		judge_compare(suites[k].a, suites[k].b, o, &v);
		add_suite(out, &v);
		verdict_set_release(&v);
	}
	for (size_t i = 0; i < out->n; i++) {
		out->intervals += out->row[i].intervals;
		out->missed += out->row[i].missed;
	}
	measure_rows(out, suites, n);
	see(out, o->alpha);
	out->with_word_most = selftest_most(out->suites, o->alpha);
	out->missed_most = selftest_most(out->intervals, 1 - SELFTEST_LEVEL);
	out->words_broken = out->with_word > out->with_word_most;
	out->intervals_broken = out->missed > out->missed_most;
}

void selftest_aa_release(struct selftest_aa *aa)
{
	if (!aa)
		return;
	free(aa->row);
	memset(aa, 0, sizeof(*aa));
}

size_t selftest_aa_sees(const struct selftest_aa *aa, size_t time, double delta)
{
	size_t n = 0;

	for (size_t i = 0; i < aa->n; i++)
		n += aa->row[i].among[time] <= delta;
	return n;
}

/* -- Something changed --------------------------------------------------- */

/* What the probe notes of an injected quota (doc/WIRE.md, notes.throttled). */
static double stops(const struct result *res)
{
	double sum = 0;
	size_t n = 0;
	int64_t v;

	for (size_t i = 0; res && i < res->n_inv; i++) {
		const char *text = invocation_noted(&res->inv[i], "throttled");

		if (text && num_parse_i64(text, &v) == 0) {
			sum += (double)v;
			n++;
		}
	}
	return n ? sum / (double)n : NAN;
}

/* Why a row was not measured, in the probe's words. */
static const char *reason(const struct run *a, const struct run *b,
    const char *key)
{
	const struct result *in_b = run_find(b, key), *in_a = run_find(a, key);

	if (in_b && in_b->why)
		return in_b->why;
	return in_a && in_a->why ? in_a->why : "it was not measured";
}

void selftest_shift(const struct run *a, const struct run *b,
    const struct judge_opts *o, struct selftest_shift *s)
{
	struct verdict_set v;

	s->verdict = VERDICT_MISSING;
	s->change = s->lo = s->hi = NAN;
	s->res = run_find(a, s->key);
	s->stops = stops(run_find(b, s->key));
	judge_compare(a, b, o, &v);
	for (size_t i = 0; i < v.n; i++) {
		const struct comparison *c = &v.rows[i];

		if (strcmp(c->key, s->key) != 0)
			continue;
		s->verdict = c->verdict;
		s->pairs = c->look ? c->look : c->n_pairs;
		s->cost_a = c->cost_a;
		s->change = c->change;
		s->lo = c->lo;
		s->hi = c->hi;
		s->n_more = c->n_more;
		s->inside = c->lo - SELFTEST_EXACT_TO <= s->truth &&
		    s->truth <= c->hi + SELFTEST_EXACT_TO;
		if (c->verdict == VERDICT_MISSING)
			judge_say(s->why, sizeof(s->why), "%s",
			    reason(a, b, s->key));
	}
	verdict_set_release(&v);
}

void selftest_shifts(const struct selftest_shift *s, size_t n,
    struct selftest_shifts *out)
{
	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i < n; i++) {
		if (s[i].why[0])
			continue;
		if (s[i].to_find) {
			out->tries++;
			out->found += s[i].verdict == VERDICT_SLOWER;
		}
		if (s[i].kind == SELFTEST_EXACT && isfinite(s[i].lo)) {
			out->intervals++;
			out->missed += !s[i].inside;
		}
	}
	out->missed_most = selftest_most(out->intervals, 1 - SELFTEST_LEVEL);
	out->found_least =
	    out->tries - selftest_most(out->tries, 1 - SELFTEST_FOUND);
	out->intervals_broken = out->missed > out->missed_most;
	out->found_broken = out->found < out->found_least;
}
