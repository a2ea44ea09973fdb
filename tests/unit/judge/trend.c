/* trend.c - tests of histories: steps, spikes, what came back, what is sure. */
#include "judge/trend.h"

#include "../noise.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HOST "0123456789abcdef"

static const struct trend_opts opts = { .alpha = 0.01,
	.family = 0.05,
	.delta = 0.02,
	.newest = 10 };

/* Noise of 1 % about log 100, and what is on it: from..to by so much. */
struct bump {
	size_t from, to;
	double by;
};

static void add(struct trend *t, const char *key, const char *how, size_t n,
    uint64_t seed, const struct bump *b, size_t bumps)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < n; i++) {
		double y = log(100) + 0.01 * noise_normal(&rng);

		for (size_t k = 0; k < bumps; k++)
			if (i >= b[k].from && i < b[k].to)
				y += log1p(b[k].by);
		trend_add(t, HOST, key, how, i, y);
	}
}

static void one_step(void)
{
	const struct bump b = { 50, 60, 0.10 };
	struct trend t = { .n = 0 };
	const struct trend_step *s;

	add(&t, "sys_null", "ns; one CPU", 60, 1, &b, 1);
	trend_judge(&t, &opts);
	s = t.series[0].step;
	tap_ok(t.n == 1 && t.series[0].steps == 1 && s->s.at == 50,
	    "a step is found");
	tap_ok(fabs(s->by - 0.10) < 0.02 && s->lo < 0.10 && s->hi > 0.10,
	    "its size: %.3f [%.3f, %.3f]", s->by, s->lo, s->hi);
	tap_ok(s->sure && s->fresh && s->gone == TREND_NONE,
	    "sure, new, not gone");
	tap_ok(trend_is_worse(&t.series[0]), "so it is worse");
	tap_ok(fabs(t.series[0].levels[1] - t.series[0].levels[0] - log(1.1)) <
		0.02,
	    "the levels");
	tap_ok(isnan(t.series[0].drift), "a step is no drift");
	trend_release(&t);
}

static void not_worse(void)
{
	const struct bump faster = { 50, 60, -0.10 }, old = { 20, 60, 0.10 };
	const struct bump gone = { 30, 50, 0.10 };
	struct trend t = { .n = 0 };

	add(&t, "faster", "ns", 60, 1, &faster, 1);
	add(&t, "old", "ns", 60, 2, &old, 1);
	add(&t, "gone", "ns", 60, 3, &gone, 1);
	trend_judge(&t, &opts);
	tap_ok(t.series[0].steps == 1 && !trend_is_worse(&t.series[0]),
	    "a step down is not worse");
	tap_ok(t.series[1].steps == 1 && !t.series[1].step[0].fresh &&
		!trend_is_worse(&t.series[1]),
	    "an old one is not new");
	tap_ok(t.series[2].steps == 2 && t.series[2].step[0].gone == 1 &&
		t.series[2].step[1].gone == TREND_NONE &&
		!trend_is_worse(&t.series[2]),
	    "one that went away is gone");
	trend_release(&t);
}

static void spikes(void)
{
	const struct bump b[3] = { { 10, 11, 0.5 }, { 20, 23, 0.3 },
		{ 58, 60, 0.2 } };
	struct trend t = { .n = 0 };
	const struct trend_spike *p;

	add(&t, "row", "ns", 60, 4, b, 3);
	trend_judge(&t, &opts);
	p = t.series[0].spike;
	tap_ok(t.series[0].steps == 0 && t.series[0].spikes == 3,
	    "three spikes are no steps");
	tap_ok(p[0].from == 10 && p[0].to == 10 && fabs(p[0].by - 0.5) < 0.05,
	    "one value");
	tap_ok(p[1].from == 20 && p[1].to == 22 && !p[1].open, "three");
	tap_ok(p[2].from == 58 && p[2].to == 59 && p[2].open,
	    "the newest two may become a step");
	tap_ok(t.series[0].far == 6, "six values");
	trend_release(&t);
}

static void holm(void)
{
	const struct bump b = { 15, 30, 0.05 };
	struct trend t = { .n = 0 };
	char key[16];

	for (int i = 0; i < 200; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		add(&t, key, "ns", 20, 100 + (uint64_t)i, &b, i == 0);
	}
	trend_judge(&t, &opts);
	tap_ok(t.series[0].steps == 1 && t.series[0].step[0].s.p <= 0.01,
	    "p %.4f", t.series[0].step[0].s.p);
	tap_ok(t.series[0].step[0].holm > 0.05 && !t.series[0].step[0].sure &&
		!trend_is_worse(&t.series[0]),
	    "of 200 rows it is not sure: %.2f", t.series[0].step[0].holm);
	trend_release(&t);
}

static void ways(void)
{
	struct trend t = { .n = 0 };
	double bytes;

	for (size_t i = 0; i < 30; i++) {
		trend_add(&t, HOST, "bw", i < 10 ? "ns" : "B/s; 64 bytes; lm",
		    i, 5);
		trend_add(&t, "fedcba9876543210", "bw", "ns", i, 4);
	}
	trend_judge(&t, &opts);
	bytes = (double)t.series[1].res.bytes;
	tap_ok(t.n == 2 && t.series[1].n == 20 && t.series[1].other == 10,
	    "the last way stays, the other is counted");
	tap_ok(t.series[1].res.unit == UNIT_RATE && bytes == 64 &&
		(t.series[1].res.flags & RESULT_LM),
	    "unit, bytes and definition");
	tap_ok(t.series[0].n == 30 && t.series[0].other == 0,
	    "another machine has its own");
	tap_ok(t.series[1].steps == 0 && t.series[1].spikes == 0,
	    "equal values: nothing");
	trend_release(&t);
}

static void drift(void)
{
	struct trend t = { .n = 0 };
	struct rng rng;

	rng_seed(&rng, 9);
	for (size_t i = 0; i < 100; i++)
		trend_add(&t, HOST, "row", "ns", i,
		    0.001 * (double)i + 0.01 * noise_normal(&rng));
	trend_judge(&t, &opts);
	tap_ok(t.series[0].steps == 0 && fabs(t.series[0].drift - 0.104) < 0.02,
	    "a slope drifts: %.3f", t.series[0].drift);
	trend_release(&t);
}

static void small(void)
{
	for (size_t n = 1; n < 10; n++) {
		struct trend t = { .n = 0 };

		add(&t, "row", "ns", n, n, NULL, 0);
		trend_judge(&t, &opts);
		tap_ok(t.series[0].steps == 0 && isnan(t.series[0].drift) &&
			isfinite(t.series[0].levels[0]),
		    "%zu values", n);
		trend_release(&t);
	}
}

static void versions(void)
{
	static const char *const order[] = { "2.1.9", "2.1.10", "2.2-rc1",
		"2.2-rc2", "2.2-rc10", "2.2", "2.2.0", "2.2.1", "2.10", "v1",
		"v1.2", "v10" };
	size_t n = sizeof(order) / sizeof(order[0]);
	bool fine = true;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			int d = trend_version_compare(order[i], order[k]);

			fine &= i == k ? d == 0 : (d < 0) == (i < k);
		}
	tap_ok(fine, "versions stand in the order of their numbers");
	tap_ok(trend_version_compare("6.1.007", "6.1.7") == 0 &&
		trend_version_compare("", "1") < 0 &&
		trend_version_compare("6.12.0-1-amd64", "6.12.0-2-amd64") < 0,
	    "zeros, nothing, builds");
}

int main(void)
{
	one_step();
	not_worse();
	spikes();
	holm();
	ways();
	drift();
	small();
	versions();
	return tap_done();
}
