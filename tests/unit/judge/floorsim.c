/* floorsim.c - how often a suite alarms whose margins come from history, where
 * sessions differ and nothing else does; and how often its suite line says that
 * all rows together changed. floorsim SUITES [SEED]: of a kind. */
#include "judge/judge.h"

#include "../noise.h"
#include "base/num.h"
#include "made.h"
#include "stats/order.h"
#include "tap.h"

#include <stdlib.h>

#define ROWS   100
#define VALUES 12

static struct rng rng;

/* What moves the level of a row from session to session. */
enum effect {
	EFFECT_NONE,   /* nothing does */
	EFFECT_NORMAL, /* .2 to 2.8 %, each row its own */
	EFFECT_HEAVY,  /* the same with Student's t, 3 degrees of freedom */
	EFFECT_PLACES, /* a third of the rows: 0, 3 or 12 % (.6, .3, .1) */
	EFFECT_COMMON, /* all rows alike 1.5 %, and .3 % each */
	EFFECT_WALK,   /* each session goes on from the last one: .7 % */
	EFFECT_RARE,   /* one session of twenty is 15 % off in a row */
	EFFECT_FEW,    /* one row of twenty: 5 %; others nothing */
	EFFECT_ALIKE,  /* all rows alike 1.5 %, Student's t with 3 df */
	EFFECTS
};

static const char *const effect_words[EFFECTS] = { "none", "normal", "heavy",
	"places", "common", "walk", "rare", "few", "alike" };

struct suite {
	double sd[ROWS];    /* within a run */
	double apart[ROWS]; /* between sessions */
	double at[ROWS];    /* where a walk is */
};

static double spread(double middle)
{
	return middle * exp(log(4) * (2 * rng_unit(&rng) - 1));
}

static double effect_of(enum effect kind, struct suite *s, double common,
    size_t row)
{
	double u = rng_unit(&rng), apart = s->apart[row];

	switch (kind) {
	case EFFECT_NORMAL:
		return apart * noise_normal(&rng);
	case EFFECT_HEAVY:
		return apart * noise_t3(&rng) / sqrt(3);
	case EFFECT_PLACES:
		if (row % 3 == 0)
			return u < 0.6 ? 0 : u < 0.9 ? 0.03 : 0.12;
		return 0.003 * noise_normal(&rng);
	case EFFECT_COMMON:
		return common + 0.003 * noise_normal(&rng);
	case EFFECT_WALK:
		return s->at[row] += apart * noise_normal(&rng);
	case EFFECT_RARE:
		return u < 0.05 ? 0.15 : 0;
	case EFFECT_FEW:
		return row % 20 == 0 ? 0.05 * noise_normal(&rng) : 0;
	case EFFECT_ALIKE:
		return common;
	default:
		return 0;
	}
}

static void make(struct run *r, struct suite *s, enum effect kind,
    enum noise noise, size_t number, bool boots)
{
	double v[VALUES], e,
	    common = 0.015 *
	    (kind == EFFECT_ALIKE ? noise_t3(&rng) / sqrt(3) :
				    noise_normal(&rng));
	char key[32], boot[32];

	snprintf(boot, sizeof(boot), "boot%zu", boots ? number : 0);
	run_init(r);
	made_host(r, "cpu", boot);
	r->started_ns = (int64_t)number;
	for (size_t i = 0; i < ROWS; i++) {
		e = effect_of(kind, s, common, i);
		snprintf(key, sizeof(key), "%s_row/n=%zu",
		    i % 3 ? "sys" : "mem", i);
		noise_fill(&rng, noise, v, VALUES);
		for (size_t k = 0; k < VALUES; k++)
			v[k] = 100 * exp(s->sd[i] * v[k] + e);
		made_row(r, key, v, VALUES);
	}
}

struct trial {
	enum effect effect;
	enum noise noise;
	size_t history;
	bool boots;
};

/* A history, then two more runs that are compared: an alarm? The floors of all
 * rows are added to the list, a suite line without 0 in it is counted. */
