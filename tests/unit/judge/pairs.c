/* pairs.c - runs that were measured side by side: what is paired, what is left
 * out, and the words. */
#include "judge/judge.h"

#include "arms.h"

/* What pairs see through: noise of a fifth that both sides share. */
static void test_words(void)
{
	begin(0);
	pairs("slower", 20, 0.2, 0.005, log(1.05));
	pairs("faster", 20, 0.2, 0.005, -log(1.05));
	pairs("same", 20, 0.2, 0.005, 0);
	pairs("maybe", 20, 0.2, 0.005, log(1.02));
	pairs("wide", 20, 0, 0.1, 0);
	compare(NULL);
	tap_ok(v.pairing == PAIRING_INTERLEAVED, "interleaved");
	tap_str(v.order,
	    "in random pairs, 20 rounds; the number of rounds was fixed before",
	    "which is said");
	is("slower", VERDICT_SLOWER);
	is("faster", VERDICT_FASTER);
	is("same", VERDICT_SAME);
	is("maybe", VERDICT_MAYBE_SLOWER);
	is("wide", VERDICT_CANNOT_TELL);
	tap_near(row("same")->margin, 0.02, 1e-12, "margin is delta alone");
	tap_ok(fabs(row("slower")->change - 0.05) < 0.005, "change");
	tap_ok(row("slower")->n_pairs == 20 && row("slower")->look == 0,
	    "pairs, no look");
	tap_ok(row("wide")->n_more > 100, "%u more", row("wide")->n_more);
	tap_near(row("wide")->n_more_s, row("wide")->n_more * 0.02, 1e-9,
	    "time of both arms");
	tap_ok(v.suite_n == 5 && v.suite_lo < v.suite && v.suite < v.suite_hi,
	    "suite %g %g %g", v.suite_lo, v.suite, v.suite_hi);
	tap_ok(v.suite_hi - v.suite_lo < 0.06,
	    "the wave that both share is not in its interval");
	tap_ok(strstr(v.rule, "fixed") != NULL, "%s", v.rule);
	end();
}

/* Who is paired: one uuid, two arms. */
static void test_who(void)
{
	begin(0);
	pairs("x", 12, 0, 0.01, 0);
	made_arm(&b, "a", 0);
	compare(NULL);
	tap_ok(v.pairing == PAIRING_SESSIONS, "the same arm: no pair");
	made_arm(&b, "c", 0);
	compare(NULL);
	tap_ok(v.pairing == PAIRING_INTERLEAVED, "a third arm with the first");
	free(b.pair);
	b.pair = xstrdup("another");
	compare(NULL);
	tap_ok(v.pairing == PAIRING_SESSIONS, "another pair");
	end();
}

static void test_few(void)
{
	begin(0);
	pairs("one", 1, 0, 0.01, 1);
	pairs("five", 5, 0, 0.001, 1);
	pairs("six", 6, 0, 0.001, 1);
	made_value(&a, "apart", 1);
	made_value(&b, "apart", 1);
	run_find(&b, "apart")->inv[0].round = 3;
	compare(NULL);
	is("one", VERDICT_CANNOT_TELL);
	is("five", VERDICT_CANNOT_TELL);
	says("five", "only 5 pairs");
	tap_ok(isnan(row("five")->lo), "5 pairs have no interval");
	tap_ok(row("five")->n_more >= 1 && row("one")->n_more >= 5,
	    "how many more: %u, %u", row("five")->n_more, row("one")->n_more);
	tap_ok(!row("five")->few, "not by the spread of other rows");
	tap_ok(isfinite(row("six")->lo), "6 have one");
	is("apart", VERDICT_CANNOT_TELL);
	says("apart", "no round");
	tap_ok(v.suite_n == 3, "which has no part in the suite line");
	end();
}

/* Rounds decide which values belong together, not their order. */
static void test_alone(void)
{
	struct result *res;

	begin(0);
	pairs("x", 20, 0.3, 0.001, 0);
	pairs("gone", 20, 0.3, 0.001, 0);
	res = run_find(&b, "x");
	for (size_t i = 0; i < 10; i++) {
		struct invocation t = res->inv[i];

		res->inv[i] = res->inv[19 - i];
		res->inv[19 - i] = t;
	}
	res->inv[4].round = 100;
	run_find(&b, "gone")->outcome = OUTCOME_FAILED;
	run_find(&b, "gone")->why = xstrdup("no such file");
	compare(NULL);
	is("x", VERDICT_SAME);
	tap_ok(row("x")->n_pairs == 19 && row("x")->n_alone == 2,
	    "19 pairs, 2 values alone");
	says("x", "2 values without a partner");
	is("gone", VERDICT_MISSING);
	end();
}

