/* looks.c - pairs that are looked at several times. */
#include "judge/judge.h"

#include "arms.h"

/* -- Looks --------------------------------------------------------------- */

static void test_spending(void)
{
	static const uint32_t at[] = { 10, 20, 40, 50, 0 };
	uint32_t round = 0;

	for (int i = 0; i < 5; i++) {
		round = judge_next_look(round, 50);
		tap_ok(round == at[i], "look %d of 50: %u", i, round);
	}
	tap_ok(judge_next_look(0, 6) == 6 && judge_next_look(6, 6) == 0,
	    "one look of 6");
	tap_ok(judge_next_look(13, 80) == 20, "the next one after 13");
	tap_ok(judge_next_look(0, 0) == 0, "no looks");
	tap_ok(judge_next_look(3000000000u, 4000000000u) == 4000000000u,
	    "no overflow");
	tap_near(judge_spent(0.05, 0), 0, 0, "nothing at first");
	tap_near(judge_spent(0.05, 1), 0.05, 1e-15, "all at the end");
	tap_near(judge_spent(0.05, 2), 0.05, 0, "never more");
	tap_near(judge_spent(0.05, 0.125), 0.05 * log1p(0.125 * (exp(1) - 1)),
	    1e-15, "by the logarithm");
}

/* Verdicts fall at looks, and stand when the other rows go on. */
static void test_looks(void)
{
	struct comparison early;

	begin(80);
	pairs("slower", 10, 0.1, 0.005, log(1.1));
	pairs("same", 10, 0.1, 0.002, 0);
	pairs("open", 10, 0.1, 0.05, 0.01);
	compare(NULL);
	is("slower", VERDICT_SLOWER);
	is("same", VERDICT_SAME);
	is("open", VERDICT_CANNOT_TELL);
	tap_ok(row("slower")->look == 10 && row("slower")->flagged == 10,
	    "at the first look");
	tap_ok(judge_decided(row("slower")) && judge_decided(row("same")) &&
		!judge_decided(row("open")),
	    "decided and open");
	tap_ok(row("slower")->p_holm <= 0.05, "p in units of alpha");
	early = *row("slower");
	pairs("open", 70, 0.1, 0.05, 0.01);
	/* a row goes on although it was decided: later values do not count */
	pairs("same", 10, 0.1, 0.002, log(1.5));
	compare(NULL);
	tap_ok(row("slower")->look == 10 && row("slower")->lo >= early.lo &&
		row("slower")->lo <= early.lo,
	    "the verdict of round 10 stands");
	is("same", VERDICT_SAME);
	tap_ok(row("same")->n_pairs == 10 && v.rounds == 80, "at 80 rounds");
	tap_ok(strstr(v.rule, "10, 20, 40, 80") != NULL, "%s", v.rule);
	end();
}

/* The suite line is from the rounds that its rows were judged on: of a row
 * that left, what is stored beyond changes neither its mean nor its ends. */
static void test_suite(void)
{
	double lo, hi, mean;

	begin(80);
	pairs("same", 10, 0.1, 0.004, 0);
	compare(NULL);
	is("same", VERDICT_SAME);
	mean = v.suite;
	lo = v.suite_lo;
	hi = v.suite_hi;
	tap_ok(lo < mean && mean < hi, "suite %g %g %g", lo, mean, hi);
	pairs("same", 70, 0.1, 0.004, log(1.01));
	compare(NULL);
	tap_ok(row("same")->look == 10, "decided at 10 of 80");
	tap_near(v.suite, mean, 1e-12, "the mean is that of 10 rounds");
	tap_near(v.suite_lo, lo, 1e-12, "and so is the lower end");
	tap_near(v.suite_hi, hi, 1e-12, "and the upper one");
	end();
}

/* A stranger's run may have looks without end: the list is whole. */
static void test_list(void)
{
	begin(UINT32_MAX);
	pairs("x", 15, 0.1, 0.003, log(1.05));
	compare(NULL);
	tap_ok(strstr(v.rule,
		   "looks at 10, 20, 40, 80, 160, 320, 640, ... 4294967295, "
		   "5 % of") != NULL,
	    "%s", v.rule);
	end();
	begin(1280);
	pairs("x", 15, 0.1, 0.003, log(1.05));
	compare(NULL);
	tap_ok(strstr(v.rule, "320, 640, 1280, 5 % of") != NULL, "%s", v.rule);
	end();
}

