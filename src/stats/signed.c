/* signed.c - the signed ranks and the signs of one sample. */
#include "stats/rank.h"

#include "stats/dist.h"
#include "stats/order.h"
#include "stats/tail.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define SIGNED_SUMS (RANK_EXACT_ONE * (RANK_EXACT_ONE + 1) + 1) /* doubled */

/* p[s] = P(sum = s) where each rank counts with probability 1/2. Returns the
 * greatest sum. */
static size_t signed_distribution(const size_t *rank, size_t n, double *p)
{
	size_t top = 0;

	p[0] = 1;
	for (size_t i = 0; i < n; i++) {
		size_t r = rank[i];

		memset(p + top + 1, 0, r * sizeof(*p));
		top += r;
		for (size_t s = top + 1; s-- > 0;)
			p[s] = (p[s] + (s >= r ? p[s - r] : 0)) / 2;
	}
	return top;
}

static double tail_upto(const double *p, double s)
{
	double sum = 0;

	for (size_t i = 0; (double)i <= s; i++)
		sum += p[i];
	return sum;
}

void rank_signed_table(size_t n, double *cdf)
{
	size_t rank[RANK_EXACT_ONE], top;
	double p[SIGNED_SUMS], sum = 0;

	if (n > RANK_EXACT_ONE)
		return;
	for (size_t i = 0; i < n; i++)
		rank[i] = i + 1;
	top = signed_distribution(rank, n, p);
	for (size_t w = 0; w <= top; w++) {
		sum += p[w];
		cdf[w] = sum;
	}
}

double rank_signed_cdf(double w, size_t n)
{
	double cdf[SIGNED_SUMS], all = (double)n * ((double)n + 1) / 2;

	if (n > RANK_EXACT_ONE)
		return NAN;
	w = floor(w);
	if (w < 0 || w >= all)
		return w < 0 ? 0 : 1;
	rank_signed_table(n, cdf);
	return cdf[(size_t)w];
}

/* Largest k for which P(W <= k - 1) < alpha / 2; 0 where there is none. */
static size_t signed_critical(size_t n, double alpha, const double *cdf)
{
	double own[SIGNED_SUMS], dn = (double)n;
	size_t k = 0;

	if (n == 0)
		return 0;
	if (n > RANK_EXACT_ONE)
		return tail_critical(dn * (dn + 1) / 4,
		    dn * (dn + 1) * (2 * dn + 1) / 24, alpha);
	if (!cdf) {
		rank_signed_table(n, own);
		cdf = own;
	}
	while (cdf[k] < alpha / 2)
		k++;
	return k;
}

/* The values by magnitude, as doubled mid-ranks; zeros have theirs left out
 * of all sums, which halves them for either side. */
struct signed_ranks {
	size_t used; /* that are not of zeros */
	size_t rank[RANK_EXACT_ONE];
	double w; /* sum of the positive ones */
	double all, squares;
	bool tied;
};

/* sorted: by magnitude */
static void signed_ranks(const double *sorted, size_t n, struct signed_ranks *r)
{
	*r = (struct signed_ranks){ 0 };
	for (size_t i = 0, end; i < n; i = end) {
		size_t doubled; /* mean rank of i+1 .. end, doubled */

		for (end = i; end < n && fabs(sorted[end]) <= fabs(sorted[i]);)
			end++;
		doubled = i + 1 + end;
		r->tied = r->tied || end > i + 1 || sorted[i] == 0;
		for (size_t j = i; j < end && sorted[j] != 0; j++) {
			if (n <= RANK_EXACT_ONE)
				r->rank[r->used++] = doubled;
			r->w += sorted[j] > 0 ? (double)doubled : 0;
			r->all += (double)doubled;
			r->squares += (double)doubled * (double)doubled;
		}
	}
}

double rank_signed_p(const double *x, size_t n, const double *cdf,
    double *scratch)
{
	struct signed_ranks r;
	double p[SIGNED_SUMS], z;

	memcpy(scratch, x, n * sizeof(*x));
	order_sort_abs(scratch, n);
	signed_ranks(scratch, n, &r);
	if (r.all - r.w < r.w)
		r.w = r.all - r.w;
	if (n <= RANK_EXACT_ONE && cdf && !r.tied)
		return tail_two_sided(cdf[(size_t)(r.w / 2)]);
	if (n <= RANK_EXACT_ONE) {
		signed_distribution(r.rank, r.used, p);
		return tail_two_sided(tail_upto(p, r.w));
	}
	/* doubled ranks: half a rank is 1 */
	z = (r.w - r.all / 2 + 1) / sqrt(r.squares / 4);
	return r.all > 0 ? tail_two_sided(dist_norm_cdf(z)) : 1;
}

void rank_hl_interval(const double *sorted, size_t n, double alpha,
    const double *cdf, double *lo, double *hi)
{
	size_t k = signed_critical(n, alpha, cdf);

	*lo = k ? rank_walsh(sorted, n, k) : NAN;
	*hi = k ? rank_walsh(sorted, n, n * (n + 1) / 2 + 1 - k) : NAN;
}

double rank_sign_p(const double *x, size_t n)
{
	size_t above = 0, below = 0, less;

	for (size_t i = 0; i < n; i++) {
		above += x[i] > 0;
		below += x[i] < 0;
	}
	less = above < below ? above : below;
	return tail_two_sided(
	    dist_binom_cdf((double)less, (double)(above + below), 0.5));
}

void rank_median_interval(const double *sorted, size_t n, double alpha,
    double *lo, double *hi)
{
	size_t k = 0, top = n / 2; /* largest k, P(B <= k - 1) <= alpha / 2 */

	while (k < top) {
		size_t mid = k + (top - k + 1) / 2;

		if (dist_binom_cdf((double)mid - 1, (double)n, 0.5) <=
		    alpha / 2)
			k = mid;
		else
			top = mid - 1;
	}
	*lo = k ? sorted[k - 1] : NAN;
	*hi = k ? sorted[n - k] : NAN;
}
