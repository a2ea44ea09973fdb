/* selftest.c - bounds, and what is made of runs whose truth is known. */
#include "judge/selftest.h"
#include "judge/power.h"

#include "made.h"
#include "noise.h"
#include "tap.h"

#define SUITES 12
#define ROWS   8
#define ROUNDS 12

static void bounds(void)
{
	/* dbinom and pbinom of R: P(X > 3) = .0159, P(X > 4) = .0026 */
	tap_ok(selftest_most(20, 0.05) == 4, "4 of 20 at 5 %% are chance");
	tap_ok(selftest_most(2, 0.05) == 1, "1 of 2 is");
	tap_ok(selftest_most(0, 0.05) == 0, "of none, none");
	/* 1 - pbinom(3, 10, .1) = .0128, 1 - pbinom(4, 10, .1) = .0016 */
	tap_ok(selftest_most(10, 0.1) == 4, "4 of 10 at 10 %% are");
	tap_ok(selftest_most(1, 0.05) == 1, "one alone proves nothing");
}

static double seen(double sd, uint32_t n, size_t rows)
{
	const struct power p = { 0.05, 0.8, rows };

	return expm1(power_seen_pairs(&p, sd, n));
}

static void make(struct run *a, struct run *b, struct rng *rng, double sd,
    double shift)
{
	struct run *run[2] = { a, b };
	char key[32];

	for (int i = 0; i < 2; i++) {
		run_init(run[i]);
		made_host(run[i], "cpu", "boot");
		made_arm(run[i], i ? "b" : "a", 0);
	}
	for (size_t k = 0; k < ROWS; k++) {
		snprintf(key, sizeof(key), "row_%zu", k);
		for (int round = 0; round < ROUNDS; round++)
			for (int i = 0; i < 2; i++)
				made_value(run[i], key,
				    100 *
					exp(sd * noise_normal(rng) / sqrt(2) +
					    (i ? shift : 0)));
	}
}

static void judge(double shift, struct selftest_aa *aa, struct run *run)
{
	struct selftest_pair suite[SUITES];
	struct rng rng;

	rng_seed(&rng, 20261130);
	for (size_t i = 0; i < SUITES; i++) {
		make(&run[2 * i], &run[2 * i + 1], &rng, 0.02, shift);
		suite[i] =
		    (struct selftest_pair){ &run[2 * i], &run[2 * i + 1] };
	}
	selftest_aa(suite, SUITES, NULL, aa);
}

static void unchanged(void)
{
	struct run run[2 * SUITES];
	struct selftest_aa aa;
	double sum = 0;

	judge(0, &aa, run);
	tap_ok(aa.suites == SUITES && aa.n == ROWS, "suites and rows");
	tap_ok(!aa.words_broken && aa.with_word <= aa.with_word_most,
	    "no more alarms than promised: %zu", aa.with_word);
	tap_ok(aa.intervals == SUITES * ROWS && !aa.intervals_broken,
	    "coverage holds: %zu of %zu missed", aa.missed, aa.intervals);
	for (size_t i = 0; i < aa.n; i++)
		sum += aa.row[i].sd / ROWS;
	tap_ok(sum > 0.017 && sum < 0.023, "the spread of the pairs: %.4f",
	    sum);
	/* two invocations of 10 ms, two idles of half a tick of 10 ms */
	tap_near(aa.row[0].pair_s, 0.03, 1e-9, "the time of a pair");
	tap_near(aa.round_s, 0.03 * ROWS, 1e-9, "and of a round");
	tap_near(aa.row[0].alone[1], seen(aa.row[0].sd, 20000, 1), 1e-12,
	    "ten minutes of one row");
	tap_near(aa.row[0].among[0], seen(aa.row[0].sd, 250, ROWS), 1e-12,
	    "a minute of all");
	tap_ok(selftest_aa_sees(&aa, 0, 0.02) == ROWS &&
		selftest_aa_sees(&aa, 0, 1e-6) == 0,
	    "rows that show a change");
	selftest_aa_release(&aa);
	for (size_t i = 0; i < 2 * SUITES; i++)
		run_release(&run[i]);
}

