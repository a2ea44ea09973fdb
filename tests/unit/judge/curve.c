/* curve.c - rows over an argument: which belong together, and their shape. */
#include "judge/curve.h"

#include "../noise.h"
#include "base/rng.h"
#include "made.h"
#include "tap.h"

static struct rng rng;

/* A run whose row has cost f(x) and noise of sd, in so many rounds. */
static void make(struct run *r, double (*f)(double x), double sd, int rounds)
{
	run_init(r);
	r->rounds = (uint32_t)rounds;
	for (int i = 0; i < rounds; i++)
		for (int x = 1; x <= 10; x++) {
			char key[64];

			snprintf(key, sizeof(key), "row/n=%d/cpu=same", x);
			made_value(r, key, f(x) * exp(sd * noise_normal(&rng)));
		}
}

static double straight(double x)
{
	return 1000 + 20 * x;
}

static double bent(double x)
{
	return x < 5 ? 1000 : 1000 + 100 * (x - 5);
}

static double flat(double x)
{
	(void)x;
	return 1000;
}

static void test_curves(void)
{
	static const char *const keys[] = { "a/size=64K/cpu=same", "b/n=1",
		"a/size=1M/cpu=same", "a/size=4/cpu=same", "a/size=4/cpu=free",
		"a/cpu=free", "a/size=8/cpu=free:p95" };
	struct curve *c;
	struct run r;
	size_t n;

	run_init(&r);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		made_value(&r, keys[i], 100);
	c = curves_of(&r, "size", &n);
	tap_ok(n == 1, "one curve has two points: %zu", n);
	tap_str(c[0].title, "a/cpu=same", "its name");
	tap_ok(c[0].n == 3 && c[0].number && c[0].bytes, "its points");
	tap_str(c[0].p[0].value, "4", "the first");
	tap_str(c[0].p[2].value, "1M", "the last");
	curves_free(c, n);
	c = curves_of(&r, "none", &n);
	tap_ok(n == 0, "none over another argument");
	curves_free(c, n);
	c = curves_of(&r, "cpu", &n);
	tap_ok(n == 1 && !c[0].number, "words are no numbers");
	curves_free(c, n);
	run_release(&r);
}

static struct curve_fit fitted(double (*f)(double x), double sd, int rounds)
{
	struct curve_fit fit;
	struct curve *c;
	struct run r;
	size_t n;

	make(&r, f, sd, rounds);
	c = curves_of(&r, "n", &n);
	curve_fit(&r, &c[0], &fit);
	curves_free(c, n);
	run_release(&r);
	return fit;
}

static void test_fit(void)
{
	struct curve_fit f = fitted(straight, 0.001, 12);

	tap_ok(f.lo < 20 && f.hi > 20 && f.hi - f.lo < 2 && !f.bends,
	    "a line: %.2f [%.2f, %.2f]", f.slope, f.lo, f.hi);
	tap_ok(fabs(f.start - 1020) < 5, "its start: %.1f", f.start);
	f = fitted(bent, 0.001, 12);
	tap_ok(f.bends && f.knee == 4, "a knee at the fifth point: %zu",
	    f.knee);
	tap_ok(fabs(f.before) < 3 && fabs(f.after - 100) < 3,
	    "slopes on both sides: %.2f, %.2f", f.before, f.after);
	f = fitted(straight, 0.001, 5);
	tap_ok(isnan(f.slope) && !f.bends, "5 rounds are too few");
}

/* What is flat has a slope that holds 0, and no knee, in 19 of 20 cases. */
static void test_wrong(void)
{
	const int tries = 400;
	int slopes = 0, knees = 0;

	for (int i = 0; i < tries; i++) {
		struct curve_fit f = fitted(flat, 0.02, 10);

		slopes += f.lo > 0 || f.hi < 0;
		knees += f.bends;
	}
	/* 20 expected, 99.9 % bound of the binomial */
	tap_ok(slopes <= 35, "%d of %d slopes of nothing", slopes, tries);
	tap_ok(knees <= 35, "%d of %d knees of nothing", knees, tries);
}

int main(void)
{
	rng_seed(&rng, 11);
	test_curves();
	test_fit();
	test_wrong();
	return tap_done();
}
