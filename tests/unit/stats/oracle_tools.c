/* oracle_tools.c - src/stats against what ministat and benchstat print for
 * their own samples, where ../shared is at hand. */
#include "stats/moment.h"
#include "stats/order.h"
#include "stats/rank.h"

#include "oracle.h"

#define MOST 64 /* values of a side */

static double scratch[10000];

/* -- ministat ------------------------------------------------------------ */

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

/* One line of its table: "x 7 50 750 200 300 238.04761". */
static void check_columns(const char *line, const char *file, const double *v,
    size_t n)
{
	double want[6], got[6], sorted[MOST];
	struct moment m = { 0 };

	if (sscanf(line + 1, "%lf %lf %lf %lf %lf %lf", &want[0], &want[1],
		&want[2], &want[3], &want[4], &want[5]) != 6)
		return;
	moment_add_all(&m, v, n);
	memcpy(sorted, v, n * sizeof(*v));
	order_sort(sorted, n);
	got[0] = (double)n;
	got[1] = sorted[0];
	got[2] = sorted[n - 1];
	got[3] = order_median(sorted, n);
	got[4] = moment_mean(&m);
	got[5] = moment_sd(&m);
	/* 8 digits are printed */
	for (int i = 0; i < 6; i++)
		tap_near(got[i], want[i], 1e-7, "%s: column %d", file, i);
}

/* What one run of it said of the difference. */
struct said {
	bool proven;
	double diff, half, percent, half_percent, sd;
	int lines;
};

static void read_said(const char *line, struct said *s)
{
	double x, y;

	if (strstr(line, "Difference at")) {
		s->proven = true;
		s->lines++;
	} else if (strstr(line, "No difference proven")) {
		s->lines++;
	} else if (sscanf(line, " %lf%% +/- %lf%%", &x, &y) == 2) {
		s->percent = x;
		s->half_percent = y;
	} else if (sscanf(line, " %lf +/- %lf", &x, &y) == 2) {
		s->diff = x;
		s->half = y;
	} else if (sscanf(line, " (Student's t, pooled s = %lf", &x) == 1) {
		s->sd = x;
	}
}

/* Its table of t has three decimals, so our t is rounded likewise. */
static void check_said(const struct said *s, const double *a, size_t na,
    const double *b, size_t nb, double confidence)
{
	struct student t = moment_student(a, na, b, nb, true);
	double alpha = 1 - confidence / 100;
	double half = moment_student_half(&t, alpha);
	double theirs = round(half / t.se * 1000) / 1000 * t.se;
	struct moment m = { 0 };

	moment_add_all(&m, a, na);
	tap_ok(s->lines == 1 && s->proven == (fabs(t.diff) > half), "%g %%: %s",
	    confidence, s->proven ? "a difference" : "no difference");
	if (!s->proven)
		return;
	/* 6 digits are printed */
	tap_near(t.diff, s->diff, 1e-5, "difference");
	tap_near(theirs, s->half, 3e-6, "its interval");
	tap_near(half, s->half, 5e-4, "with all digits of t");
	tap_near(100 * t.diff / moment_mean(&m), s->percent, 1e-5, "percent");
	tap_near(100 * theirs / moment_mean(&m), s->half_percent, 3e-6,
	    "its interval");
	tap_near(t.sd, s->sd, 3e-6, "pooled deviation");
}

static void test_ministat(void)
{
	static const char *const levels[] = { "80", "90", "95", "98", "99",
		"99.5" };
	double a[MOST], b[MOST];
	size_t na = numbers("ministat/iguana", a, MOST);
	size_t nb = numbers("ministat/chameleon", b, MOST);

	if (!tap_ok(na == 7 && nb == 5, "two data sets"))
		return;
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		char name[64], line[256];
		struct said s = { 0 };
		FILE *f;

		snprintf(name, sizeof(name), "ministat/expected_c%s.txt",
		    levels[i]);
		f = open_in(name);
		while (f && fgets(line, sizeof(line), f)) {
			if (line[0] == 'x')
				check_columns(line, "iguana", a, na);
			else if (line[0] == '+')
				check_columns(line, "chameleon", b, nb);
			else
				read_said(line, &s);
		}
		if (f)
			fclose(f);
		check_said(&s, a, na, b, nb, strtod(levels[i], NULL));
	}
}

