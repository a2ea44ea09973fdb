/* bisect.c - which place is measured next, and when it is known. */
#include "judge/bisect.h"

#include "base/mem.h"
#include "base/rng.h"
#include "stats/dist.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Simulated (tests/slow, T15): four values an endpoint before they are looked
 * at, the share that leaves a place open, what a built place may be off the
 * half, and how many values one of an endpoint is among. */
#define ENDS_LEAST 4
#define ENDS_COUNT 2 /* of counts */
#define ENDS_FAR   4 /* standard errors; METHOD, section 10 */
#define OPEN       0.40
#define NEAR       0.08
#define GUARD      25

/* Of a place that is on one side for sure. An answer at 95 % leaves some place
 * that is not. */
#define SURE 0.02

#define VISIT 5 /* values; METHOD, section 10 */
#define CONFIRMED \
	2 /* values of each neighbour of an answer; of skewed noise,
		       of which one alone says less, a whole visit */

/* Values of each endpoint from which on their interval may show that they do
 * not differ: METHOD, section 7, the second look. */
#define SAME_LEAST 20

void bisect_init(struct bisect *b, size_t n, const struct bisect_opts *o)
{
	memset(b, 0, sizeof(*b));
	b->o = *o;
	b->n = n;
	b->state = xcalloc(n, sizeof(*b->state));
	b->post = xcalloc(n, sizeof(*b->post));
}

void bisect_release(struct bisect *b)
{
	free(b->state);
	free(b->post);
	free(b->value);
	free(b->weight);
	memset(b, 0, sizeof(*b));
}

void bisect_add(struct bisect *b, size_t place, double y)
{
	b->value = xgrow(b->value, b->n_values, &b->cap, sizeof(*b->value));
	b->weight = xreallocarray(b->weight, b->cap, sizeof(*b->weight));
	b->weight[b->n_values] = 1;
	b->value[b->n_values++] = (struct bisect_value){ place, y };
	b->misses = 0;
}

void bisect_mark(struct bisect *b, size_t place, enum bisect_state s)
{
	b->state[place] = (unsigned char)s;
	b->misses += s == BISECT_UNUSABLE;
}

double bisect_mean(const struct bisect *b, size_t place, size_t *n)
{
	double sum = 0, weights = 0;

	*n = 0;
	for (size_t i = 0; i < b->n_values; i++)
		if (b->value[i].place == place) {
			sum += b->weight[i] * b->value[i].y;
			weights += b->weight[i];
			++*n;
		}
	return *n > 0 ? sum / weights : NAN;
}

static size_t count(const struct bisect *b, size_t place)
{
	size_t n;

	bisect_mean(b, place, &n);
	return n;
}

/* Values of a place since another one was first measured. */
static size_t count_since(const struct bisect *b, size_t place, size_t other)
{
	size_t n = 0, i = 0;

	while (i < b->n_values && b->value[i].place != other)
		i++;
	for (; i < b->n_values; i++)
		n += b->value[i].place == place;
	return n;
}

static bool is_end(const struct bisect *b, size_t place)
{
	return place == 0 || place == b->n - 1;
}

/* Whether each place has given the same value each time, endpoints twice. */
static bool all_counts(const struct bisect *b)
{
	if (!b->o.exact || count(b, 0) < ENDS_COUNT ||
	    count(b, b->n - 1) < ENDS_COUNT)
		return false;
	for (size_t i = 1; i < b->n_values; i++)
		for (size_t k = 0; k < i; k++)
			if (b->value[i].place == b->value[k].place &&
			    b->value[i].y != b->value[k].y)
				return false;
	return true;
}

/* -- Endpoints ----------------------------------------------------------- */

/* Once another place was measured they had differed. */
static bool only_ends(const struct bisect *b)
{
	for (size_t i = 0; i < b->n_values; i++)
		if (!is_end(b, b->value[i].place))
			return false;
	return true;
}

/* One endpoint of a pair, by a seed of its own; then the other. */
static size_t end_of_pair(const struct bisect *b, size_t good, size_t bad)
{
	struct rng rng;

	if (good != bad)
		return good < bad ? 0 : b->n - 1;
	rng_seed(&rng, b->o.seed + good);
	return rng_below(&rng, 2) ? b->n - 1 : 0;
}

/* FOUND here: they differ. */
static enum bisect_word look_at_ends(struct bisect *b, size_t *place)
{
	size_t good = count(b, 0), bad = count(b, b->n - 1);
	size_t least = good < bad ? good : bad;
	double change;

	*place = end_of_pair(b, good, bad);
	if (least < ENDS_LEAST && !b->counts)
		return BISECT_MEASURE;
	bisect_fit(b);
	change = b->level[1] - b->level[0];
	if (fabs(change) >= ENDS_FAR * b->se && change != 0)
		return change > 0 ? BISECT_FOUND : BISECT_REVERSED;
	if (least >= b->o.ends || (b->counts && least >= ENDS_LEAST))
		return BISECT_SAME;
	if (least >= SAME_LEAST &&
	    fabs(change) + dist_norm_quantile(0.975) * b->se <
		log1p(b->o.delta))
		return BISECT_SAME;
	return BISECT_MEASURE;
}

