/* simulate.c - how often the procedure is wrong where nothing differs, and how
 * often it sees what does. simulate SUITES: suites per kind of noise. */
#include "judge/judge.h"

#include "../noise.h"
#include "base/num.h"
#include "made.h"
#include "tap.h"

#define MOST 512 /* values a side */

static struct rng rng;

/* Two runs of `rows` rows with n values a side; row 0 of the second is shifted.
 * Rows differ in spread: sd times 1/4 to 4 when mixed. */
static void make_pair(struct run *a, struct run *b, size_t rows, size_t n,
    enum noise kind, double sd, bool mixed, bool boots, double shift)
{
	double v[MOST];
	char key[32];

	run_init(a);
	run_init(b);
	made_host(a, "cpu", "boot");
	made_host(b, "cpu", boots ? "another" : "boot");
	for (size_t i = 0; i < rows; i++) {
		double s =
		    mixed ? sd * exp(log(4) * (2 * rng_unit(&rng) - 1)) : sd;

		snprintf(key, sizeof(key), "row%zu", i);
		for (int side = 0; side < 2; side++) {
			noise_fill(&rng, kind, v, n);
			for (size_t k = 0; k < n; k++)
				v[k] = 100 *
				    exp(s * v[k] +
					(side && i == 0 ? shift : 0));
			made_row(side ? b : a, key, v, n);
		}
	}
}

struct trial {
	size_t rows, n;
	enum noise kind;
	double sd;
	bool mixed, boots;
	double shift;    /* of row 0 */
	enum verdict of; /* what to count there if it is shifted */
	struct judge_opts opts;
};

/* Suites with an alarm; with a shift: suites in which row 0 gets `of`. */
static size_t run_trial(const struct trial *t, size_t suites)
{
	size_t found = 0;

	for (size_t k = 0; k < suites; k++) {
		struct verdict_set v;
		struct run a, b;

		make_pair(&a, &b, t->rows, t->n, t->kind, t->sd, t->mixed,
		    t->boots, t->shift);
		judge_compare(&a, &b, &t->opts, &v);
		if (t->shift > 0)
			found += v.rows[0].verdict == t->of;
		else
			found +=
			    v.count[VERDICT_SLOWER] + v.count[VERDICT_FASTER] >
			    0;
		verdict_set_release(&v);
		run_release(&a);
		run_release(&b);
	}
	return found;
}

/* Mean and 2.33 standard deviations of the binomial: the 99 % bound. */
static double bound(double rate, size_t n)
{
	return rate * (double)n + 2.33 * sqrt((double)n * rate * (1 - rate));
}

/* No margin at all, so that Holm alone is tried; without independence (drift,
 * AR) no unpaired test is valid, and there the session's margin must hold. */
static void test_false_alarms(size_t suites)
{
	for (int kind = 0; kind < NOISES; kind++) {
		bool iid = kind != NOISE_DRIFT && kind != NOISE_AR;
		struct trial t = { .rows = 60,
			.n = 12,
			.kind = (enum noise)kind,
			.sd = 0.02,
			.opts = judge_defaults };
		size_t found;

		if (iid) {
			t.opts.delta = 1e-9;
			t.opts.measured.session = 1e-9;
		}
		found = run_trial(&t, suites);
		tap_ok((double)found <= bound(0.05, suites),
		    "60 rows, 12 a side, %s%s: alarms in %zu of %zu",
		    noise_words[kind], iid ? ", no margin" : "", found, suites);
	}
}

static void test_few_values(size_t suites)
{
	/* Rows that are AR and vary by up to 8 % are left out: without pairs
	 * nothing tells such a wave from a change (24 alarms in 400). */
	for (int kind = 0; kind < NOISES; kind++)
		for (int mixed = 0; mixed < (kind == NOISE_AR ? 1 : 2);
		     mixed++) {
			struct trial t = { .rows = 45,
				.n = 4,
				.kind = (enum noise)kind,
				.sd = 0.02,
				.mixed = mixed,
				.boots = true,
				.opts = judge_defaults };
			size_t found = run_trial(&t, suites);

			tap_ok((double)found <= bound(0.05, suites),
			    "45 rows, 4 a side, %s%s: alarms in %zu of %zu",
			    noise_words[kind], mixed ? ", mixed spreads" : "",
			    found, suites);
		}
}

static void test_power(size_t suites)
{
	struct trial few = { .rows = 45,
		.n = 4,
		.kind = NOISE_NORMAL,
		.sd = 0.02,
		.shift = log(1.2),
		.opts = judge_defaults };
	struct trial many = { .rows = 60,
		.n = 40,
		.kind = NOISE_NORMAL,
		.sd = 0.02,
		.shift = log(1.05),
		.opts = judge_defaults };
	size_t found = run_trial(&few, suites);

	tap_ok((double)found >= (double)suites - bound(0.05, suites),
	    "20 %% at sd 2 %%, 4 a side: seen in %zu of %zu", found, suites);
	/* the margin of METHOD.md for values that need no session margin */
	many.opts.measured.session = 1e-9;
	found = run_trial(&many, suites);
	tap_ok((double)found >= (double)suites - bound(0.01, suites),
	    "5 %% at sd 2 %%, 40 a side, margin 2 %%: seen in %zu of %zu",
	    found, suites);
}

/* A change as large as the margin is called SAME in one case of 20 at most. */
static void test_same(size_t suites)
{
	for (int kind = 0; kind < NOISE_DRIFT; kind++) {
		struct trial t = { .rows = 1,
			.n = 20,
			.kind = (enum noise)kind,
			.sd = 0.04,
			.shift = log(1.05),
			.of = VERDICT_SAME,
			.opts = judge_defaults };
		size_t found = run_trial(&t, suites);

		tap_ok((double)found <= bound(0.05, suites),
		    "true change 5 %%, %s: SAME within 5 %% in %zu of %zu",
		    noise_words[kind], found, suites);
	}
}

/* After the number of further values that CANNOT TELL asks for there is a word
 * in three of four cases. */
static void test_more(size_t suites, double shift)
{
	size_t asked = 0, told = 0;

	for (size_t k = 0; k < suites; k++) {
		size_t n = 12;

		for (int pass = 0; pass < 2; pass++) {
			struct verdict_set v;
			struct run a, b;
			bool open;

			make_pair(&a, &b, 1, n, NOISE_NORMAL, 0.07, false,
			    false, shift);
			judge_compare(&a, &b, NULL, &v);
			open = v.rows[0].verdict == VERDICT_CANNOT_TELL;
			asked += pass == 0 && open;
			told += pass == 1 && !open;
			n += v.rows[0].n_more;
			verdict_set_release(&v);
			run_release(&a);
			run_release(&b);
			if (!open || n > MOST)
				break;
		}
	}
	tap_ok(asked > 0 && (double)told >= 0.75 * (double)asked,
	    "true change %.0f %%: of %zu that asked for more %zu could tell",
	    100 * expm1(shift), asked, told);
}

int main(int argc, char **argv)
{
	uint64_t suites = 0;

	if (argc != 2 || num_parse_u64(argv[1], &suites) != 0 || suites < 1)
		return 2;
	rng_seed(&rng, 20261130);
	test_false_alarms((size_t)suites);
	test_few_values((size_t)suites);
	test_power((size_t)suites);
	test_same(4 * (size_t)suites);
	test_more(2 * (size_t)suites, 0);
	test_more(2 * (size_t)suites, log(1.12));
	return tap_done();
}
