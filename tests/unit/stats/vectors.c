/* vectors.c - src/stats against the numbers that tests/vectors/make.R made. */
#include "stats/changepoint.h"
#include "stats/dist.h"
#include "stats/moment.h"
#include "stats/multi.h"
#include "stats/order.h"
#include "stats/rank.h"
#include "stats/shape.h"

#include "tap.h"

#include <stdlib.h>

#define MAX 256

static double x[MAX], y[MAX], sx[MAX], sy[MAX];
static size_t nx, ny;
static double scratch[400000], cdf[RANK_EXACT_TWO * RANK_EXACT_TWO + 1];
static size_t order[MAX];

/* What a line asks for and what it says: arguments, then expected numbers. */
struct line {
	char name[32];
	double v[MAX];
	size_t n;
};

static bool read_line(FILE *f, struct line *l)
{
	char text[16384], *at = text, *end;

	if (!fgets(text, sizeof(text), f))
		return false;
	l->n = 0;
	at += strcspn(at, " ");
	*at++ = '\0';
	snprintf(l->name, sizeof(l->name), "%.31s", text);
	for (; l->n < MAX; at = end) {
		double d = strtod(at, &end);

		if (end == at)
			break;
		l->v[l->n++] = d;
	}
	return true;
}

static void set(const struct line *l, double *to, double *sorted, size_t *n)
{
	memcpy(to, l->v, l->n * sizeof(*to));
	memcpy(sorted, l->v, l->n * sizeof(*to));
	*n = l->n;
	order_sort(sorted, *n);
}

static double signed_cdf(const double *v)
{
	return rank_signed_cdf(v[0], (size_t)v[1]);
}

static double sum_cdf(const double *v)
{
	rank_sum_table((size_t)v[1], (size_t)v[2], cdf, scratch);
	return cdf[(size_t)v[0]];
}

static double scalar(const char *name, const double *v, size_t *args)
{
	static const struct {
		const char *name;
		size_t args;
		double (*one)(double);
		double (*two)(double, double);
		double (*three)(double, double, double);
		double (*any)(const double *);
	} table[] = {
		{ "norm_cdf", 1, dist_norm_cdf, 0, 0, 0 },
		{ "norm_quantile", 1, dist_norm_quantile, 0, 0, 0 },
		{ "digamma", 1, dist_digamma, 0, 0, 0 },
		{ "trigamma", 1, dist_trigamma, 0, 0, 0 },
		{ "trigamma_inverse", 1, dist_trigamma_inverse, 0, 0, 0 },
		{ "t_cdf", 2, 0, dist_t_cdf, 0, 0 },
		{ "t_quantile", 2, 0, dist_t_quantile, 0, 0 },
		{ "chi2_sf", 2, 0, dist_chi2_sf, 0, 0 },
		{ "f_sf", 3, 0, 0, dist_f_sf, 0 },
		{ "binom_cdf", 3, 0, 0, dist_binom_cdf, 0 },
		{ "signed_cdf", 2, 0, 0, 0, signed_cdf },
		{ "sum_cdf", 3, 0, 0, 0, sum_cdf },
	};

	if (!strcmp(name, "beta")) {
		*args = 3;
		return dist_beta(v[0], v[1], v[2], 1 - v[2]);
	}
	if (!strcmp(name, "gamma_p")) {
		*args = 2;
		return dist_gamma_p(v[0], v[1]);
	}
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		*args = table[i].args;
		if (table[i].one)
			return table[i].one(v[0]);
		if (table[i].two)
			return table[i].two(v[0], v[1]);
		if (table[i].three)
			return table[i].three(v[0], v[1], v[2]);
		return table[i].any(v);
	}
	*args = 0;
	return NAN;
}

/* With its table and without: the two must not differ. */
static double signed_p(void)
{
	double plain = rank_signed_p(x, nx, NULL, scratch), tabled;

	rank_signed_table(nx, cdf);
	tabled = rank_signed_p(x, nx, cdf, scratch);
	return fabs(plain - tabled) <= 1e-13 * plain ? tabled : NAN;
}

/* Quantities of the samples set before: results into out, how many; 0 = not
 * such a name. *args = leading numbers of the line that are arguments. */
static size_t one_sample(const char *name, const double *v, double *out,
    size_t *args)
{
	struct moment m = { 0 };

	moment_add_all(&m, x, nx);
	if (!strcmp(name, "hl"))
		out[0] = rank_hl(sx, nx);
	else if (!strcmp(name, "signed_p"))
		out[0] = signed_p();
	else if (!strcmp(name, "sign_p"))
		out[0] = rank_sign_p(x, nx);
	else if (!strcmp(name, "median"))
		out[0] = order_median(sx, nx);
	else if (!strcmp(name, "mad"))
		out[0] = order_mad(x, nx, scratch);
	else if (!strcmp(name, "mean"))
		out[0] = moment_mean(&m);
	else if (!strcmp(name, "sd"))
		out[0] = moment_sd(&m);
	else if (!strcmp(name, "skew"))
		out[0] = moment_skew(&m);
	else if (!strcmp(name, "lag1"))
		out[0] = shape_lag1(x, nx);
	else if (!strcmp(name, "slope"))
		out[0] = shape_slope(x, nx, scratch);
	else if (!strcmp(name, "trend_p"))
		out[0] = shape_trend_p(x, nx, scratch);
	else if (!strcmp(name, "geomean"))
		out[0] = moment_geomean(x, nx);
	else if (!strcmp(name, "autocorrelation")) {
		*args = 1;
		out[0] = shape_autocorrelation(x, nx, (size_t)v[0]);
	} else if (!strcmp(name, "quantile")) {
		*args = 2;
		out[0] = order_quantile(sx, nx, v[0], (int)v[1]);
	} else
		return 0;
	return 1;
}

