/* rank.c - tests, estimates and intervals that use only order: selection of
 * averages and differences, two samples. One sample: signed.c. */
#include "stats/rank.h"

#include "stats/dist.h"
#include "stats/tail.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* -- Selection by counting ----------------------------------------------- */

/* Doubles as whole numbers in the same order, so that a bisection over them
 * ends at the exact value in 64 steps. */
static int64_t to_order(double x)
{
	int64_t i;

	x += 0.0; /* -0 becomes 0 */
	memcpy(&i, &x, sizeof(i));
	return i < 0 ? INT64_MIN - i : i;
}

static double from_order(int64_t i)
{
	double x;

	if (i < 0)
		i = INT64_MIN - i;
	memcpy(&x, &i, sizeof(x));
	return x;
}

struct pairs {
	const double *a, *b; /* b = NULL: Walsh averages of a */
	size_t na, nb;
};

static double walsh(double x, double y)
{
	return x / 2 + y / 2;
}

/* How many Walsh averages or differences are at most t: one sweep, because
 * both are monotone in either index, rounding included. */
static size_t count_upto(const struct pairs *p, double t)
{
	size_t count = 0, j;

	if (p->b) {
		j = 0; /* b[0..j-1] - a[i] <= t */
		for (size_t i = 0; i < p->na; i++) {
			while (j < p->nb && p->b[j] - p->a[i] <= t)
				j++;
			count += j;
		}
		return count;
	}
	j = p->na; /* (a[i] + a[0..j-1]) / 2 <= t */
	for (size_t i = 0; i < p->na; i++) {
		while (j > 0 && walsh(p->a[i], p->a[j - 1]) > t)
			j--;
		if (j <= i)
			break;
		count += j - i;
	}
	return count;
}

static double pair_select(const struct pairs *p, double least, double most,
    size_t k)
{
	int64_t lo = to_order(least), hi = to_order(most);

	while (lo < hi) {
		int64_t mid = lo + (int64_t)(((uint64_t)hi - (uint64_t)lo) / 2);

		if (count_upto(p, from_order(mid)) >= k)
			hi = mid;
		else
			lo = mid + 1;
	}
	return from_order(lo);
}

double rank_walsh(const double *sorted, size_t n, size_t k)
{
	struct pairs p = { sorted, NULL, n, 0 };

	if (n == 0 || k < 1 || k > n * (n + 1) / 2)
		return NAN;
	return pair_select(&p, sorted[0], sorted[n - 1], k);
}

double rank_difference(const double *a, size_t na, const double *b, size_t nb,
    size_t k)
{
	struct pairs p = { a, b, na, nb };

	if (na == 0 || nb == 0 || k < 1 || k > na * nb)
		return NAN;
	return pair_select(&p, b[0] - a[na - 1], b[nb - 1] - a[0], k);
}

double rank_hl(const double *sorted, size_t n)
{
	size_t all = n * (n + 1) / 2;

	if (all % 2 == 1)
		return rank_walsh(sorted, n, all / 2 + 1);
	return rank_walsh(sorted, n, all / 2) / 2 +
	    rank_walsh(sorted, n, all / 2 + 1) / 2;
}

double rank_shift(const double *a, size_t na, const double *b, size_t nb)
{
	size_t all = na * nb;

	if (all % 2 == 1)
		return rank_difference(a, na, b, nb, all / 2 + 1);
	return rank_difference(a, na, b, nb, all / 2) / 2 +
	    rank_difference(a, na, b, nb, all / 2 + 1) / 2;
}

/* -- Two samples --------------------------------------------------------- */

static bool exact_two(size_t na, size_t nb)
{
	return na <= RANK_EXACT_TWO && nb <= RANK_EXACT_TWO;
}

size_t rank_sum_room(size_t na, size_t nb)
{
	size_t m = na < nb ? na : nb;

	return exact_two(na, nb) ? (m + 1) * (2 * na * nb + 1) : 1;
}

/* In how many ways m of the ranks (ascending, n of them) can be drawn so that
 * their sum exceeds the smallest possible one by t = 0 .. most: into
 * ways[m * (most + 1) + t]. Row k of ways holds draws of k; adding rank j to
 * k - 1 drawn ones adds rank[j] - rank[k - 1] to the excess, never less
 * than 0, so rows stay short. */
static const double *split_ways(const size_t *rank, size_t n, size_t m,
    size_t most, double *ways)
{
	size_t width = most + 1;

	memset(ways, 0, (m + 1) * width * sizeof(*ways));
	ways[0] = 1;
	for (size_t j = 0; j < n; j++) {
		size_t k = j + 1 < m ? j + 1 : m;
		size_t least = m + j + 1 > n ? m + j + 1 - n : 1;

		for (; k >= least && k > 0; k--) {
			size_t add = rank[j] - rank[k - 1], end = 0;
			double *to = ways + k * width + add;
			const double *from = ways + (k - 1) * width;

			/* the most that k - 1 of the first j can exceed */
			for (size_t i = 0; i + 1 < k; i++)
				end += rank[j - 1 - i] - rank[k - 2 - i];
			if (add > most)
				continue;
			if (end > most - add)
				end = most - add;
			for (size_t t = 0; t <= end; t++)
				to[t] += from[t];
		}
	}
	return ways + m * width;
}

