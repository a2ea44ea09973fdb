/* bisect.c - tests of finding the place of a step. */
#include "judge/bisect.h"

#include "../noise.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static const struct bisect_opts usual = { .confidence = BISECT_CONFIDENCE,
	.accept = 1,
	.delta = BISECT_DELTA,
	.ends = BISECT_ENDS,
	.most = 1000,
	.exact = true };

/* What is measured: a step of `by` at `truth`, on noise; places that cannot be
 * from lo to hi. */
struct world {
	size_t truth, lo, hi;
	double by, sd;
};

static enum bisect_word seek(struct bisect *b, const struct world *w,
    struct rng *rng)
{
	enum bisect_word word;
	size_t place;

	while ((word = bisect_next(b, &place)) == BISECT_MEASURE) {
		if (w->hi > 0 && place >= w->lo && place <= w->hi) {
			bisect_mark(b, place, BISECT_UNUSABLE);
			continue;
		}
		bisect_mark(b, place, BISECT_BUILT);
		bisect_add(b, place,
		    w->by * (place >= w->truth) +
			(w->sd > 0 ? w->sd * noise_normal(rng) : 0));
	}
	return word;
}

/* Counts: plain bisection, 2 values an endpoint and one of each place. */
static void counts(void)
{
	size_t wrong = 0, most = 0;

	for (size_t truth = 1; truth < 256; truth++) {
		const struct world w = { .truth = truth, .by = 0.01 };
		struct bisect_answer a;
		struct bisect b;

		bisect_init(&b, 256, &usual);
		wrong += seek(&b, &w, NULL) != BISECT_FOUND;
		bisect_answer(&b, &a);
		wrong += a.first != truth || a.last != truth;
		most = b.n_values > most ? b.n_values : most;
		bisect_release(&b);
	}
	tap_ok(wrong == 0, "counts: each of 255 places is found");
	tap_ok(most <= 4 + 8, "in at most 8 values and the endpoints', %zu",
	    most);
}

/* The posterior against the formula, worked out by hand for values without
 * noise models: two places between the endpoints. */
static void posterior(void)
{
	static const struct bisect_value v[] = { { 0, 0.0 }, { 3, 1.0 },
		{ 0, 0.1 }, { 3, 1.1 }, { 1, 0.2 } };
	struct bisect_opts o = usual;
	double sum = 0;
	struct bisect b;

	o.exact = false;
	bisect_init(&b, 4, &o);
	for (size_t i = 0; i < 5; i++)
		bisect_add(&b, v[i].place, v[i].y);
	bisect_fit(&b);
	for (size_t k = 0; k < 4; k++)
		sum += b.post[k];
	tap_near(sum, 1, 1e-12, "the posterior sums to 1");
	tap_ok(b.post[0] == 0, "the step is behind the good endpoint");
	tap_near(b.post[2], b.post[3], 1e-12,
	    "what nothing tells apart is as likely");
	tap_ok(b.post[1] < 0.05, "a value near the good level: %.3f",
	    b.post[1]);
	tap_ok(fabs(b.level[0] - 0.1) < 0.05 && fabs(b.level[1] - 1.05) < 0.05,
	    "the levels: %.3f, %.3f", b.level[0], b.level[1]);
	bisect_release(&b);
}

static void ends(void)
{
	const struct world same = { .truth = 10, .by = 0, .sd = 0.01 };
	const struct world equal = { .truth = 10, .by = 0 };
	const struct world back = { .truth = 10, .by = -0.1, .sd = 0.01 };
	struct bisect b;
	struct rng rng;

	rng_seed(&rng, 1);
	bisect_init(&b, 100, &usual);
	tap_ok(seek(&b, &same, &rng) == BISECT_SAME, "endpoints alike: said");
	tap_ok(b.n_values >= 40 && b.n_values <= 160, "after %zu values",
	    b.n_values);
	bisect_release(&b);
	bisect_init(&b, 100, &usual);
	tap_ok(seek(&b, &equal, &rng) == BISECT_SAME && b.n_values <= 8,
	    "equal counts: said after 4 each");
	bisect_release(&b);
	bisect_init(&b, 100, &usual);
	tap_ok(seek(&b, &back, &rng) == BISECT_REVERSED, "reversed: said");
	bisect_release(&b);
}

/* Places that cannot be measured are one with the next that can. */
static void unusable(void)
{
	const struct world in = { .truth = 50, .lo = 45, .hi = 54, .by = 0.1 };
	const struct world out = { .truth = 60, .lo = 45, .hi = 54, .by = 0.1 };
	struct bisect_answer a;
	struct bisect b;

	bisect_init(&b, 100, &usual);
	tap_ok(seek(&b, &in, NULL) == BISECT_FOUND, "a gap: found");
	bisect_answer(&b, &a);
	tap_ok(a.first == 45 && a.last == 55 && a.below == 44 && a.above == 55,
	    "all of it, %zu to %zu", a.first, a.last);
	bisect_release(&b);
	bisect_init(&b, 100, &usual);
	seek(&b, &out, NULL);
	bisect_answer(&b, &a);
	tap_ok(a.first == 60 && a.last == 60, "beside a gap: %zu", a.first);
	bisect_release(&b);
}

