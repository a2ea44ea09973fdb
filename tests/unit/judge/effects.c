/* effects.c - main effects and interactions of a table with known ones. */
#include "judge/effects.h"

#include "base/rng.h"
#include "made.h"
#include "tap.h"

#define CELLS 6 /* 2 x 3 */

static const size_t levels[] = { 2, 3 };

struct made {
	struct run run[CELLS];
	const struct run *r[CELLS];
	const struct result *res[CELLS];
	struct effects_table t;
};

/* n rounds; each is slower than the last one, as when a machine gets warm, and
 * its values lie within +-noise of what they should be. */
static void make(struct made *m, const double cost[CELLS], size_t n,
    double noise, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t k = 0; k < CELLS; k++) {
		run_init(&m->run[k]);
		for (size_t i = 0; i < n; i++)
			made_value(&m->run[k], "exec",
			    cost[k] * (1 + .05 * (double)i) *
				(1 + noise * (2 * rng_unit(&rng) - 1)));
		m->r[k] = &m->run[k];
		m->res[k] = run_find(&m->run[k], "exec");
	}
	m->t = (struct effects_table){ 2, levels, CELLS, m->r, m->res };
}

static void release(struct made *m)
{
	for (size_t k = 0; k < CELLS; k++)
		run_release(&m->run[k]);
}

/* Twice as slow at the second level of the first factor, 10 % and 30 % at those
 * of the second one. */
static void additive(void)
{
	static const double cost[CELLS] = { 100, 110, 130, 200, 220, 260 };
	static const double want[] = { 1, .1, .3, 0, 0 };
	struct effect *e;
	struct made m;
	size_t rounds, n;

	make(&m, cost, 12, .01, 1);
	n = effects_of(&m.t, &e, &rounds);
	tap_ok(n == 5 && rounds == 12, "three main effects, two interactions");
	for (size_t i = 0; i < n; i++) {
		tap_near(e[i].change, want[i], .02, "effect %zu", i);
		tap_ok(e[i].lo < want[i] && e[i].hi > want[i] &&
			e[i].hi - e[i].lo < .06,
		    "%zu: %g .. %g", i, e[i].lo, e[i].hi);
	}
	tap_ok(e[0].factor == 0 && e[0].with == EFFECT_ALONE &&
		e[2].factor == 1 && e[2].level == 2,
	    "main effects first");
	tap_ok(e[4].factor == 0 && e[4].with == 1 && e[4].with_level == 2,
	    "then pairs");
	free(e);
	release(&m);
}

/* The second factor does nothing, but for the last cell, by half. */
static void interaction(void)
{
	static const double cost[CELLS] = { 100, 100, 100, 100, 100, 150 };
	struct effect *e;
	struct made m;
	size_t rounds, n;

	make(&m, cost, 12, .01, 2);
	n = effects_of(&m.t, &e, &rounds);
	tap_ok(n == 5, "as many");
	tap_near(e[4].change, .5, .03, "the pair has it");
	tap_ok(e[4].lo > .4 && e[3].lo < 0 && e[3].hi > 0,
	    "and only that pair");
	tap_near(e[0].change, cbrt(1.5) - 1, .02,
	    "a main effect is the mean over the others");
	free(e);
	release(&m);
}

static void holes(void)
{
	static const double cost[CELLS] = { 1, 2, 3, 4, 5, 6 };
	struct effect *e;
	struct made m;
	size_t rounds, n;

	make(&m, cost, 12, .01, 3);
	run_forget_round(&m.run[4], 3, "gone");
	n = effects_of(&m.t, &e, &rounds);
	tap_ok(n == 5 && rounds == 11, "a round with a hole does not count");
	free(e);
	m.res[2] = NULL;
	n = effects_of(&m.t, &e, &rounds);
	tap_ok(n == 5 && rounds == 0 && isnan(e[0].change) && isnan(e[0].lo),
	    "a cell without values leaves nothing");
	free(e);
	release(&m);
	make(&m, cost, 6, .01, 4);
	n = effects_of(&m.t, &e, &rounds);
	tap_ok(rounds == 6 && isfinite(e[0].change) && isnan(e[0].lo),
	    "too few rounds for five intervals at once");
	free(e);
	release(&m);
}

/* Nothing differs: in one table of twenty an interval may say so. */
static void alarms(void)
{
	static const double cost[CELLS] = { 1, 1, 1, 1, 1, 1 };
	size_t tables = 400, bad = 0;

	for (size_t i = 0; i < tables; i++) {
		struct effect *e;
		struct made m;
		size_t rounds, n;
		bool alarm = false;

		make(&m, cost, 12, .05, 100 + i);
		n = effects_of(&m.t, &e, &rounds);
		for (size_t k = 0; k < n; k++)
			alarm |= e[k].lo > 0 || e[k].hi < 0;
		bad += alarm;
		free(e);
		release(&m);
	}
	/* 20 expected at most, 4.4 the standard deviation */
	tap_ok(bad <= 33, "%zu alarms in %zu tables", bad, tables);
}

int main(void)
{
	additive();
	interaction();
	holes();
	alarms();
	return tap_done();
}