static double choose(size_t n, size_t k)
{
	double c = 1;

	for (size_t i = 1; i <= k; i++)
		c = c * (double)(n - k + i) / (double)i;
	return c;
}

void rank_sum_table(size_t na, size_t nb, double *cdf, double *scratch)
{
	size_t rank[2 * RANK_EXACT_TWO], m = na < nb ? na : nb, n = na + nb;
	double all = choose(n, m), sum = 0;
	const double *ways;

	for (size_t i = 0; i < n; i++)
		rank[i] = i + 1;
	ways = split_ways(rank, n, m, na * nb, scratch);
	for (size_t u = 0; u <= na * nb; u++) {
		sum += ways[u];
		cdf[u] = sum / all;
	}
}

/* The two samples merged: doubled mid-ranks. */
struct merged {
	size_t n, m; /* m of them are of the smaller side */
	double sum;  /* of the smaller side's doubled ranks */
	double ties; /* sum of t^3 - t over groups of equals */
	bool tied;
	size_t rank[2 * RANK_EXACT_TWO]; /* filled if the sides are small */
};

static void merge(const double *a, size_t na, const double *b, size_t nb,
    struct merged *g)
{
	size_t i = 0, j = 0;
	bool small = exact_two(na, nb), a_less = na <= nb;

	*g = (struct merged){ .n = na + nb, .m = a_less ? na : nb };
	while (i < na || j < nb) {
		double v = j >= nb || (i < na && a[i] < b[j]) ? a[i] : b[j];
		size_t at = i + j, i0 = i, j0 = j, t, doubled;

		while (i < na && a[i] <= v)
			i++;
		while (j < nb && b[j] <= v)
			j++;
		doubled = at + 1 + i + j;
		t = i + j - at;
		g->sum += (double)doubled * (double)(a_less ? i - i0 : j - j0);
		g->ties += (double)t * ((double)t * (double)t - 1);
		g->tied = g->tied || t > 1;
		for (; small && at < i + j; at++)
			g->rank[at] = doubled;
	}
}

static size_t gcd(size_t a, size_t b)
{
	while (b) {
		size_t t = a % b;

		a = b;
		b = t;
	}
	return a;
}

/* P(sum <= the one seen) over all splits of the mid-ranks. */
static double lower_tail(const struct merged *g, double *scratch)
{
	size_t step = 0, least = 0, excess, rank[2 * RANK_EXACT_TWO];
	const double *ways;
	double sum = 0;

	for (size_t i = 1; i < g->n; i++)
		step = gcd(g->rank[i] - g->rank[0], step);
	if (step == 0)
		return 1; /* all are equal */
	for (size_t i = 0; i < g->n; i++)
		rank[i] = (g->rank[i] - g->rank[0]) / step;
	for (size_t i = 0; i < g->m; i++)
		least += g->rank[i];
	excess = ((size_t)g->sum - least) / step;
	ways = split_ways(rank, g->n, g->m, excess, scratch);
	for (size_t t = 0; t <= excess; t++)
		sum += ways[t];
	return sum / choose(g->n, g->m);
}

static void mirror(struct merged *g)
{
	size_t top = 2 * (g->n + 1);

	for (size_t i = 0, j = g->n - 1; i <= j && j < g->n; i++, j--) {
		size_t t = g->rank[i];

		g->rank[i] = top - g->rank[j];
		g->rank[j] = top - t;
	}
	g->sum = (double)top * (double)g->m - g->sum;
}

double rank_sum_p(const double *a, size_t na, const double *b, size_t nb,
    const double *cdf, double *scratch)
{
	struct merged g;
	double m, n, mean, var, u;

	if (na == 0 || nb == 0)
		return 1;
	merge(a, na, b, nb, &g);
	m = (double)g.m;
	n = (double)g.n;
	mean = m * (n + 1); /* of the doubled sum */
	if (!exact_two(na, nb)) {
		var = m * (n - m) / 12 * (n + 1 - g.ties / (n * (n - 1)));
		u = (fabs(g.sum - mean) / 2 - 0.5) / sqrt(var);
		return var > 0 ? tail_two_sided(dist_norm_cdf(-u)) : 1;
	}
	if (g.sum > mean)
		mirror(&g);
	if (!g.tied && cdf) {
		u = g.sum / 2 - m * (m + 1) / 2;
		return tail_two_sided(cdf[(size_t)u]);
	}
	return tail_two_sided(lower_tail(&g, scratch));
}

void rank_shift_interval(const double *a, size_t na, const double *b, size_t nb,
    double alpha, const double *cdf, double *lo, double *hi)
{
	double m = (double)na, n = (double)nb;
	size_t k = 0;

	if (!cdf || !exact_two(na, nb))
		k = tail_critical(m * n / 2, m * n * (m + n + 1) / 12, alpha);
	else if (na && nb)
		while (cdf[k] < alpha / 2)
			k++;
	*lo = k ? rank_difference(a, na, b, nb, k) : NAN;
	*hi = k ? rank_difference(a, na, b, nb, na * nb + 1 - k) : NAN;
}
