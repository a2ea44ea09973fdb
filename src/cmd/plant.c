/* plant.c - slowdowns of known size, to see whether they are found. */
#include "cmd/self_test.h"

#include "base/log.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Filters: the first one makes a step, since it switches on the slow way into
 * the kernel, so both sides have it, and one side more instructions. The first
 * few dozen are hidden behind the rest of the call: both have so many. From
 * there on the cost is a straight line. */
#define CALL_ROW    "sys_null"
#define CALL_BASE   128
#define CALL_WIDE   128 /* more, to learn the slope */
#define CALL_ROUNDS 10
#define CALL_WANT   0.05
/* Issue 3, "Numbers": found in at most 15 pairs. */
#define CALL_PAIRS 15

/* Turns of a loop: exact by construction. 20 pairs show 2 % where pairs spread
 * by 2 % with 78 % power (T5). */
#define SPIN_ROW   "self_spin/turns=10000"
#define SPIN_PAIRS 20

/* A quota: one operation of the long row takes several periods of 10 ms on
 * any CPU of today, one batch of the short one a twentieth of one. */
#define QUOTA       "quota:25%"
#define QUOTA_LONG  "self_spin/turns=20000000"
#define QUOTA_TRUTH 3.0 /* a quarter of the time: four times as long */
#define QUOTA_PAIRS 10
#define QUOTA_CROWD 2 /* an operation takes so many times its least */

static struct selftest_shift *add(struct self_test *t, const char *key,
    const char *name, const char *what, double truth, enum selftest_truth kind)
{
	struct selftest_shift *s;

	t->shift =
	    xgrow(t->shift, t->n_shifts, &t->cap_shifts, sizeof(*t->shift));
	s = &t->shift[t->n_shifts++];
	*s = (struct selftest_shift){ .key = key,
		.name = name,
		.truth = truth,
		.kind = kind,
		.to_find = kind != SELFTEST_NONE && truth >= CALL_WANT * 0.8,
		.verdict = VERDICT_MISSING,
		.change = NAN,
		.lo = NAN,
		.hi = NAN,
		.stops = NAN };
	snprintf(s->what, sizeof(s->what), "%s", what);
	return s;
}

/* Measure and judge one row with a against b. */
static int try(struct self_test *t, const char *a, uint32_t pairs, bool looks,
    struct selftest_shift *s, struct err *e)
{
	struct self_pair p = { .inject = { a, s->what },
		.pairs = pairs,
		.looks = looks,
		.what = "planted" };
	const struct run *run;
	struct catalogue c;
	int r;

	catalogue_init(&c);
	r = catalogue_load(&c, &s->key, 1, e);
	if (r == 0) {
		c.chosen[0] = true;
		p.c = &c;
		r = self_test_pair(t, &p, &run, e);
		s->pairs_max = pairs;
		selftest_shift(&run[0], &run[1], NULL, s);
	}
	catalogue_release(&c);
	return r;
}

/* Cost of the quickest batch, ns; NaN. What disturbs only adds, so this repeats
 * to a per cent where medians are doubled by others on the CPU. */
static double quickest(const struct run *r, const char *key)
{
	const struct result *res = run_find(r, key);
	double least = NAN;

	for (size_t i = 0; res && i < res->n_inv; i++)
		for (size_t k = 0; k < res->inv[i].n_run; k++)
			least = fmin(least,
			    (double)res->inv[i].run[k] /
				(double)res->inv[i].ops);
	return least;
}

/* -- Filters ------------------------------------------------------------- */

static void call_word(char *out, size_t size, unsigned instructions)
{
	snprintf(out, size, "seccomp:1,%u", instructions);
}

/* How many instructions more make 5 % here, and what they make: truth. 0, with
 * cal->why where it cannot be told. */