/* -- Between them -------------------------------------------------------- */

static bool usable(const struct bisect *b, size_t place)
{
	return b->state[place] != BISECT_UNUSABLE;
}

/* The posterior of places up to this one: that it has the bad level. */
static double up_to(const struct bisect *b, size_t place)
{
	double sum = 0;

	for (size_t k = 1; k <= place; k++)
		sum += b->post[k];
	return sum;
}

/* The visit goes on: few values of it so far, and the place is open. */
static bool visit_goes_on(const struct bisect *b, size_t *place)
{
	size_t run = 0, at = 0;
	double bad;

	for (size_t i = b->n_values; i > 0; i--) {
		if (is_end(b, b->value[i - 1].place))
			continue;
		if (run > 0 && b->value[i - 1].place != at)
			break;
		at = b->value[i - 1].place;
		run++;
	}
	if (run == 0 || run % VISIT == 0 || !usable(b, at))
		return false;
	*place = at;
	bad = up_to(b, at);
	return bad > OPEN && bad < 1 - OPEN;
}

static bool guard_is_due(const struct bisect *b)
{
	for (size_t i = 1; i < GUARD; i++)
		if (i > b->n_values ||
		    is_end(b, b->value[b->n_values - i].place))
			return false;
	return true;
}

size_t bisect_guard(const struct bisect *b)
{
	size_t likely = 1, good = 0;

	for (size_t k = 1; k < b->n; k++)
		if (b->post[k] > b->post[likely])
			likely = k;
	for (size_t i = 0; i < b->n_values; i++)
		good += b->value[i].place < likely;
	return 2 * good <= b->n_values ? 0 : b->n - 1;
}

/* Where places could not be measured, the next is not beside them: what breaks
 * a build breaks its neighbours. */
static double target(const struct bisect *b)
{
	static const double share[] = { 0.5, 0.35, 0.65, 0.25, 0.75, 0.42, 0.58,
		0.15, 0.85 };

	return share[b->misses % (sizeof(share) / sizeof(share[0]))];
}

/* The place that halves the posterior. */
static size_t halving(const struct bisect *b)
{
	double sum = 0, want = target(b), off, best = INFINITY,
	       best_built = INFINITY;
	size_t place = 0, built = 0;

	for (size_t k = 1; k + 1 < b->n; k++) {
		sum += b->post[k];
		if (!usable(b, k))
			continue;
		/* one that says nothing is the last resort */
		off = fabs(sum - want) + (sum < SURE || sum > 1 - SURE);
		if (off < best) {
			best = off;
			place = k;
		}
		if (b->state[k] == BISECT_BUILT && off < best_built) {
			best_built = off;
			built = k;
		}
	}
	return best_built <= NEAR ? built : place;
}

/* An endpoint has its values from the beginning. If the machine has changed
 * its speed since, every place is on the level of one of them, and the answer
 * beside it. */
static size_t witnesses(const struct bisect *b, size_t place, size_t other)
{
	return is_end(b, place) && !b->counts ? count_since(b, place, other) :
						count(b, place);
}

/* An answer rests on the places before and behind it: one value alone may have
 * been disturbed, and of two modes it may be the other one. */
static bool unconfirmed(const struct bisect *b, const struct bisect_answer *a,
    size_t *place)
{
	size_t least = b->counts ? 1 : b->skewed ? VISIT : CONFIRMED;

	if (witnesses(b, a->below, a->above) < least)
		*place = a->below;
	else if (witnesses(b, a->above, a->below) < least)
		*place = a->above;
	else
		return false;
	return true;
}

/* Places between the usable ones around them: nothing tells them apart. */
static bool is_whole(const struct bisect *b, const struct bisect_answer *a)
{
	size_t tellable = 0;

	for (size_t k = a->first; k < a->last; k++)
		tellable += usable(b, k);
	return tellable == 0;
}

enum bisect_word bisect_next(struct bisect *b, size_t *place)
{
	bool ends = only_ends(b);
	enum bisect_word word;
	struct bisect_answer a;

	b->counts = all_counts(b);
	b->differ = !ends;
	if (ends) {
		word = look_at_ends(b, place);
		if (word != BISECT_FOUND)
			return word == BISECT_MEASURE && b->o.most &&
				b->n_values >= b->o.most ?
			    BISECT_LIMIT :
			    word;
		b->differ = true;
	}
	if (!ends)
		bisect_fit(b);
	bisect_answer(b, &a);
	if (is_whole(b, &a) || a.last - a.first < b->o.accept) {
		if (!unconfirmed(b, &a, place))
			return BISECT_FOUND;
	} else if (!visit_goes_on(b, place)) {
		*place = guard_is_due(b) ? bisect_guard(b) : halving(b);
	}
	if (b->o.most && b->n_values >= b->o.most)
		return BISECT_LIMIT;
	return BISECT_MEASURE;
}
