/* oracle.c - src/stats against NIST's certified values and R, where ../shared
 * is at hand; oracle_tools.c has the numbers of other programs. */
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/multi.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include "oracle.h"

#include <stdlib.h>

#define MAX 20000 /* SmLs09 has 18009 values */

static double scratch[600000];

/* The last number of a line. */
static double last_number(const char *line)
{
	const char *at = strrchr(line, ' ');

	return at ? strtod(at, NULL) : NAN;
}

/* -- NIST StRD, analysis of variance --------------------------------------- */

struct nist {
	double f, sd; /* certified */
	double x[MAX];
	size_t size[64], n, groups;
};

static void nist_read(FILE *f, struct nist *d)
{
	char line[256];
	int number = 0;

	memset(d, 0, sizeof(*d));
	while (fgets(line, sizeof(line), f)) {
		char *end;
		double group;

		number++;
		line[strcspn(line, "\r\n")] = '\0';
		if (number < 61 && strncmp(line, "Between", 7) == 0)
			d->f = last_number(line);
		if (number < 61 && strstr(line, "Standard Deviation"))
			d->sd = last_number(line);
		if (number < 61)
			continue;
		group = strtod(line, &end);
		if (group < 1 || group > 64 || d->n == MAX)
			continue;
		d->groups = (size_t)group;
		d->size[d->groups - 1]++;
		d->x[d->n++] = strtod(end, NULL);
	}
	fclose(f);
}

/* The data themselves lose digits as doubles: 7 or 13 equal leading ones. */
static void test_nist(void)
{
	static const struct {
		const char *name;
		double tolerance;
	} sets[] = {
		{ "SiRstv", 1e-10 },
		{ "AtmWtAg", 1e-7 },
		{ "SmLs01", 1e-12 },
		{ "SmLs02", 1e-12 },
		{ "SmLs03", 1e-12 },
		{ "SmLs04", 1e-8 },
		{ "SmLs05", 1e-8 },
		{ "SmLs06", 1e-8 },
		{ "SmLs07", 1e-2 },
		{ "SmLs08", 1e-2 },
		{ "SmLs09", 1e-2 },
	};
	static struct nist d;

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		char name[64];
		struct anova a;
		FILE *f;

		snprintf(name, sizeof(name), "golden/%s.dat", sets[i].name);
		f = open_in(name);
		if (!f)
			continue;
		nist_read(f, &d);
		a = moment_anova(d.x, d.size, d.groups);
		tap_near(a.f, d.f, sets[i].tolerance, "%s: F", sets[i].name);
		tap_near(sqrt(a.ms_within), d.sd, sets[i].tolerance,
		    "%s: residual deviation", sets[i].name);
	}
}

/* -- R --------------------------------------------------------------------- */

static size_t golden(const char *key, double *out, size_t most)
{
	static char line[4096];
	FILE *f = open_in("golden/r_golden.txt");
	size_t len = strlen(key), n = 0;

	while (f && fgets(line, sizeof(line), f)) {
		char *at = line + len, *end;

		if (strncmp(line, key, len) != 0 || *at != ' ')
			continue;
		for (; n < most; at = end) {
			double v = strtod(at, &end);

			if (end == at)
				break;
			out[n++] = v;
		}
		break;
	}
	if (f)
		fclose(f);
	return n;
}

/* R prints 15 digits of values such as a difference of two of six digits. */
static void is_golden(const char *key, const double *got, size_t n)
{
	double want[64];

	if (!tap_ok(golden(key, want, 64) == n, "%s has %zu numbers", key, n))
		return;
	for (size_t i = 0; i < n; i++)
		tap_near(got[i], want[i], 1e-9, "%s", key);
}

