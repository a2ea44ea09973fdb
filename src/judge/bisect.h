/* bisect.h - at which of many places in order a level changes: Bayes over the
 * place of one step (METHOD.md of the specification, section 10).
 *
 * Places 0 .. n-1 are in order; 0 has the good level, n-1 the bad one. The step
 * is at place k, 1 <= k < n, if k is the first with the bad level. Values are
 * logarithms of costs, in the order in which they were measured; a value is its
 * place's level and noise that is normal, of one variance, and may depend on
 * the value before (AR(1)) or drift. Each k has the same probability at first;
 * both levels and the variance are integrated out in closed form under flat
 * priors of the levels and of log sigma (Box and Tiao 1973, section 2.7), what
 * noise may be over a short list of models:
 *
 *   p(y | k) = sum over models of
 *       p(model) (1-rho^2)^1/2 (slope^2 |X'X|)^-1/2 S^-(n-2)/2
 *
 * with X the levels, the step and the slope over time (normal prior, so many
 * sigma a value), and S the residual sum of squares after the transformation of
 * Prais and Winsten (1954). Values farther than 2.5 sd from both levels have
 * the weight (2.5 sd / distance)^2.
 *
 * Pure: no clock, no I/O. What comes next follows from the values, the seed and
 * what is built, so that a bisection goes on where it was left. */
#ifndef PERFLOSS_JUDGE_BISECT_H
#define PERFLOSS_JUDGE_BISECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BISECT_CONFIDENCE 0.95
#define BISECT_DELTA      0.02 /* METHOD, section 5 */
#define BISECT_ENDS       80   /* METHOD, section 7: the last look */

struct bisect_opts {
	double confidence; /* at which a place, or a set, is the answer */
	size_t accept;     /* neighbouring places that are as good as one */
	double delta;      /* a change that does not matter, fraction */
	size_t ends;       /* values of each endpoint, at most */
	size_t most;       /* values in all, at most; 0 = any number */
	bool exact;        /* values that repeat exactly are counts */
	uint64_t seed;     /* of the order in pairs of endpoints */
};

struct bisect_value {
	size_t place;
	double y;
};

enum bisect_state {
	BISECT_NEW,
	BISECT_BUILT,    /* measuring it costs no building */
	BISECT_UNUSABLE, /* it cannot be measured */
};

struct bisect {
	struct bisect_opts o;
	size_t n;
	unsigned char *state; /* enum bisect_state of each place */
	struct bisect_value *value;
	size_t n_values, cap;
	size_t misses; /* unusable places since the last value */

	/* From here on made by bisect_next(). */
	double *post;    /* of each place: that the step is there */
	double *weight;  /* of each value */
	double level[2]; /* good and bad, at the likeliest place */
	double se;       /* of their difference */
	double sd, rho;  /* of the noise */
	bool skewed;     /* it is not normal; two modes, spikes */
	bool drifts;     /* values had a slope over time, likeliest */
	bool differ;     /* the endpoints are known to */
	bool counts;     /* what was repeated was the same each time */
};

/* n >= 2 places. */
void bisect_init(struct bisect *b, size_t n, const struct bisect_opts *o);
void bisect_release(struct bisect *b);

void bisect_add(struct bisect *b, size_t place, double y);
void bisect_mark(struct bisect *b, size_t place, enum bisect_state s);

enum bisect_word {
	BISECT_MEASURE,  /* *place comes next */
	BISECT_FOUND,    /* bisect_answer() says what */
	BISECT_SAME,     /* the endpoints do not differ */
	BISECT_REVERSED, /* good is dearer than bad */
	BISECT_LIMIT,    /* there are as many values as may be */
};

/* What comes next. Endpoints first, in pairs of random order, from 4 values
 * each (2 of counts) until they differ by 4 standard errors; SAME when there
 * are o.ends of each, or when the interval of the difference is within delta.
 * Then the place that halves the posterior, a built one where that does nearly
 * as well, up to five times as long as it is open on which side of it the step
 * is; of 25 values one is of the endpoint whose level is less known.
 * Before an answer its neighbours have two values each, an endpoint among them
 * two since the other was measured. */
enum bisect_word bisect_next(struct bisect *b, size_t *place);

/* The endpoint of which a value says most: that of the side with fewer. */
size_t bisect_guard(const struct bisect *b);

/* The smallest set of neighbours between measured places that holds the
 * confidence. */
struct bisect_answer {
	size_t first, last; /* places at which the step may be */
	double mass;        /* probability that it is there */
	size_t below;       /* the last measured place before them */
	size_t above;       /* the first one that has the bad level: last */
	double change;      /* of log cost */
	double lo, hi;      /* its 95 % interval */
};
void bisect_answer(const struct bisect *b, struct bisect_answer *a);

/* Measured places that are on neither level: there may be more steps. */
size_t bisect_odd(const struct bisect *b);

/* About how many values and how many builds it takes yet: what is open, in
 * bits, over what a value tells (capacity of a binary channel with normal
 * noise, approximated within 3 %). */
struct bisect_left {
	double values, builds;
};
struct bisect_left bisect_left(const struct bisect *b);

/* Mean of the values of a place, by their weights, NaN = none; and their
 * number. */
double bisect_mean(const struct bisect *b, size_t place, size_t *n);

/* -- Inside (bisect_fit.c) ----------------------------------------------- */

/* The posterior and what goes with it, from values on both endpoints. */
void bisect_fit(struct bisect *b);

#endif