/* -- benchstat ----------------------------------------------------------- */

struct sample {
	double v[MOST]; /* ns per operation, sorted */
	size_t n;
};

/* ns/op of one benchmark of a file of Go benchmark lines. */
static void go_values(const char *file, const char *bench, struct sample *s)
{
	FILE *f = open_in(file);
	char line[512], name[128];
	double iterations, ns;

	s->n = 0;
	while (f && s->n < MOST && fgets(line, sizeof(line), f))
		if (sscanf(line, "%127s %lf %lf ns/op", name, &iterations,
			&ns) == 3 &&
		    strcmp(name, bench) == 0)
			s->v[s->n++] = ns;
	if (f)
		fclose(f);
	order_sort(s->v, s->n);
}

static double p_of(const struct sample *a, const struct sample *b)
{
	return rank_sum_p(a->v, a->n, b->v, b->n, NULL, scratch);
}

/* Its "2%": the farther end of the interval of the median, over the median. */
static double percent_of(const struct sample *s)
{
	double lo, hi, mid = order_median(s->v, s->n);

	rank_median_interval(s->v, s->n, 0.05, &lo, &hi);
	return 100 * fmax(hi / mid - 1, 1 - lo / mid);
}

static void check_sample(const struct sample *s, double seconds, double digits,
    double percent, const char *name)
{
	double mid = order_median(s->v, s->n) * 1e-9;

	tap_ok(s->n == 10, "%s: ten values", name);
	tap_near(mid, seconds, digits, "%s: median", name);
	tap_ok(fabs(percent_of(s) - percent) <= 0.5 + 1e-9,
	    "%s: interval %.2f %%, benchstat %g %%", name, percent_of(s),
	    percent);
}

/* csvOldNew has all digits:
 * Encode/format=gob-48,3.0655e-06,0%,3.07e-06,2%,~,p=0.446 n=10 */
static void test_csv(void)
{
	double medians[2][2], old, new, old_ci, new_ci, p, geo[2] = { 0 };
	char line[512], name[128], change[32], bench[160];
	FILE *f = open_in("benchstat/csvOldNew.stdout");
	struct sample a, b;
	int n = 0;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "geomean,%lf,,%lf", &geo[0], &geo[1]) == 2)
			continue;
		if (n >= 2 ||
		    sscanf(line, "%127[^,],%lf,%lf%%,%lf,%lf%%,%31[^,],p=%lf",
			name, &old, &old_ci, &new, &new_ci, change, &p) != 7)
			continue;
		snprintf(bench, sizeof(bench), "Benchmark%s", name);
		go_values("benchstat/old.txt", bench, &a);
		go_values("benchstat/new.txt", bench, &b);
		check_sample(&a, old, 1e-12, old_ci, name);
		check_sample(&b, new, 1e-12, new_ci, name);
		tap_ok(fabs(p_of(&a, &b) - p) <= 0.0005, "%s: p = %.4f", name,
		    p_of(&a, &b));
		if (change[0] != '~')
			tap_ok(fabs(100 * (new / old - 1) -
				   strtod(change, NULL)) <= 0.005,
			    "%s: %s", name, change);
		medians[0][n] = order_median(a.v, a.n) * 1e-9;
		medians[1][n++] = order_median(b.v, b.n) * 1e-9;
	}
	if (f)
		fclose(f);
	if (!tap_ok(n == 2, "two benchmarks"))
		return;
	for (int i = 0; i < 2; i++)
		tap_near(moment_geomean(medians[i], 2), geo[i], 1e-12,
		    "geomean");
}

/* "46.55n", "1.701µ" in seconds. */
static double with_unit(const char *text)
{
	char *end;
	double v = strtod(text, &end);

	return v * (*end == 'n' ? 1e-9 : *end == 'm' ? 1e-3 : *end ? 1e-6 : 1);
}

/* crcOldNew has a table for each of two files, times first:
 * CRC32/poly=IEEE/size=15/align=0-8           46.55n ± 9% */
