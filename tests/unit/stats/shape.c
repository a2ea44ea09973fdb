/* shape.c - modes, grids, warm-up, plateaus; edges of the rank functions. */
#include "stats/shape.h"
#include "stats/changepoint.h"
#include "stats/dist.h"
#include "stats/order.h"
#include "stats/rank.h"

#include "noise.h"
#include "tap.h"

static double scratch[2048];

static double null_value(struct rng *r, int model)
{
	switch (model) {
	case 0:
		return noise_normal(r);
	case 1:
		return rng_unit(r);
	case 2:
		return -log(1 - rng_unit(r));
	case 3:
		return -log(1 - rng_unit(r)) * (rng_below(r, 2) ? 1 : -1);
	default:
		return noise_t3(r);
	}
}

/* One mode is called two in at most 0.5 % of series: with 2000 of them more
 * than 20 has probability .003 (binomial). */
static void test_one_mode(void)
{
	static const size_t sizes[] = { 8, 12, 20, 40 };
	struct rng r;

	rng_seed(&r, 11);
	for (size_t k = 0; k < 4; k++) {
		for (int model = 0; model < 5; model++) {
			int found = 0;

			for (int rep = 0; rep < 2000; rep++) {
				double v[40];

				for (size_t i = 0; i < sizes[k]; i++)
					v[i] = null_value(&r, model);
				order_sort(v, sizes[k]);
				found += shape_modes(v, sizes[k]).low_n > 0;
			}
			tap_ok(found <= 20,
			    "one mode: %d of 2000 with n = %zu,"
			    " model %d",
			    found, sizes[k], model);
		}
	}
}

/* Symmetric values are called skewed in at most 0.5 % of series, those of an
 * exponential (skewed by 2) in most that are long enough. */
static void test_skewed(void)
{
	static const size_t sizes[] = { 8, 20, 40, 80 };
	struct rng r;
	double v[80];

	rng_seed(&r, 12);
	for (size_t k = 0; k < 4; k++)
		for (int model = 0; model < 5; model++) {
			int found = 0;

			for (int rep = 0; rep < 2000; rep++) {
				for (size_t i = 0; i < sizes[k]; i++)
					v[i] = null_value(&r, model);
				order_sort(v, sizes[k]);
				found += shape_skewed(v, sizes[k]);
			}
			tap_ok(model == 2 ? sizes[k] < 80 || found > 1000 :
					    found <= 20,
			    "skewed: %d of 2000 with n = %zu, model %d", found,
			    sizes[k], model);
		}
	tap_ok(!shape_skewed(v, 7), "7 values have no shape");
}

static void test_two_modes(void)
{
	double v[12] = { 1.6, 1.62, 1.61, 1.59, 1.63, 22, 22.4, 21.8, 22.1, 22,
		1.6, 22.2 };
	double three[6] = { 1, 1, 1, 9, 9, 9 };
	struct modes m;

	order_sort(v, 12);
	m = shape_modes(v, 12);
	tap_ok(m.low_n == 6, "6 values in the lower mode");
	tap_near(m.low, 1.605, 1e-12, "position of the lower mode");
	tap_near(m.high, 22.05, 1e-12, "position of the upper mode");
	tap_ok(shape_modes(three, 6).low_n == 0, "6 values are too few");
	v[11] = 5;
	for (int i = 0; i < 11; i++)
		v[i] = 1 + 0.01 * i;
	tap_ok(shape_modes(v, 12).low_n == 0, "one outlier is no mode");
}

static void test_grid(void)
{
	double ticks[8] = { 5, 5, 10, 10, 10, 15, 20, 20 };
	double fine[6] = { 1, 1.1, 1.25, 1.3, 1.37, 1.5 };
	double off[8] = { 5, 5, 5, 10, 10, 10, 12.1, 12.1 };
	double printed[3] = { 1.64, 3.7, 12.05 }, tens[2] = { 120, 4000 };

	tap_near(shape_grid(ticks, 8), 5, 1e-12, "5 ms ticks");
	tap_ok(shape_grid(fine, 6) == 0, "distinct values are no grid");
	tap_ok(shape_grid(off, 8) == 0, "off the grid");
	tap_ok(shape_grid(ticks, 2) == 0, "2 values are no grid");
	tap_near(shape_decimals(printed, 3), 0.01, 1e-9, "two decimals");
	tap_near(shape_decimals(tens, 2), 10, 1e-12, "tens");
	tap_ok(shape_decimals(printed, 0) == 0, "no values, no decimals");
}

