/* why.c - tests of what goes with a change: planted causes are named first, and
 * counts that have nothing to do with it are not (T16 of METHOD of the
 * specification). */
#include "judge/why.h"

#include "../noise.h"
#include "base/rng.h"
#include "two.h"

#define ROW    "ipc_pipe/cpu=same"
#define ROUNDS 20
#define CASES  20  /* of T16 */
#define QUIET  200 /* made-up pairs of runs without a difference */

static struct rng rng;

/* n values of both sides: 5 % of noise that equal rounds share, 2 % of their
 * own, b above a by shift (log). */
static void pairs(size_t n, double shift)
{
	for (size_t i = 0; i < n; i++) {
		double wave = 0.05 * noise_normal(&rng);

		made_value(&a, ROW,
		    5000 * exp(wave + 0.02 * noise_normal(&rng)));
		made_value(&b, ROW,
		    5000 * exp(wave + 0.02 * noise_normal(&rng) + shift));
	}
}

/* Counters of all invocations: a level with noise, per operation. Operations
 * are a million, so that levels are exact. */
static void counts(struct run *r, double switches, double faults, double forced)
{
	struct result *res = run_find(r, ROW);

	for (size_t i = 0; i < res->n_inv; i++) {
		struct counters *c = &res->inv[i].counters;
		double wave = exp(0.05 * noise_normal(&rng));

		c->nvcsw = (uint64_t)(MADE_OPS * switches * wave);
		wave = exp(0.05 * noise_normal(&rng));
		c->minflt = (uint64_t)(MADE_OPS * faults * wave);
		wave = exp(0.3 * noise_normal(&rng));
		c->nivcsw = (uint64_t)(MADE_OPS * forced * wave);
		c->majflt = 0;
		c->migrations = COUNTER_UNKNOWN;
		c->steal_ns = (uint64_t)(20000 + 5000 * noise_normal(&rng));
		c->other_ns = (uint64_t)(1e6 * exp(noise_normal(&rng)));
	}
}

/* The word on a count; -1 = it is not there. */
static int word(const struct why *w, const char *name)
{
	for (size_t i = 0; i < w->n; i++)
		if (strcmp(w->count[i].name, name) == 0)
			return (int)w->count[i].word;
	return -1;
}

static size_t with(const struct why *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += w->count[i].word == WHY_WITH;
	return n;
}

static bool explain(struct why *w)
{
	struct judge_opts o = judge_defaults;

	o.floors = &made_no_floors;
	compare(&o);
	return judge_why(&a, &b, &v, row(ROW), 0.05, w);
}

/* 20 % slower, and one thing more often. */
static void test_planted(void)
{
	static const char *const name[] = { "voluntary switches", "page faults",
		"involuntary switches" };
	int first = 0, spurious = 0;

	rng_seed(&rng, 5);
	for (int i = 0; i < CASES; i++) {
		int which = i % 3;
		struct why w;

		run_init(&a);
		run_init(&b);
		made_host(&a, "cpu", "boot");
		made_host(&b, "cpu", "boot");
		if (i % 2) {
			made_arm(&a, "a", 0);
			made_arm(&b, "b", 0);
		}
		pairs(ROUNDS, 0.18);
		counts(&a, 0.5, 0.2, 0.001);
		counts(&b, which == 0 ? 0.6 : 0.5, which == 1 ? 0.25 : 0.2,
		    which == 2 ? 0.003 : 0.001);
		explain(&w);
		first += w.n > 0 && w.count[0].word == WHY_WITH &&
		    strcmp(w.count[0].name, name[which]) == 0;
		spurious += with(&w) > 1;
		why_release(&w);
		end();
	}
	tap_ok(first >= CASES * 9 / 10, "%d of %d planted causes named first",
	    first, CASES);
	tap_ok(spurious <= 2, "%d of %d with another beside it", spurious,
	    CASES);
}

static void test_quiet(void)
{
	int alarms = 0;

	rng_seed(&rng, 6);
	for (int i = 0; i < QUIET; i++) {
		struct why w;

		run_init(&a);
		run_init(&b);
		made_arm(&a, "a", 0);
		made_arm(&b, "b", 0);
		pairs(ROUNDS, 0);
		counts(&a, 0.5, 0.2, 0.001);
		counts(&b, 0.5, 0.2, 0.001);
		explain(&w);
		alarms += with(&w) > 0;
		why_release(&w);
		end();
	}
	/* 5 % of 200, and binomial luck of 1 in 100 on top */
	tap_ok(alarms <= 18, "%d of %d without a difference name something",
	    alarms, QUIET);
}

/* What one costs is known from other rows. */
static void test_explains(void)
{
	struct why w;

	begin_two();
	rng_seed(&rng, 3);
	made_spread(&a, ROW, 1000, 0.01, 12);
	made_spread(&b, ROW, 2000, 0.01, 12);
	made_spread(&a, "vm_fault/kind=anon", 600, 0.01, 12);
	made_spread(&b, "vm_fault/kind=anon", 600, 0.01, 12);
	counts(&a, 0, 0.0, 0);
	counts(&b, 0, 1.0, 0);
	tap_ok(explain(&w), "a row that both have");
	tap_ok(word(&w, "page faults") == (int)WHY_WITH, "faults go with it");
	tap_ok(w.n > 0 && fabs(w.count[0].explains - 600) < 60,
	    "and explain 600 ns: %g", w.n ? w.count[0].explains : 0);
	tap_ok(fabs(w.explained - 600) < 60 && fabs(w.delta - 1000) < 30,
	    "of 1000: %g of %g", w.explained, w.delta);
	why_release(&w);
	end();
}