static void test_crc(void)
{
	FILE *f = open_in("benchstat/crcOldNew.stdout");
	char line[512], name[128], value[64], sign[8];
	const char *file = "benchstat/crc-old.txt";
	double medians[64], ci, geo;
	bool times = false;
	size_t n = 0, tables = 0;
	struct sample s;

	while (f && fgets(line, sizeof(line), f)) {
		char bench[160];

		if (strstr(line, "crc-new.txt"))
			file = "benchstat/crc-new.txt";
		if (strstr(line, "sec/op") || strstr(line, "B/s"))
			times = strstr(line, "sec/op") != NULL;
		if (!times)
			continue;
		if (sscanf(line, "geomean %63s", value) == 1) {
			geo = moment_geomean(medians, n);
			tap_near(geo, with_unit(value), 5e-4, "%s: geomean",
			    file);
			tap_ok(n == 36, "36 benchmarks");
			tables++;
			n = 0;
		} else if (sscanf(line, "%127s %63s %7s %lf%%", name, value,
			       sign, &ci) == 4 &&
		    n < 64) {
			snprintf(bench, sizeof(bench), "Benchmark%s", name);
			go_values(file, bench, &s);
			/* 4 digits are printed */
			check_sample(&s, with_unit(value), 5.1e-4, ci, name);
			medians[n++] = order_median(s.v, s.n) * 1e-9;
		}
	}
	if (f)
		fclose(f);
	tap_ok(tables == 2, "two tables");
}

/* One change in a line of crcSizeVsPoly: IEEE against another polynomial. */
static void check_poly(const char *size, const char *poly, const char *at)
{
	char a_name[128], b_name[128];
	const char *change = at + strcspn(at, "+-");
	const char *p = strstr(at, "(p=");
	struct sample a, b;
	double ratio;

	snprintf(a_name, sizeof(a_name),
	    "BenchmarkCRC32/poly=IEEE/size=%s/align=0-8", size);
	snprintf(b_name, sizeof(b_name),
	    "BenchmarkCRC32/poly=%s/size=%s/align=0-8", poly, size);
	go_values("benchstat/crc-new.txt", a_name, &a);
	go_values("benchstat/crc-new.txt", b_name, &b);
	ratio = order_median(b.v, b.n) / order_median(a.v, a.n) - 1;
	tap_ok(a.n == 10 && b.n == 10 &&
		fabs(100 * ratio - strtod(change, NULL)) <= 0.0051,
	    "%s, %s: %+.2f %%", size, poly, 100 * ratio);
	tap_ok(p && fabs(p_of(&a, &b) - strtod(p + 3, NULL)) <= 0.0005,
	    "%s, %s: p = %.4f", size, poly, p_of(&a, &b));
}

static void test_poly(void)
{
	FILE *f = open_in("benchstat/crcSizeVsPoly.stdout");
	char line[512], size[32];
	int n = 0;

	while (f && n < 6 && fgets(line, sizeof(line), f)) {
		char *first = strstr(line, "(p="), *second;

		second = first ? strchr(first, ')') : NULL;
		if (!second || sscanf(line, "%31s", size) != 1)
			continue;
		/* the first value's own sign is the only one before */
		while (first > line && *first != '+' && *first != '-')
			first--;
		check_poly(size, "Castagnoli", first);
		check_poly(size, "Koopman", second);
		n++;
	}
	if (f)
		fclose(f);
	tap_ok(n == 6, "six sizes");
}

static void test_issue(void)
{
	struct sample s;
	double p;

	/* the file has before and after in one */
	go_values("benchstat/issue19634.txt", "BenchmarkFloatSub/100-4", &s);
	p = rank_sum_p(s.v, 5, s.v + 5, 5, NULL, scratch);
	tap_ok(s.n == 10 && fabs(p - 0.008) <= 0.0005,
	    "issue 19634: p = %.4f, benchstat 0.008", p);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	if (!oracle_find(argv[1]))
		return 0;
	test_ministat();
	test_csv();
	test_crc();
	test_poly();
	test_issue();
	return tap_done();
}