static void test_warm(void)
{
	double v[10] = { 30, 14, 10.1, 10, 9.9, 10, 10.1, 9.9, 10.05, 10 };

	tap_ok(shape_warm(v, 10, scratch) == 2, "two warm-up values");
	tap_ok(shape_warm(v + 2, 8, scratch) == 0, "none");
	tap_ok(shape_warm(v, 0, scratch) == 0, "empty");
}

static void test_plateaus(void)
{
	/* 4 cycles to 32 KB, 14 to 1 MB, 50 to 32 MB, then 300 at 3 GHz */
	static const double level[4] = { 1.3, 4.7, 17, 100 };
	struct plateau_opts o = { .sd = 0.08, .rise = 0.47 };
	struct plateau p[6];
	double y[40];
	struct rng r;
	size_t n;

	rng_seed(&r, 5);
	for (size_t i = 0; i < 40; i++)
		y[i] = log(level[i / 10]) + 0.02 * noise_normal(&r);
	y[10] = log(3);
	y[20] = log(9);
	y[30] = log(40);
	n = changepoint_plateaus(y, 40, &o, p, 6, scratch);
	tap_ok(n == 4, "four levels, got %zu", n);
	tap_ok(n == 4 && p[0].first == 0 && p[0].last == 9, "L1 ends at 9");
	tap_ok(n == 4 && p[1].first == 11 && p[1].last == 19, "L2 11 to 19");
	tap_ok(n == 4 && p[3].first == 31 && p[3].last == 39, "DRAM 31 on");
	tap_near(exp(p[2].level), 17, 0.02, "level of L3");
	tap_ok(changepoint_plateaus(y, 40, &o, p, 2, scratch) == 2,
	    "no more than asked for");
	tap_ok(changepoint_plateaus(y, 1, &o, p, 6, scratch) == 0,
	    "one point is no plateau");
	for (size_t i = 0; i < 40; i++)
		y[i] = 2;
	n = changepoint_plateaus(y, 40, &o, p, 6, scratch);
	tap_ok(n == 1 && p[0].last == 39, "flat is one level");
}

static void test_edges(void)
{
	double one[1] = { 3 }, same[9] = { 2, 2, 2, 2, 2, 2, 2, 2, 2 };
	double huge[6] = { -1e308, -1e300, -1, 1, 1e300, 1e308 }, lo, hi;
	struct spread s;

	tap_ok(isnan(order_median(one, 0)), "median of nothing");
	tap_ok(rank_signed_p(one, 0, NULL, scratch) == 1, "p of nothing");
	tap_ok(rank_sum_p(one, 1, one, 0, NULL, scratch) == 1, "empty side");
	tap_ok(isnan(rank_hl(one, 0)), "Hodges-Lehmann of nothing");
	tap_near(rank_hl(one, 1), 3, 0, "of one");
	rank_hl_interval(huge, 5, 0.05, NULL, &lo, &hi);
	tap_ok(isnan(lo) && isnan(hi), "no 95 %% interval from 5 values");
	rank_hl_interval(same, 9, 0.05, NULL, &lo, &hi);
	tap_ok(lo == 2 && hi == 2, "interval of equal values");
	tap_near(rank_hl(huge, 6), 0, 0, "no overflow");
	tap_ok(isfinite(rank_walsh(huge, 6, 1)), "least Walsh average");
	tap_ok(rank_sum_p(same, 9, same, 9, NULL, scratch) == 1,
	    "all equal: p = 1");
	s = shape_spread(one, 1, same, 9, scratch);
	tap_ok(isnan(s.p), "spread of one value");
	tap_ok(isnan(shape_lag1(same, 9)), "lag of equal values");
	tap_ok(shape_slope(same, 9, scratch) == 0, "slope of equal values");
	tap_ok(isnan(dist_t_quantile(1.5, 3)), "probability out of range");
	tap_ok(isnan(dist_beta(-1, 1, .5, .5)), "parameter out of range");
	tap_near(dist_t_quantile(.975, INFINITY), dist_norm_quantile(.975), 0,
	    "t with infinite df");
}

/* Numbers of a row or of another tool may be as large as a double holds. */
static void test_large(void)
{
	static const double x[] = { 1.2e308, 1.6e308 }, none[] = { 0, 0 };

	tap_near(order_median(x, 2) / 1e308, 1.4, 15, "median of the largest");
	tap_near(rank_hl(x, 2) / 1e308, 1.4, 15, "their Hodges-Lehmann");
	tap_near(rank_shift(none, 2, x, 2) / 1e308, 1.4, 15, "their shift");
}

int main(void)
{
	test_large();
	test_one_mode();
	test_skewed();
	test_two_modes();
	test_grid();
	test_warm();
	test_plateaus();
	test_edges();
	return tap_done();
}