static void test_words(void)
{
	struct why w;

	begin_two();
	rng_seed(&rng, 3);
	made_spread(&a, ROW, 1000, 0.01, 12);
	made_spread(&b, ROW, 2000, 0.01, 12);
	made_spread(&a, "sys_read", 100, 0.01, 12);
	made_spread(&b, "sys_read", 300, 0.01, 12);
	made_spread(&a, "vm_fault/kind=anon", 600, 0.01, 12);
	made_spread(&b, "vm_fault/kind=anon", 1200, 0.01, 12);
	counts(&a, 2, 1e-5, 0);
	counts(&b, 1, 4e-5, 0);
	explain(&w);
	tap_ok(word(&w, "voluntary switches") == (int)WHY_AGAINST,
	    "half of the switches are no cause");
	tap_ok(word(&w, "page faults") != WHY_WITH,
	    "nor are four faults in 100000 operations");
	tap_ok(word(&w, "moves to another CPU") == -1,
	    "what is not known is not named");
	tap_ok(w.n_parts == 1 && strcmp(w.part[0].c->key, "sys_read") == 0,
	    "the row contains a read, which is slower; no fault");
	tap_ok(w.n_parts == 1 && fabs(w.part[0].ns - 200) < 10, "by 200 ns");
	why_release(&w);
	end();
}

/* Time brings some; and each batch has its own, however many operations. */
static void test_time(void)
{
	struct why w;

	begin_two();
	rng_seed(&rng, 3);
	made_spread(&a, ROW, 1000, 0.01, 12);
	made_spread(&b, ROW, 4000, 0.01, 12);
	for (size_t i = 0; i < 12; i++) {
		struct invocation *inv = &run_find(&b, ROW)->inv[i];

		inv->ops /= 4;
		inv->run[0] /= 4;
	}
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < 12; i++) {
			struct counters *c =
			    &run_find(k ? &b : &a, ROW)->inv[i].counters;

			c->nivcsw = 1000 + i;
			c->nvcsw = 8;
		}
	explain(&w);
	tap_ok(word(&w, "involuntary switches") == WHY_SAME,
	    "as many a second, in a slower operation");
	tap_ok(word(&w, "voluntary switches") == WHY_LITTLE,
	    "once a batch, in one of fewer operations");
	tap_ok(with(&w) == 0, "nothing goes with it");
	why_release(&w);
	end();
}

static void test_few(void)
{
	struct why w;

	begin_two();
	rng_seed(&rng, 3);
	made_spread(&a, ROW, 1000, 0.01, 3);
	made_spread(&b, ROW, 2000, 0.01, 3);
	counts(&a, 1, 0.1, 0);
	counts(&b, 2, 0.1, 0);
	explain(&w);
	tap_ok(w.few && with(&w) == 0, "three values tell nothing");
	why_release(&w);
	end();
	begin_two();
	made_spread(&a, ROW, 1000, 0.01, 4);
	made_spread(&b, ROW, 2000, 0.01, 4);
	for (size_t i = 0; i < 4; i++) {
		run_find(&a, ROW)->inv[i].counters.nvcsw = MADE_OPS;
		run_find(&b, ROW)->inv[i].counters.nvcsw = 2 * MADE_OPS;
	}
	explain(&w);
	tap_ok(word(&w, "voluntary switches") == (int)WHY_WITH,
	    "a count that never varies needs no test");
	why_release(&w);
	end();
}

static void test_notes(void)
{
	struct why w;

	begin_two();
	rng_seed(&rng, 3);
	made_spread(&a, ROW, 1000, 0.01, 12);
	made_spread(&b, ROW, 2000, 0.01, 12);
	counts(&a, 1, 0, 0);
	counts(&b, 1, 0, 0);
	for (size_t i = 0; i < 12; i++) {
		char text[32];

		snprintf(text, sizeof(text), "%zu", 100 + i);
		invocation_note(&run_find(&a, ROW)->inv[i], "woken", text);
		invocation_note(&run_find(&a, ROW)->inv[i], "image", "static");
		snprintf(text, sizeof(text), "%zu", 10 + i);
		invocation_note(&run_find(&b, ROW)->inv[i], "woken", text);
	}
	explain(&w);
	tap_ok(word(&w, "woken") == (int)WHY_WITH, "a number of the row's own");
	tap_ok(word(&w, "image") == -1, "words are none");
	why_release(&w);
	tap_ok(!judge_why(&a, &b, &v,
		   &(struct comparison){ .key = "x", .a = NULL }, 0.05, &w),
	    "a row that one side has not");
	why_release(&w);
	end();
}

int main(void)
{
	test_planted();
	test_quiet();
	test_explains();
	test_words();
	test_time();
	test_few();
	test_notes();
	return tap_done();
}