/* Going on from values is the same as never having stopped. */
static void resumed(void)
{
	const struct world w = { .truth = 77, .by = 0.05, .sd = 0.02 };
	struct bisect whole, part;
	size_t a = 0, b = 0, differ = 0;
	struct rng rng;

	rng_seed(&rng, 3);
	bisect_init(&whole, 200, &usual);
	seek(&whole, &w, &rng);
	bisect_init(&part, 200, &usual);
	for (size_t i = 0; i < whole.n_values; i++) {
		differ += bisect_next(&part, &a) != BISECT_MEASURE ||
		    a != whole.value[i].place;
		bisect_mark(&part, whole.value[i].place, BISECT_BUILT);
		bisect_add(&part, whole.value[i].place, whole.value[i].y);
	}
	tap_ok(differ == 0, "the same places in the same order, %zu values",
	    whole.n_values);
	tap_ok(bisect_next(&part, &a) == bisect_next(&whole, &b),
	    "and the same end");
	bisect_release(&whole);
	bisect_release(&part);
}

/* A limit, a set that is good enough, two places alone. */
static void stops(void)
{
	const struct world w = { .truth = 77, .by = 0.03, .sd = 0.02 };
	const struct world two = { .truth = 1, .by = 0.05, .sd = 0.01 };
	struct bisect_opts o = usual;
	struct bisect_answer a;
	struct bisect b;
	struct rng rng;

	rng_seed(&rng, 4);
	o.most = 25;
	bisect_init(&b, 200, &o);
	tap_ok(seek(&b, &w, &rng) == BISECT_LIMIT && b.n_values == 25,
	    "no more values than may be");
	bisect_release(&b);
	o.most = 0;
	o.accept = 20;
	bisect_init(&b, 200, &o);
	tap_ok(seek(&b, &w, &rng) == BISECT_FOUND, "a set is accepted");
	bisect_answer(&b, &a);
	tap_ok(a.last - a.first < 20 && a.first <= 77 && a.last >= 77 &&
		a.mass >= 0.95,
	    "it is %zu to %zu", a.first, a.last);
	bisect_release(&b);
	bisect_init(&b, 2, &usual);
	tap_ok(seek(&b, &two, &rng) == BISECT_FOUND, "two places");
	bisect_answer(&b, &a);
	tap_ok(a.first == 1 && a.last == 1 && a.lo < a.change &&
		a.hi > a.change && fabs(a.change - 0.05) < 0.03,
	    "their difference, %.3f to %.3f", a.lo, a.hi);
	bisect_release(&b);
}

/* Three levels are no step: it is said. */
static void odd(void)
{
	struct bisect_answer a;
	enum bisect_word word;
	struct bisect b;
	struct rng rng;
	size_t place;

	rng_seed(&rng, 5);
	bisect_init(&b, 64, &usual);
	while ((word = bisect_next(&b, &place)) == BISECT_MEASURE)
		bisect_add(&b, place,
		    0.5 * (place >= 20) + 0.5 * (place >= 44) +
			0.001 * noise_normal(&rng));
	bisect_answer(&b, &a);
	tap_ok(word == BISECT_FOUND && bisect_odd(&b) > 0,
	    "two steps: %zu odd places", bisect_odd(&b));
	bisect_release(&b);
}

/* Counts on four levels: where they cross the middle, as plain bisection. */
static void levels(void)
{
	static const double level[] = { 3191, 3235, 3281, 3325 };
	static const size_t from[] = { 0, 10, 30, 50, 64 };
	struct bisect_answer a;
	enum bisect_word word;
	struct bisect b;
	size_t place, k;

	bisect_init(&b, 64, &usual);
	while ((word = bisect_next(&b, &place)) == BISECT_MEASURE) {
		for (k = 0; place >= from[k + 1];)
			k++;
		bisect_add(&b, place, log(level[k]));
	}
	bisect_answer(&b, &a);
	tap_ok(word == BISECT_FOUND && a.first == 30 && a.last == 30,
	    "four levels: place %zu", a.first);
	tap_ok(b.n_values <= 4 + 7, "in %zu values", b.n_values);
	tap_near(a.change, log(3281. / 3235), 1e-12, "the change is its own");
	tap_ok(bisect_odd(&b) > 0, "others are on neither level");
	bisect_release(&b);
}

/* A limit before the endpoints were told apart is no answer. */
static void limits(void)
{
	struct bisect_opts o = usual;
	enum bisect_word word;
	struct bisect b;
	size_t place;

	for (o.most = 1; o.most <= 6; o.most++) {
		bisect_init(&b, 64, &o);
		while ((word = bisect_next(&b, &place)) == BISECT_MEASURE)
			bisect_add(&b, place, place >= 20);
		tap_ok(word == BISECT_LIMIT && b.differ == (o.most >= 4),
		    "a limit of %zu: whether they differ is %s", o.most,
		    b.differ ? "known" : "open");
		bisect_release(&b);
	}
}

/* A machine that changed its speed when the endpoints were known: every place
 * is on the level of one of them, and its neighbour would be the answer. */
static void shifted(void)
{
	struct rng rng;
	size_t wrong = 0, ends = 8;

	rng_seed(&rng, 7);
	for (size_t truth = 2; truth < 254; truth += 3) {
		struct bisect_answer a;
		struct bisect b;
		size_t place;

		bisect_init(&b, 256, &usual);
		while (bisect_next(&b, &place) == BISECT_MEASURE)
			bisect_add(&b, place,
			    0.05 * (place >= truth) +
				0.04 * (b.n_values >= ends) +
				0.003 * noise_normal(&rng));
		bisect_answer(&b, &a);
		wrong += truth < a.first || truth > a.last;
		bisect_release(&b);
	}
	tap_ok(wrong <= 8, "the machine slows down: %zu of 84 wrong", wrong);
}

int main(void)
{
	shifted();
	limits();
	counts();
	levels();
	posterior();
	ends();
	unusable();
	resumed();
	stops();
	odd();
	return tap_done();
}
