/* oracle.c - src/stats against numbers of others: NIST's certified values, R,
 * ministat and benchstat, where ../shared is at hand. */
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/multi.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include "tap.h"

#include <stdlib.h>

#define MAX 20000 /* SmLs09 has 18009 values */

static const char *root;
static double scratch[600000];

static FILE *open_in(const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	f = fopen(path, "r");
	tap_ok(f != NULL, "%s is there", name);
	return f;
}

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

static void test_autocorrelation(void)
{
	double x[64], acf[8];
	size_t n = golden("x", x, 64);

	if (tap_ok(golden("acf_x", acf, 8) == 6, "six lags"))
		tap_near(shape_lag1(x, n), acf[1], 1e-9, "lag 1");
}

/* -- ministat and benchstat ------------------------------------------------ */

static size_t numbers(const char *name, double *out, size_t most)
{
	FILE *f = open_in(name);
	char line[256];
	size_t n = 0;

	while (f && n < most && fgets(line, sizeof(line), f)) {
		char *end;
		double v = strtod(line, &end);

		if (end != line)
			out[n++] = v;
	}
	if (f)
		fclose(f);
	return n;
}

static void test_ministat(void)
{
	char line[256];
	FILE *f = open_in("ministat/expected_c95.txt");
	int seen = 0;

	while (f && fgets(line, sizeof(line), f)) {
		double v[64], want[6], got[6];
		char path[128];
		struct moment m = { 0 };
		size_t n;

		/* "x 7 50 750 200 300 238.04761", not "x iguana" */
		if ((line[0] != 'x' && line[0] != '+') ||
		    sscanf(line + 1, "%lf %lf %lf %lf %lf %lf", &want[0],
			&want[1], &want[2], &want[3], &want[4], &want[5]) != 6)
			continue;
		seen++;
		snprintf(path, sizeof(path), "ministat/%s",
		    line[0] == 'x' ? "iguana" : "chameleon");
		n = numbers(path, v, 64);
		moment_add_all(&m, v, n);
		order_sort(v, n);
		got[0] = (double)n;
		got[1] = v[0];
		got[2] = v[n - 1];
		got[3] = order_median(v, n);
		got[4] = moment_mean(&m);
		got[5] = moment_sd(&m);
		/* 8 digits are printed */
		for (int i = 0; i < 6; i++)
			tap_near(got[i], want[i], 1e-7, "%s: column %d", path,
			    i);
	}
	if (f)
		fclose(f);
	tap_ok(seen == 2, "two data sets");
}

/* ns/op of one benchmark of a file of Go benchmark lines. */
static size_t go_values(const char *file, const char *bench, double *out)
{
	FILE *f = open_in(file);
	char line[512], name[128];
	size_t n = 0;
	double iterations;

	while (f && n < 64 && fgets(line, sizeof(line), f))
		if (sscanf(line, "%127s %lf %lf ns/op", name, &iterations,
			&out[n]) == 3 &&
		    strcmp(name, bench) == 0)
			n++;
	if (f)
		fclose(f);
	order_sort(out, n);
	return n;
}

static void test_benchstat(void)
{
	static const struct {
		const char *bench;
		double p;
	} rows[] = { { "BenchmarkEncode/format=json-48", 0.000 },
		{ "BenchmarkEncode/format=gob-48", 0.446 } };
	double a[64], b[64], p;
	size_t n, m;

	for (int i = 0; i < 2; i++) {
		n = go_values("benchstat/old.txt", rows[i].bench, a);
		m = go_values("benchstat/new.txt", rows[i].bench, b);
		p = rank_sum_p(a, n, b, m, NULL, scratch);
		tap_ok(n == 10 && m == 10 && fabs(p - rows[i].p) <= 0.0005,
		    "%s: p = %.4f, benchstat %.3f", rows[i].bench, p,
		    rows[i].p);
	}
	/* the file has before and after in one */
	n = go_values("benchstat/issue19634.txt", "BenchmarkFloatSub/100-4", a);
	p = rank_sum_p(a, 5, a + 5, 5, NULL, scratch);
	tap_ok(n == 10 && fabs(p - 0.008) <= 0.0005,
	    "issue 19634: p = %.4f, benchstat 0.008", p);
}

int main(int argc, char **argv)
{
	FILE *f;
	char path[4096];

	if (argc != 2)
		return 2;
	root = argv[1];
	snprintf(path, sizeof(path), "%s/golden/SOURCE.txt", root);
	f = fopen(path, "r");
	if (!f) {
		printf("1..0 # SKIP ../shared/oracle is not here\n");
		return 0;
	}
	fclose(f);
	test_nist();
	test_golden();
	test_autocorrelation();
	test_ministat();
	test_benchstat();
	return tap_done();
}