/* A judge that cries wolf, as seen from outside: runs that do differ are said
 * to be the same. */
static void broken(void)
{
	struct run run[2 * SUITES];
	struct selftest_aa aa;

	judge(0.08, &aa, run);
	tap_ok(aa.with_word == SUITES && aa.words_broken,
	    "alarms beyond the promise are seen");
	tap_ok(aa.intervals_broken && aa.missed > aa.missed_most,
	    "intervals without the truth are");
	selftest_aa_release(&aa);
	for (size_t i = 0; i < 2 * SUITES; i++)
		run_release(&run[i]);
	selftest_aa(NULL, 0, NULL, &aa);
	tap_ok(aa.suites == 0 && !aa.words_broken && !aa.intervals_broken,
	    "nothing measured breaks nothing");
	selftest_aa_release(&aa);
}

static void one_shift(double shift, double truth, struct selftest_shift *s)
{
	struct run a, b;
	struct rng rng;

	rng_seed(&rng, 7);
	make(&a, &b, &rng, 0.01, log1p(shift));
	*s = (struct selftest_shift){ .key = "row_3",
		.what = "spin:1",
		.truth = truth,
		.kind = SELFTEST_EXACT,
		.to_find = true };
	selftest_shift(&a, &b, NULL, s);
	s->res = NULL;
	run_release(&a);
	run_release(&b);
}

static void skipped(struct selftest_shift *s)
{
	struct run a, b;
	struct rng rng;
	struct result *res;

	rng_seed(&rng, 7);
	make(&a, &b, &rng, 0.01, 0);
	res = run_add(&a, "row_x");
	res->outcome = OUTCOME_SKIPPED;
	res->why = xstrdup("cannot install a seccomp filter: not permitted");
	*s = (struct selftest_shift){ .key = "row_x", .to_find = true };
	selftest_shift(&a, &b, NULL, s);
	s->res = NULL;
	run_release(&a);
	run_release(&b);
}

static void planted(void)
{
	struct selftest_shift s[12];
	struct selftest_shifts sum;

	one_shift(0.10, 0.10, &s[0]);
	tap_ok(s[0].verdict == VERDICT_SLOWER && s[0].inside &&
		s[0].pairs == ROUNDS,
	    "10 %% is found, and its size");
	one_shift(0.10, 0.20, &s[1]);
	tap_ok(s[1].verdict == VERDICT_SLOWER && !s[1].inside,
	    "another size is seen not to be it");
	/* a loop is exact to 0.01 %, a quiet machine measures better */
	one_shift(0.10, s[0].hi + 5e-5, &s[4]);
	one_shift(0.10, s[0].hi + 2e-4, &s[5]);
	tap_ok(s[4].inside && !s[5].inside, "a truth is exact to 0.01 %%");
	one_shift(0, 0.05, &s[2]);
	tap_ok(s[2].verdict != VERDICT_SLOWER && !s[2].inside,
	    "what is not there is not found");
	skipped(&s[3]);
	tap_ok(strstr(s[3].why, "seccomp") != NULL, "unsupported, and why: %s",
	    s[3].why);
	selftest_shifts(s, 4, &sum);
	tap_ok(sum.tries == 3 && sum.found == 2,
	    "what cannot be had counts "
	    "neither way");
	tap_ok(sum.intervals == 3 && sum.missed == 2 && sum.intervals_broken,
	    "two of three sizes missed are no chance");
	tap_ok(!sum.found_broken, "one of three not found may be");
	for (size_t i = 0; i < 10; i++)
		s[i] = s[2];
	selftest_shifts(s, 10, &sum);
	tap_ok(sum.found == 0 && sum.found_broken && sum.found_least == 6,
	    "none of ten is not; 6 would be");
	selftest_shifts(s, 0, &sum);
	tap_ok(!sum.found_broken && !sum.intervals_broken, "none planted");
}

int main(void)
{
	bounds();
	unchanged();
	broken();
	planted();
	return tap_done();
}
