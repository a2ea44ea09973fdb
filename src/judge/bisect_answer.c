/* bisect_answer.c - what a posterior says, and what it takes yet. */
#include "judge/bisect.h"

#include "base/mem.h"
#include "stats/dist.h"

#include <math.h>
#include <stdlib.h>

/* Capacity of a binary channel in bits at signal to noise g: 1 - exp(-a g), by
 * least squares on the integral for g = 0.06 to 4. */
#define CAPACITY 0.67

/* What an answer at 95 % leaves open, bits, and nats that its two neighbours
 * take. */
#define REST    0.3
#define CERTAIN 3.0

/* A place is on neither level if its mean is so many standard errors off both,
 * and a quarter of the way. */
#define ODD_FAR   4
#define ODD_SHARE 0.25

static bool usable(const struct bisect *b, size_t place)
{
	return b->state[place] != BISECT_UNUSABLE;
}

/* The last place that cannot be told from this one: that of the next usable
 * place. */
static size_t end_of(const struct bisect *b, size_t place)
{
	while (place + 1 < b->n && !usable(b, place))
		place++;
	return place;
}

/* Places with values, the ends of the gaps between which nothing is known. */
static bool *with_values(const struct bisect *b)
{
	bool *is = xcalloc(b->n, sizeof(*is));

	for (size_t i = 0; i < b->n_values; i++)
		is[b->value[i].place] = true;
	is[b->n - 1] = true;
	return is;
}

static double mass_of(const struct bisect *b, size_t first, size_t last)
{
	double sum = 0;

	for (size_t k = first; k <= last; k++)
		sum += b->post[k];
	return sum;
}

static size_t next_of(const bool *is, size_t place)
{
	while (!is[place])
		place++;
	return place;
}

/* The shortest run of whole gaps that holds the confidence; of those the
 * likeliest. Its end moves on, its start as far as that leaves enough. */
static void shortest(const struct bisect *b, struct bisect_answer *a)
{
	size_t first = 1, end, gap;
	bool *is = with_values(b);
	double sum = 0, drop;

	a->first = 1;
	a->last = b->n - 1;
	a->mass = 0;
	for (size_t k = 1; k < b->n; k = end + 1) {
		end = next_of(is, k);
		sum += mass_of(b, k, end);
		while ((gap = next_of(is, first)) < end) {
			drop = mass_of(b, first, gap);
			if (sum - drop < b->o.confidence)
				break;
			sum -= drop;
			first = gap + 1;
		}
		if (sum < b->o.confidence)
			continue;
		if (end - first < a->last - a->first ||
		    (end - first == a->last - a->first && sum > a->mass)) {
			a->first = first;
			a->last = end;
			a->mass = sum;
		}
	}
	free(is);
}

/* Spread of values about the means of their places: that of the model is wider
 * where the levels are not two. */
static double within(const struct bisect *b)
{
	double sum = 0, off, df = 0;
	size_t n;

	for (size_t i = 0; i < b->n_values; i++) {
		off = b->value[i].y - bisect_mean(b, b->value[i].place, &n);
		sum += b->weight[i] * off * off;
		df += 1 - 1 / (double)n;
	}
	return df > 0 ? sqrt(sum / df) : INFINITY;
}

/* Measured places between the levels, or beyond them. */
static size_t odd_places(const struct bisect *b)
{
	double step = fabs(b->level[1] - b->level[0]), mean, off, se;
	double sd = within(b) * sqrt((1 + b->rho) / (1 - b->rho));
	size_t odd = 0, n;

	for (size_t i = 0; i < b->n_values; i++) {
		size_t place = b->value[i].place, first = 0;

		while (b->value[first].place != place)
			first++;
		if (first < i)
			continue; /* seen */
		mean = bisect_mean(b, place, &n);
		off = fmin(fabs(mean - b->level[0]), fabs(mean - b->level[1]));
		se = sd / sqrt((double)n);
		odd += off > ODD_FAR * se && off > ODD_SHARE * step;
	}
	return odd;
}

void bisect_answer(const struct bisect *b, struct bisect_answer *a)
{
	double half;

	shortest(b, a);
	a->below = a->first - 1;
	a->above = a->last;
	a->change = b->level[1] - b->level[0];
	half = b->n_values > 2 ?
	    dist_t_quantile(0.975, (double)b->n_values - 2) * b->se :
	    NAN;
	a->lo = a->change - half;
	a->hi = a->change + half;
}

size_t bisect_odd(const struct bisect *b)
{
	return b->n_values > 2 ? odd_places(b) : 0;
}

struct bisect_left bisect_left(const struct bisect *b)
{
	double bits = 0, snr, ratio;
	struct bisect_left l = { 0, 0 };
	size_t open = 0, end;

	for (size_t k = 1; k < b->n; k = end + 1) {
		double mass;

		end = end_of(b, k);
		mass = mass_of(b, k, end);
		if (mass > 0)
			bits -= mass * log2(mass);
		open += mass > (1 - b->o.confidence) / (double)b->n &&
		    b->state[end] == BISECT_NEW;
	}
	ratio = fabs(b->level[1] - b->level[0]) / b->sd;
	snr = ratio * ratio / 4;
	if (!(snr > 0))
		return l;
	l.values = fmax(bits - REST, 0) / -expm1(-CAPACITY * snr) +
	    2 * CERTAIN / (ratio * ratio / 2);
	l.values = fmax(l.values, 1);
	l.builds = fmin(bits * 1.3, (double)open);
	return l;
}