static void steal(struct run *r, const char *key, size_t i)
{
	run_find(r, key)->inv[i].counters.steal_ns = 4000000;
}

static void note(struct run *r, const char *key, size_t i, const char *what)
{
	struct invocation *inv = &run_find(r, key)->inv[i];

	inv->notes = xcalloc(3, sizeof(*inv->notes));
	inv->notes[0] = xstrdup(what);
	inv->notes[1] = xstrdup("12.5");
}

static void test_dropped(void)
{
	begin(0);
	pairs("x", 20, 0, 0.001, 0);
	pairs("busy", 20, 0, 0.001, 0);
	pairs("unknown", 20, 0, 0.001, 0);
	steal(&a, "x", 0);
	steal(&b, "x", 0);
	steal(&b, "x", 5);
	note(&a, "x", 7, "suspended");
	note(&b, "x", 8, "clock_step");
	note(&b, "x", 9, "anything");
	for (size_t i = 0; i < 20; i++) {
		if (i < 6)
			steal(&b, "busy", i);
		run_find(&a, "unknown")->inv[i].counters.steal_ns =
		    COUNTER_UNKNOWN;
	}
	compare(NULL);
	tap_ok(row("x")->n_dropped == 4 && row("x")->n_pairs == 16,
	    "4 pairs dropped, %zu left", row("x")->n_pairs);
	says("x", "4 disturbed pairs");
	tap_ok(row("busy")->n_dropped == 0 && row("busy")->n_pairs == 20,
	    "none where it would be a third");
	tap_ok(row("unknown")->n_dropped == 0, "nor where it is not known");
	tap_ok(v.dropped == 4, "4 in all");
	tap_ok(strstr(v.order, v.dropped_why) != NULL, "%s", v.order);
	tap_ok(strstr(v.dropped_why,
		   "2 pairs left out, as the machine slept") &&
		strstr(v.dropped_why, "2 pairs left out, as over 1 %") &&
		strstr(v.dropped_why, "too many pairs of 1 row"),
	    "%s", v.dropped_why);
	end();
}

static void test_equal(void)
{
	begin(0);
	pairs("equal", 12, 0.1, 0, 0);
	compare(NULL);
	is("equal", VERDICT_SAME);
	tap_ok(row("equal")->p == 1 && row("equal")->change == 0, "p = 1");
	end();
}

/* Neighbours alike: 40 pairs are not 40 values. */
static void test_alike(void)
{
	begin(0);
	for (size_t i = 0; i < 40; i++) {
		double wave = i / 8 % 2 ? 0.02 : -0.02;

		made_value(&a, "x", 100);
		made_value(&b, "x",
		    100 * exp(wave + 0.01 + 0.005 * noise_normal(&rng)));
	}
	compare(NULL);
	says("x", "neighbouring pairs are alike");
	end();
}

/* 30 rows of 12 pairs, each arm with a memory rho of its own; the last row of b
 * is 20 % above. */
static void remember(double rho)
{
	for (int k = 0; k < 30; k++) {
		double x = noise_normal(&rng), y = noise_normal(&rng);
		char key[32];

		snprintf(key, sizeof(key), "row%d", k);
		for (int i = 0; i < 12; i++) {
			double own = sqrt(1 - rho * rho);

			made_value(&a, key, 100 * exp(0.02 * x));
			made_value(&b, key,
			    (k == 29 ? 120 : 100) * exp(0.02 * y));
			x = rho * x + own * noise_normal(&rng);
			y = rho * y + own * noise_normal(&rng);
		}
	}
}

/* Twelve pairs of a row do not show that neighbours are alike; thirty rows of
 * them do, and no row is judged on twelve then. */