/* shift of x against y, as wilcox.test(x, y) states it */
static void test_golden(void)
{
	static const double p[10] = { .0002, .003, .004, .011, .02, .04, .041,
		.2, .6, .9 };
	static const double levels[4] = { .5, .9, .95, .99 };
	double x[64], y[64], d[64], out[64], cdf[401];
	size_t n = golden("x", x, 64), m = golden("y", y, 64), order[10];

	if (!tap_ok(n == 20 && m == 20, "samples of 20"))
		return;
	for (size_t i = 0; i < n; i++)
		d[i] = log(y[i] / x[i]);
	out[0] = order_mad(x, n, scratch) * dist_norm_quantile(0.75) * 1.4826;
	is_golden("mad", out, 1);
	order_sort(x, n);
	order_sort(y, n);
	rank_sum_table(n, n, cdf, scratch);
	out[0] = rank_sum_p(x, n, y, n, cdf, scratch);
	is_golden("mw_p", out, 1);
	out[0] = rank_shift(y, n, x, n);
	is_golden("mw_hl", out, 1);
	rank_shift_interval(y, n, x, n, 0.05, cdf, &out[0], &out[1]);
	is_golden("mw_ci", out, 2);
	out[0] = rank_signed_p(d, n, NULL, scratch);
	is_golden("sr_p", out, 1);
	order_sort(d, n);
	out[0] = rank_hl(d, n);
	is_golden("sr_hl", out, 1);
	rank_hl_interval(d, n, 0.05, NULL, &out[0], &out[1]);
	is_golden("sr_ci", out, 2);
	rank_hl_interval(d, n, 0.01, NULL, &out[0], &out[1]);
	is_golden("sr_ci_0.99", out, 2);
	multi_holm(p, 10, out, order);
	is_golden("padj_holm", out, 10);
	multi_bh(p, 10, out, order);
	is_golden("padj_BH", out, 10);
	multi_by(p, 10, out, order);
	is_golden("padj_BY", out, 10);
	out[0] = dist_binom_cdf(7, 20, 0.5) * 2;
	is_golden("binom_7of20", out, 1);
	for (int i = 0; i < 4; i++)
		for (int type = 7; type <= 8; type++) {
			char key[32];

			snprintf(key, sizeof(key), "quantile_%g_type%d",
			    levels[i], type);
			out[0] = order_quantile(x, n, levels[i], type);
			is_golden(key, out, 1);
		}
}

/* Student's tests: two samples with their own variances; one of differences. */
static void test_tests(void)
{
	double x[64], y[64], d[64], out[8];
	size_t n = golden("x", x, 64), m = golden("y", y, 64);
	struct moment of_d = { 0 };
	struct student s = moment_student(y, m, x, n, false);
	double half = moment_student_half(&s, 0.05), se;

	is_golden("welch_t", &s.t, 1);
	is_golden("welch_df", &s.df, 1);
	is_golden("welch_p", &s.p, 1);
	is_golden("welch_ci", (double[]){ s.diff - half, s.diff + half }, 2);
	for (size_t i = 0; i < n && n == m; i++)
		d[i] = log(y[i] / x[i]);
	moment_add_all(&of_d, d, n);
	se = moment_sd(&of_d) / sqrt((double)n);
	out[0] = moment_mean(&of_d) / se;
	is_golden("paired_t", out, 1);
	out[0] = 2 * dist_t_cdf(-fabs(out[0]), (double)n - 1);
	is_golden("paired_p", out, 1);
	half = dist_t_quantile(0.975, (double)n - 1) * se;
	out[0] = moment_mean(&of_d) - half;
	out[1] = moment_mean(&of_d) + half;
	is_golden("paired_ci", out, 2);
}

/* The smallest w with P(W <= w) >= p, as R's quantiles are defined. */
static double signed_quantile(double p, size_t n)
{
	double w = 0;

	while (rank_signed_cdf(w, n) < p)
		w++;
	return w;
}

static void test_tables(void)
{
	static const size_t sizes[] = { 6, 10, 12, 15, 20, 30 };
	double out[8], cdf[401], sorted[32];

	for (size_t i = 0; i < 32; i++)
		sorted[i] = (double)i + 1;
	for (int i = 0; i < 4; i++)
		out[i] = rank_signed_cdf((double[]){ 10, 30, 52, 60 }[i], 20);
	is_golden("psignrank", out, 4);
	for (int i = 0; i < 3; i++)
		out[i] = signed_quantile((double[]){ .025, .05, .005 }[i], 20);
	is_golden("qsignrank", out, 3);
	rank_sum_table(20, 15, cdf, scratch);
	for (int i = 0; i < 3; i++)
		out[i] = cdf[(size_t[]){ 20, 55, 100 }[i]];
	is_golden("pwilcox", out, 3);
	rank_sum_table(20, 20, cdf, scratch);
	for (int i = 0; i < 2; i++)
		for (out[i] = 0;
		     cdf[(size_t)out[i]] < (double[]){ .025, .005 }[i];)
			out[i]++;
	is_golden("qwilcox", out, 2);
	for (int i = 0; i < 6; i++) {
		char key[32];

		snprintf(key, sizeof(key), "median_ci_order_%zu", sizes[i]);
		rank_median_interval(sorted, sizes[i], 0.05, &out[0], &out[1]);
		is_golden(key, out, 1);
	}
}

static void test_autocorrelation(void)
{
	double x[64], acf[8];
	size_t n = golden("x", x, 64);

	if (tap_ok(golden("acf_x", acf, 8) == 6, "six lags"))
		tap_near(shape_lag1(x, n), acf[1], 1e-9, "lag 1");
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	if (!oracle_find(argv[1]))
		return 0;
	test_nist();
	test_golden();
	test_tests();
	test_tables();
	test_autocorrelation();
	return tap_done();
}