/* The budget ended between looks; more rounds than planned. */
static void test_between(void)
{
	begin(80);
	pairs("x", 15, 0.1, 0.003, log(1.05));
	run_find(&a, "x")->inv[3].round = 200;
	compare(NULL);
	tap_ok(v.rounds == 15, "a last look at %u", v.rounds);
	tap_ok(row("x")->look == 10 || row("x")->look == 15, "decided");
	a.rounds = 15;
	b.rounds = 14; /* interrupted in the last one */
	compare(NULL);
	tap_ok(v.rounds == 14, "at the complete rounds only: %u", v.rounds);
	a.rounds = b.rounds = 100;
	pairs("x", 85, 0.1, 0.3, 0);
	compare(NULL);
	tap_ok(v.rounds == 80, "none beyond the plan");
	end();
}

/* No value ever differs. */
static void test_equal(void)
{
	begin(80);
	pairs("equal", 80, 0.1, 0, 0);
	compare(NULL);
	is("equal", VERDICT_SAME);
	tap_ok(row("equal")->look == 10 && row("equal")->p >= 1, "at once");
	end();
}

/* With many rows no p of 10 pairs can pass: that look spends nothing on
 * changes, and the next one has its share. */
static void test_passed_on(void)
{
	char key[16];

	begin(20);
	for (int i = 0; i < 60; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		pairs(key, 20, 0.1, 0.002, i == 0 ? log(1.1) : 0);
	}
	compare(NULL);
	is("row0", VERDICT_SLOWER);
	tap_ok(row("row0")->look == 20, "at 20");
	is("row1", VERDICT_SAME);
	tap_ok(row("row1")->look == 10, "SAME needs no correction");
	tap_str(v.advice, "", "rows that left at 10 rounds had enough");
	end();
}

/* -- A program that drops what is decided -------------------------------- */

#define ROWS 12
#define MOST 80

/* Spread and shift of row i: some leave early, some never do. */
static double sd_of(int i)
{
	return 0.002 * (1 + i % 6 * 2);
}

static double shift_of(int i)
{
	return i % 4 == 0 ? 0.05 : i % 4 == 1 ? 0.02 : 0;
}

static void measure(const bool *open, uint32_t from, uint32_t to)
{
	char key[16];

	for (uint32_t r = from; r < to; r++)
		for (int i = 0; i < ROWS; i++) {
			snprintf(key, sizeof(key), "row%d", i);
			if (!open[i])
				continue;
			pairs(key, 1, 0.1, sd_of(i), shift_of(i));
			run_find(&a, key)->inv[r].round = r;
			run_find(&b, key)->inv[r].round = r;
		}
}

/* What was said when a row left is what the whole says at the end. */
static void test_live(void)
{
	struct comparison left[ROWS];
	bool open[ROWS], same = true;
	size_t n_left = 0, early = 0;
	char key[16];

	begin(MOST);
	memset(open, true, sizeof(open));
	for (uint32_t at = 0, next; (next = judge_next_look(at, MOST)) != 0;
	     at = next) {
		measure(open, at, next);
		compare(NULL);
		for (int i = 0; i < ROWS; i++) {
			snprintf(key, sizeof(key), "row%d", i);
			if (!open[i] || !judge_decided(row(key)))
				continue;
			left[i] = *row(key);
			open[i] = false;
			n_left++;
			early += next < MOST;
		}
	}
	for (int i = 0; i < ROWS; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		if (!open[i])
			same = same && row(key)->verdict == left[i].verdict &&
			    row(key)->look == left[i].look &&
			    row(key)->lo >= left[i].lo &&
			    row(key)->lo <= left[i].lo;
		else
			same = same && !judge_decided(row(key));
	}
	tap_ok(early >= 4 && n_left < ROWS, "%zu rows left, %zu of them early",
	    n_left, early);
	tap_ok(same, "the words stand");
	end();
}

/* All looks together raise no more false alarms than one: 5 % of 400 and 2.33
 * standard deviations. */
static void test_alarms(void)
{
	struct judge_opts o = judge_defaults;
	size_t alarms = 0, wrong = 0;

	o.delta = 1e-9; /* no margin helps */
	for (int k = 0; k < 400; k++) {
		begin(80);
		rng_seed(&rng, (uint64_t)k);
		pairs("x", 80, 0.1, 0.02, 0);
		pairs("at_margin", 80, 0.1, 0.02, log(1.02));
		verdict_set_release(&v);
		judge_compare(&a, &b, &o, &v);
		alarms += row("x")->flagged > 0;
		compare(NULL);
		wrong += row("at_margin")->verdict == VERDICT_SAME;
		end();
	}
	tap_ok(alarms <= 30, "changes seen in %zu of 400 without any", alarms);
	tap_ok(wrong <= 30, "SAME in %zu of 400 at the margin itself", wrong);
}

int main(void)
{
	test_spending();
	test_looks();
	test_suite();
	test_list();
	test_between();
	test_equal();
	test_passed_on();
	test_live();
	test_alarms();
	return tap_done();
}