static void test_all_alike(void)
{
	static const char note[] = "neighbouring pairs of all rows are alike";

	begin(0);
	remember(0.9);
	compare(NULL);
	says("row0", note);
	says("row29", note);
	tap_ok(v.count[VERDICT_SLOWER] + v.count[VERDICT_FASTER] == 0,
	    "no alarm");
	end();
	begin(0);
	remember(0);
	compare(NULL);
	tap_ok(strstr(row("row0")->note, note) == NULL,
	    "values in any order: %s", row("row0")->note);
	is("row29", VERDICT_SLOWER);
	end();
}

/* Another machine, another unit. */
static void test_guards(void)
{
	begin(40);
	pairs("x", 20, 0.1, 0.001, log(1.1));
	pairs("unit", 20, 0.1, 0.001, log(1.1));
	run_find(&b, "unit")->unit = UNIT_RATE;
	compare(NULL);
	is("x", VERDICT_SLOWER);
	is("unit", VERDICT_NOT_COMPARABLE);
	tap_ok(judge_decided(row("unit")), "which no round will change");
	made_host(&b, "other cpu", "boot");
	compare(NULL);
	is("x", VERDICT_NOT_COMPARABLE);
	tap_ok(row("x")->look == 0, "and no look decided it");
	tap_ok(judge_exit_status(&v, false) == 2, "status 2");
	end();
}

/* A change that nobody doubts, in too few pairs for the number of rows: what
 * is asked for is what the correction takes, 2 / 2^n below .05 / 100. */
static void test_plain(void)
{
	char key[16];

	begin(0);
	pairs("big", 8, 0, 0.001, log(0.02));
	for (int i = 0; i < 99; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		pairs(key, 8, 0, 0.001, 0);
	}
	compare(NULL);
	is("big", VERDICT_CANNOT_TELL);
	tap_ok(row("big")->hi < -0.97 && row("big")->n_more == 4,
	    "8 pairs, 12 pass: %u more", row("big")->n_more);
	end();
}

/* The pulses of the newest values of a row: whose core was shared. A shared one
 * costs a third more. */
static void pulses(const char *key, bool in_a, bool in_b)
{
	struct run *const r[2] = { &a, &b };
	const bool shared[2] = { in_a, in_b };

	for (int k = 0; k < 2; k++) {
		struct result *res = run_find(r[k], key);
		struct invocation *inv = &res->inv[res->n_inv - 1];

		inv->n_pulse = 1;
		inv->pulse = xcalloc(1, sizeof(*inv->pulse));
		inv->pulse[0] = shared[k] ? 3000 : 2000;
		invocation_pulsed(inv);
		if (shared[k])
			inv->run[0] += inv->run[0] / 3;
	}
}

/* 20 pairs, b 3 % above a; each side of a pair shares its core where its letter
 * of a word says so, "-a-b" again and again. */
static void shared(const char *key, const char *sides)
{
	for (size_t i = 0; i < 20; i++) {
		char c = sides[i % strlen(sides)];

		pairs(key, 1, 0, 0.002, log(1.03));
		pulses(key, c == 'a' || c == '2', c == 'b' || c == '2');
	}
}

static void test_shared(void)
{
	begin(0);
	shared("half", "-a-b");
	shared("most", "-aab2");
	shared("one", "-b");
	shared("none", "-");
	shared("all", "2");
	compare(NULL);
	tap_ok(row("half")->n_pairs == 10 && row("half")->n_dropped == 10,
	    "half of the pairs are left out");
	is("half", VERDICT_SLOWER);
	tap_ok(fabs(row("half")->change - 0.03) < 0.003, "and it is seen");
	tap_ok(row("most")->n_pairs == 20 && row("most")->n_dropped == 0,
	    "too few would be left");
	tap_ok(row("one")->n_pairs == 20, "one side's doing is kept");
	tap_ok(row("one")->change > 0.1, "as the change that it is");
	tap_ok(row("none")->n_dropped == 0 && row("all")->n_dropped == 0,
	    "all alike");
	tap_ok(v.dropped == 10 && strstr(v.dropped_why, "full speed"), "%s",
	    v.dropped_why);
	end();
}

int main(void)
{
	test_shared();
	test_plain();
	test_words();
	test_who();
	test_few();
	test_alone();
	test_dropped();
	test_equal();
	test_alike();
	test_all_alike();
	test_guards();
	return tap_done();
}