static int call_calibrate(struct self_test *t, struct selftest_shift *cal,
    unsigned *more, struct err *e)
{
	const struct run *both;
	char base[32];
	double wide;
	int r;

	call_word(base, sizeof(base), CALL_BASE);
	call_word(cal->what, sizeof(cal->what), CALL_BASE + CALL_WIDE);
	r = try(t, base, CALL_ROUNDS, false, cal, e);
	if (r < 0 || cal->why[0])
		return r;
	both = t->runs[t->n - 1];
	wide = quickest(&both[1], cal->key) / quickest(&both[0], cal->key) - 1;
	*more = CALL_WIDE;
	if (wide > 0)
		*more = (unsigned)fmax(1, round(CALL_WANT * CALL_WIDE / wide));
	if (*more >= CALL_WIDE) /* NaN too */
		snprintf(cal->why, sizeof(cal->why),
		    "%d instructions do not slow it down by 5 %%", CALL_WIDE);
	cal->truth = *more * wide / CALL_WIDE;
	return 0;
}

static int plant_calls(struct self_test *t, unsigned tries, struct err *e)
{
	struct selftest_shift cal = { .key = CALL_ROW }, *s;
	char base[32], slow[32];
	unsigned more = 0;
	int r = call_calibrate(t, &cal, &more, e);

	if (r == 0 && cal.why[0]) {
		s = add(t, CALL_ROW, CALL_ROW, "seccomp", CALL_WANT,
		    SELFTEST_ABOUT);
		snprintf(s->why, sizeof(s->why), "%s", cal.why);
		return 0;
	}
	call_word(base, sizeof(base), CALL_BASE);
	call_word(slow, sizeof(slow), CALL_BASE + more);
	for (unsigned i = 0; i < tries && r == 0; i++)
		r = try(t, base, CALL_PAIRS, true,
		    add(t, CALL_ROW, CALL_ROW, slow, cal.truth, SELFTEST_ABOUT),
		    e);
	return r;
}

/* -- The others ---------------------------------------------------------- */

static int plant_turns(struct self_test *t, struct err *e)
{
	static const struct {
		const char *what;
		double truth;
	} size[] = { { "spin:200", 0.02 }, { "spin:500", 0.05 },
		{ "spin:1000", 0.10 } };
	int r = 0;

	for (size_t i = 0; i < 3 && r == 0; i++)
		r = try(t, NULL, SPIN_PAIRS, false,
		    add(t, SPIN_ROW, "self_spin", size[i].what, size[i].truth,
			SELFTEST_EXACT),
		    e);
	return r;
}

/* Where others leave it little of the CPU as it is, a quota takes nothing
 * away. */
static void excuse_quota(struct self_test *t, struct selftest_shift *s)
{
	double least = quickest(&t->runs[t->n - 1][0], s->key);

	if (s->verdict != VERDICT_SLOWER && !s->why[0] &&
	    s->cost_a > QUOTA_CROWD * least)
		snprintf(s->why, sizeof(s->why),
		    "other programs left it %.0f %% of the CPU as it was, so "
		    "that a quota took nothing away",
		    100 * least / s->cost_a);
}

static int plant_quota(struct self_test *t, struct err *e)
{
	struct selftest_shift *s = add(t, QUOTA_LONG, "long self_spin", QUOTA,
	    QUOTA_TRUTH, SELFTEST_ABOUT);
	int r = try(t, NULL, QUOTA_PAIRS, false, s, e);

	if (r < 0)
		return r;
	excuse_quota(t, s);
	s = add(t, SPIN_ROW, "short self_spin", QUOTA, QUOTA_TRUTH,
	    SELFTEST_NONE);
	return try(t, NULL, QUOTA_PAIRS, false, s, e);
}

int plant_all(struct self_test *t, unsigned tries, struct err *e)
{
	int r = plant_calls(t, tries, e);

	r = r < 0 ? r : plant_turns(t, e);
	r = r < 0 ? r : plant_quota(t, e);
	/* One that was cut short says nothing. */
	if (r < 0 && t->n_shifts > 0)
		t->n_shifts--;
	return r;
}