static bool alarms(const struct trial *t, double **floors, size_t *n,
    size_t *lines, double *margin)
{
	struct session *past = xcalloc(t->history + 1, sizeof(*past));
	struct judge_opts o = judge_defaults;
	struct floors f = { .row = NULL };
	struct verdict_set v;
	struct run r, a, b;
	struct suite s;
	bool alarm;

	for (size_t i = 0; i < ROWS; i++) {
		s.sd[i] = spread(0.02);
		s.apart[i] = spread(0.007);
		s.at[i] = 0;
	}
	for (size_t i = 0; i < t->history; i++) {
		make(&r, &s, t->effect, t->noise, i, t->boots);
		judge_session(&r, &past[i]);
		run_release(&r);
	}
	make(&a, &s, t->effect, t->noise, t->history, t->boots);
	make(&b, &s, t->effect, t->noise, t->history + 1, t->boots);
	judge_floors(past, t->history, &a, &b, &f);
	o.floors = &f;
	judge_compare(&a, &b, &o, &v);
	*lines += v.suite_lo > 0 || v.suite_hi < 0;
	*margin += v.suite_margin;
	alarm = v.count[VERDICT_SLOWER] + v.count[VERDICT_FASTER] > 0;
	*floors = xreallocarray(*floors, *n + f.n + 1, sizeof(**floors));
	for (size_t i = 0; i < f.n; i++)
		(*floors)[(*n)++] = t->boots ? f.row[i].boot : f.row[i].session;
	verdict_set_release(&v);
	floors_release(&f);
	sessions_free(past, t->history);
	run_release(&a);
	run_release(&b);
	return alarm;
}

/* Mean and 2.33 standard deviations of the binomial: the 99 % bound. */
static double bound(double rate, size_t n)
{
	return rate * (double)n + 2.33 * sqrt((double)n * rate * (1 - rate));
}

static void test(const struct trial *t, size_t suites)
{
	/* A few runs tell little of the tails (doc/METHOD.md, "Floors"). */
	double rate =
	    t->effect == EFFECT_HEAVY && t->history < 10 ? 0.12 : 0.05;
	double *floors = NULL;
	double margin = 0;
	size_t n = 0, found = 0, lines = 0;

	for (size_t k = 0; k < suites; k++)
		found += alarms(t, &floors, &n, &lines, &margin);
	if (n == 0)
		floors[n++] = 0;
	order_sort(floors, n);
	tap_ok((double)found <= bound(rate, suites),
	    "%d rows, %zu %s of history, effect %s: alarms in %zu of %zu; "
	    "floors %.1f, %.1f, %.1f %%",
	    ROWS, t->history, t->boots ? "boots" : "runs",
	    effect_words[t->effect], found, suites,
	    100 * order_quantile(floors, n, 0.1, 7),
	    100 * order_quantile(floors, n, 0.5, 7),
	    100 * order_quantile(floors, n, 0.9, 7));
	tap_ok((double)lines <= bound(rate, suites),
	    "its suite line without 0 in %zu; its margin %.1f %%", lines,
	    100 * margin / (double)suites);
	free(floors);
}

int main(int argc, char **argv)
{
	static const size_t history[] = { 3, 5, 10 };
	uint64_t suites = 0, seed = 20261130;

	if (argc < 2 || argc > 3 || num_parse_u64(argv[1], &suites) != 0 ||
	    suites < 1 || (argc > 2 && num_parse_u64(argv[2], &seed) != 0))
		return 2;
	rng_seed(&rng, seed);
	for (int e = 0; e < EFFECTS; e++)
		for (int k = 0; k < 4; k++) {
			struct trial t = { .effect = (enum effect)e,
				.noise = e % 2 ? NOISE_SKEWED : NOISE_NORMAL,
				.history = history[k % 3],
				.boots = k == 3 };

			test(&t, (size_t)suites);
		}
	/* what is taken where there is no history */
	test(&(struct trial){ .effect = EFFECT_COMMON }, (size_t)suites);
	return tap_done();
}
