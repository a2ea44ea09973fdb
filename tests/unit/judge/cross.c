/* cross.c - two runs of one curve: where they cross, and which is steeper. */
#include "judge/cross.h"

#include "../noise.h"
#include "base/rng.h"
#include "made.h"
#include "tap.h"

static struct rng rng;

/* Cost f(x) of a row at x = 1 .. 10, in so many rounds. */
static void make(struct run *r, double (*f)(double x), double sd, int rounds,
    const char *key)
{
	run_init(r);
	made_host(r, "cpu", "boot");
	r->rounds = (uint32_t)rounds;
	for (int i = 0; i < rounds; i++)
		for (int x = 1; x <= 10; x++) {
			char name[64];

			snprintf(name, sizeof(name), key, x);
			made_value(r, name,
			    f(x) * exp(sd * noise_normal(&rng)));
		}
}

static double rising(double x)
{
	return 1000 + 100 * x;
}

static double level(double x)
{
	(void)x;
	return 1550;
}

static double hump(double x)
{
	return x < 4 || x > 7 ? 1400 : 1700;
}

static double above(double x)
{
	return 1100 + 130 * x;
}

struct two {
	struct run a, b;
	struct verdict_set v;
	struct curve_pair *p;
	size_t n;
};

static void two_begin(struct two *t, double (*f)(double x),
    double (*g)(double x), double sd, int rounds, const char *key)
{
	struct judge_opts o = judge_defaults;

	make(&t->a, f, sd, rounds, key);
	make(&t->b, g, sd, rounds, key);
	o.floors = &made_no_floors;
	judge_compare(&t->a, &t->b, &o, &t->v);
	t->p = curve_pairs(&t->a, &t->b, &t->v, "n", &t->n);
}

static void two_end(struct two *t)
{
	curve_pairs_free(t->p, t->n);
	verdict_set_release(&t->v);
	run_release(&t->a);
	run_release(&t->b);
}

static void test_crossing(void)
{
	const struct crossing *x;
	struct two t;

	two_begin(&t, rising, level, 0.01, 12, "row/n=%d");
	tap_ok(t.n == 1 && t.p[0].n == 10, "one curve of ten points");
	tap_ok(t.p[0].n_cross == 1, "one crossing: %zu", t.p[0].n_cross);
	x = &t.p[0].cross[0];
	tap_ok(x->lo < x->x && x->x < x->hi,
	    "in its interval: %.2f [%.2f, "
	    "%.2f]",
	    x->x, x->lo, x->hi);
	tap_ok(fabs(x->x - 5.5) < 0.4 && x->lo < 5.5 && x->hi > 5.5,
	    "where the lines cross: %.2f [%.2f, %.2f]", x->x, x->lo, x->hi);
	tap_ok(cross_sign(t.p[0].p[x->before].c) == 1 &&
		cross_sign(t.p[0].p[x->after].c) == -1,
	    "slower before, faster after");
	tap_ok(t.p[0].hi < 0 && t.p[0].lo < -100 && t.p[0].hi > -110,
	    "flatter: %.1f [%.1f, %.1f]", t.p[0].steeper, t.p[0].lo, t.p[0].hi);
	tap_ok(t.p[0].session < -t.p[0].hi, "by more than sessions do: %.1f",
	    t.p[0].session);
	two_end(&t);
	two_begin(&t, rising, rising, 0.01, 12, "row/n=%d");
	tap_ok(t.p[0].session > 2 && t.p[0].session < 20,
	    "which differ by a margin of it: %.1f", t.p[0].session);
	two_end(&t);
	two_begin(&t, level, hump, 0.01, 12, "row/n=%d");
	tap_ok(t.p[0].n_cross == 2, "there and back: %zu", t.p[0].n_cross);
	tap_ok(t.p[0].cross[0].x > 3 && t.p[0].cross[0].x < 4 &&
		t.p[0].cross[1].x > 7 && t.p[0].cross[1].x < 8,
	    "between the points: %.2f, %.2f", t.p[0].cross[0].x,
	    t.p[0].cross[1].x);
	two_end(&t);
	two_begin(&t, rising, above, 0.01, 12, "row/n=%d");
	tap_ok(t.p[0].n_cross == 0, "one that is above everywhere");
	tap_ok(t.p[0].lo > 20 && t.p[0].hi < 40, "and steeper by 30: %.1f",
	    t.p[0].steeper);
	two_end(&t);
}

static void test_odd(void)
{
	char param[8] = "";
	struct two t;

	two_begin(&t, rising, level, 0.01, 5, "row/n=%d");
	tap_ok(isnan(t.p[0].steeper), "5 rounds have no slopes to compare");
	tap_ok(curve_param(&t.a, NULL, param, sizeof(param)),
	    "there is a curve");
	tap_str(param, "n", "over this");
	two_end(&t);
	two_begin(&t, rising, level, 0.01, 12, "row/n=w%d");
	tap_ok(!t.p[0].number && t.p[0].n_cross == 0 && isnan(t.p[0].steeper),
	    "words do not cross");
	two_end(&t);
}

/* The interval holds the true crossing in 19 of 20 cases; and of two curves
 * that are the same few have one, or a slope. */
static void test_how_often(void)
{
	const int tries = 200;
	int missed = 0, crossed = 0, steeper = 0;

	for (int i = 0; i < tries; i++) {
		struct two t;

		two_begin(&t, rising, level, 0.03, 10, "row/n=%d");
		missed += t.p[0].n_cross != 1 || t.p[0].cross[0].lo > 5.5 ||
		    t.p[0].cross[0].hi < 5.5;
		two_end(&t);
		two_begin(&t, level, level, 0.03, 10, "row/n=%d");
		crossed += t.p[0].n_cross > 0;
		steeper += t.p[0].lo > 0 || t.p[0].hi < 0;
		two_end(&t);
	}
	/* 10 expected, 99.9 % bound of the binomial */
	tap_ok(missed <= 21, "%d of %d intervals miss", missed, tries);
	tap_ok(crossed <= 21, "%d of %d crossings of nothing", crossed, tries);
	tap_ok(steeper <= 21, "%d of %d slopes of nothing", steeper, tries);
}

int main(void)
{
	rng_seed(&rng, 5);
	test_crossing();
	test_odd();
	test_how_often();
	return tap_done();
}