/* "student": difference, its error, df, t and p, with one variance if v;
 * "student_half": half of the interval at 1 - v. */
static size_t student(const char *name, double v, double *out)
{
	bool half = strcmp(name, "student") != 0;
	struct student s = moment_student(x, nx, y, ny, half || v > 0);

	out[0] = half ? moment_student_half(&s, v) : s.diff;
	out[1] = s.se;
	out[2] = s.df;
	out[3] = s.t;
	out[4] = s.p;
	return half ? 1 : 5;
}

static size_t vector(const char *name, const double *v, double *out,
    size_t *args)
{
	size_t size[2] = { nx, ny };

	if (!strcmp(name, "hl_interval")) {
		double lo, hi;

		*args = 1;
		rank_signed_table(nx, cdf);
		rank_hl_interval(sx, nx, v[0], cdf, &out[0], &out[1]);
		rank_hl_interval(sx, nx, v[0], NULL, &lo, &hi);
		if (fabs(lo - out[0]) + fabs(hi - out[1]) > 0)
			out[0] = NAN; /* the table changes the answer */
		return 2;
	}
	if (!strcmp(name, "median_interval")) {
		*args = 1;
		rank_median_interval(sx, nx, v[0], &out[0], &out[1]);
		return 2;
	}
	if (!strcmp(name, "shift_interval")) {
		*args = 1;
		if (nx <= RANK_EXACT_TWO && ny <= RANK_EXACT_TWO)
			rank_sum_table(nx, ny, cdf, scratch);
		rank_shift_interval(sx, nx, sy, ny, v[0], cdf, &out[0],
		    &out[1]);
		return 2;
	}
	if (!strncmp(name, "student", 7)) {
		*args = 1;
		return student(name, v[0], out);
	}
	if (!strcmp(name, "anova")) {
		struct anova a;

		memcpy(scratch, x, nx * sizeof(*x));
		memcpy(scratch + nx, y, ny * sizeof(*y));
		a = moment_anova(scratch, size, 2);
		out[0] = a.f;
		out[1] = a.p;
		out[2] = a.ms_between;
		out[3] = a.ms_within;
		return 4;
	}
	if (!strcmp(name, "holm"))
		multi_holm(x, nx, out, order);
	else if (!strcmp(name, "bh"))
		multi_bh(x, nx, out, order);
	else if (!strcmp(name, "by"))
		multi_by(x, nx, out, order);
	else if (!strcmp(name, "isotonic"))
		changepoint_isotonic(x, nx, out, scratch);
	else
		return 0;
	return nx;
}

static size_t two_samples(const char *name, double *out)
{
	if (!strcmp(name, "shift"))
		out[0] = rank_shift(sx, nx, sy, ny);
	else if (!strcmp(name, "sum_p"))
		out[0] = rank_sum_p(sx, nx, sy, ny, NULL, scratch);
	else if (!strcmp(name, "spread_p"))
		out[0] = shape_spread(x, nx, y, ny, scratch).p;
	else
		return 0;
	return 1;
}

/* The farthest from R of all numbers. */
static struct {
	size_t numbers;
	double most;
	char where[64];
} worst;

static void note_deviation(double got, double want, const char *file,
    int number, const char *name)
{
	double off = got == want || (isnan(got) && isnan(want)) ?
	    0 :
	    fabs(got - want) / (want == 0 ? 1 : fabs(want));

	worst.numbers++;
	if (!(off <= worst.most)) {
		worst.most = off;
		snprintf(worst.where, sizeof(worst.where), "%s:%d: %s", file,
		    number, name);
	}
}

static void check(const char *file, int number, const struct line *l,
    double tolerance)
{
	double out[MAX];
	size_t args = 0, n = one_sample(l->name, l->v, out, &args);

	if (!n)
		n = two_samples(l->name, out);
	if (!n)
		n = vector(l->name, l->v, out, &args);
	if (!n) {
		out[0] = scalar(l->name, l->v, &args);
		n = args ? 1 : 0;
	}
	if (!tap_ok(n > 0 && l->n == args + n, "%s:%d: %s is known", file,
		number, l->name))
		return;
	for (size_t i = 0; i < n; i++) {
		note_deviation(out[i], l->v[args + i], file, number, l->name);
		tap_near(out[i], l->v[args + i], tolerance, "%s:%d: %s", file,
		    number, l->name);
	}
}

static void run_file(const char *dir, const char *name, double tolerance)
{
	char path[4096];
	struct line l;
	int number = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "r");
	if (!tap_ok(f != NULL, "%s is there", name))
		return;
	while (read_line(f, &l)) {
		number++;
		if (!strcmp(l.name, "x"))
			set(&l, x, sx, &nx);
		else if (!strcmp(l.name, "y"))
			set(&l, y, sy, &ny);
		else
			check(name, number, &l, tolerance);
	}
	tap_ok(number > 100, "%s has %d lines", name, number);
	fclose(f);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	run_file(argv[1], "dist.txt", 1e-12);
	run_file(argv[1], "rank.txt", 1e-9);
	run_file(argv[1], "other.txt", 1e-9);
	printf("# %zu numbers, the farthest from R by %.1e (%s)\n",
	    worst.numbers, worst.most, worst.where);
	return tap_done();
}
