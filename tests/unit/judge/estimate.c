/* estimate.c - cost, interval and status of one row; levels of the curve. */
#include "judge/judge.h"

#include "../noise.h"
#include "base/num.h"
#include "base/rng.h"
#include "made.h"
#include "tap.h"

static struct run r;
static struct estimate e[64];

static struct estimate *of(const char *key)
{
	judge_run(&r, e);
	return &e[run_find(&r, key) - r.results];
}

#define LATENCY(type)    "cpu_op/type=" type "/op=add/how=latency"
#define THROUGHPUT(type) "cpu_op/type=" type "/op=add/how=throughput"

static void status_is(const char *key, enum status want, const char *why)
{
	struct estimate *got = of(key);

	tap_str(status_words[got->status], status_words[want], "%s: %s", key,
	    got->why);
	if (why)
		tap_ok(strstr(got->why, why) != NULL, "says '%s'", why);
}

static void test_numbers(void)
{
	static const double v[12] = { 100, 101, 99, 102, 98, 100.5, 99.5, 101.5,
		98.5, 100.2, 99.8, 100.1 };

	static const double whole[12] = { 3191, 3191, 3191, 3191, 3191, 3191,
		3191, 3191, 3191, 3191, 3192, 3192 };

	run_init(&r);
	made_row(&r, "x", v, 12);
	made_row(&r, "five", v, 5);
	made_row(&r, "whole", whole, 12);
	tap_ok(of("whole")->cost == 3191 && of("whole")->lo == 3191,
	    "a value to its last digit: %.17g", of("whole")->cost);
	tap_near(of("x")->cost, 100, 1e-3, "Hodges-Lehmann");
	tap_ok(of("x")->lo < 100 && of("x")->hi > 100, "interval");
	tap_ok(of("x")->half_width > 0.003 && of("x")->half_width < 0.02,
	    "half-width %g", of("x")->half_width);
	tap_ok(of("x")->cv > 0.005 && of("x")->cv < 0.02, "spread %g",
	    of("x")->cv);
	/* two-sample t, sd 1.3 %, n = 12: 2.9 sd sqrt(2/12) */
	tap_ok(of("x")->seen > 0.008 && of("x")->seen < 0.025,
	    "change it could have seen %g", of("x")->seen);
	tap_ok(isnan(of("five")->lo) && isnan(of("five")->half_width),
	    "5 values: no interval");
	tap_near(of("five")->cost, 100, 0.01, "but an estimate");
	status_is("five", STATUS_FEW, "5 values: no interval");
	status_is("x", STATUS_OK, NULL);
	tap_str(of("x")->why, "", "no reason needed");
	run_release(&r);
}

/* Rows whose operations take a cycle, or are under way eight at a time. */
static void test_cycles(void)
{
	run_init(&r);
	host_set(&r.host, "cpu.mhz_max", FACT_IDENTITY, "3000");
	made_spread(&r, "self_nop", 0.31, 0.01, 8);
	made_spread(&r, LATENCY("int"), 0.25, 0.01, 8);
	made_spread(&r, LATENCY("int64"), 0.15, 0.01, 8);
	made_spread(&r, THROUGHPUT("int"), 0.06, 0.01, 8);
	made_spread(&r, THROUGHPUT("int64"), 0.03, 0.01, 8);
	for (size_t i = r.n_results - 4; i < r.n_results; i++)
		r.results[i].flags = RESULT_HIDDEN;
	status_is(LATENCY("int"), STATUS_OK, NULL);
	status_is(LATENCY("int64"), STATUS_SUSPECT, "half a clock cycle");
	status_is(THROUGHPUT("int"), STATUS_OK, NULL);
	status_is(THROUGHPUT("int64"), STATUS_SUSPECT, "an eighth of a clock");
	run_release(&r);
}

static void test_status(void)
{
	static const double ticks[8] = { 5, 5, 10, 10, 5, 10, 5, 10 };
	static const double modes[10] = { 1.6, 22, 1.61, 1.62, 22.3, 21.9, 1.6,
		22.1, 1.59, 22 };

	static const double far[12] = { 50, 51, 50.2, 50.7, 180, 50.4, 50.9,
		230, 50.1, 50.8, 300, 50.5 };

	run_init(&r);
	host_set(&r.host, "cpu.mhz_max", FACT_IDENTITY, "3000");
	made_row(&r, "far", far, 12);
	made_spread(&r, "self_nop", 0.31, 0.01, 8);
	made_spread(&r, "noisy", 100, 0.4, 12);
	made_row(&r, "ticks", ticks, 8);
	made_row(&r, "modes", modes, 10);
	made_spread(&r, "cycle", 0.64, 0.001, 8);
	made_spread(&r, "cycle_not", 0.66, 0.001, 8);
	made_spread(&r, "under", 0.2, 0.01, 8);
	made_spread(&r, "equal", 9, 0, 6);
	run_add(&r, "skipped")->outcome = OUTCOME_SKIPPED;
	run_find(&r, "skipped")->why = xstrdup("needs root");
	run_add(&r, "broken")->outcome = OUTCOME_FAILED;
	run_add(&r, "empty")->outcome = OUTCOME_OK;
	made_value(&r, "single", 12);
	made_spread(&r, "hidden", 0.25, 0.01, 8);
	run_find(&r, "hidden")->flags = RESULT_HIDDEN;
	made_spread(&r, "hertz", 0.25, 0.01, 8);
	run_find(&r, "hertz")->unit = UNIT_HZ;
	run_find(&r, "hertz")->flags = RESULT_HIDDEN;
	made_spread(&r, "no_hertz", 0.15, 0.01, 8);
	run_find(&r, "no_hertz")->unit = UNIT_HZ;
	run_find(&r, "no_hertz")->flags = RESULT_HIDDEN;
	status_is("hertz", STATUS_OK, NULL);
	status_is("no_hertz", STATUS_SUSPECT, "half a clock cycle");
	status_is("self_nop", STATUS_OK, NULL);
	status_is("noisy", STATUS_NOISY, "usual");
	status_is("far", STATUS_NOISY, "a few values lie far from the others");
	status_is("ticks", STATUS_QUANTISED, "5.00 ns");
	status_is("modes", STATUS_NOISY, "two modes: 50 %");
	/* what is left of .64 and .66 ns after the loop's .31 */
	status_is("cycle", STATUS_SUSPECT, "clock cycle");
	status_is("cycle_not", STATUS_OK, NULL);
	status_is("under", STATUS_SUSPECT, "not above zero");
	status_is("hidden", STATUS_SUSPECT, NULL);
	status_is("equal", STATUS_QUANTISED, "equal");
	status_is("skipped", STATUS_UNSUPPORTED, "needs root");
	status_is("broken", STATUS_FAILED, "no reason");
	status_is("empty", STATUS_FAILED, "no value");
	status_is("single", STATUS_FEW, "1 value: no interval");
	run_release(&r);
	run_init(&r);
	made_spread(&r, "self_nop", 0.31, 0.01, 8);
	made_spread(&r, "hidden", 0.25, 0.01, 8);
	run_find(&r, "hidden")->flags = RESULT_HIDDEN;
	status_is("hidden", STATUS_SUSPECT, "empty loop");
	run_release(&r);
}

/* A bandwidth of so many ns a pass over the size of its key. */
static void made_rate(const char *key, double cost)
{
	char arg[32];
	int64_t size;

	made_spread(&r, key, cost, 0.01, 8);
	row_arg(key, "size", arg, sizeof(arg));
	num_parse_bytes(arg, &size);
	run_find(&r, key)->unit = UNIT_RATE;
	run_find(&r, key)->bytes = (uint64_t)size;
}

static void test_related(void)
{
	run_init(&r);
	made_spread(&r, "sys_null", 120, 0.01, 8);
	made_spread(&r, "sys_read", 80, 0.01, 8);
	made_spread(&r, "ipc_pipe/cpu=same", 3000, 0.01, 8);
	made_spread(&r, "ipc_tcp/cpu=same", 2000, 0.01, 8);
	made_spread(&r, "ipc_pipe/cpu=other", 20000, 0.01, 8);
	made_spread(&r, "ipc_tcp/cpu=other", 22000, 0.01, 8);
	made_rate("mem_read/size=16K", 1000);
	made_rate("mem_read/size=1M", 64 * 1500);
	made_rate("mem_read/size=16M", 1024 * 500);
	made_rate("mem_write/size=16K", 1000);
	made_rate("mem_write/size=1M", 64 * 900);
	made_spread(&r, "bw_tcp/size=1K", 1000, 0.01, 8);
	made_spread(&r, "bw_tcp/size=1M", 500, 0.01, 8);
	status_is("sys_null", STATUS_OK, NULL);
	status_is("sys_read", STATUS_SUSPECT, "sys_null");
	status_is("ipc_tcp/cpu=same", STATUS_SUSPECT, "ipc_pipe");
	status_is("ipc_tcp/cpu=other", STATUS_OK, NULL);
	status_is("mem_read/size=1M", STATUS_OK, NULL);
	status_is("mem_read/size=16M", STATUS_SUSPECT, "smaller size");
	status_is("mem_write/size=1M", STATUS_OK, NULL);
	status_is("bw_tcp/size=1M", STATUS_OK, NULL);
	run_release(&r);
}

/* -- Levels -------------------------------------------------------------- */

#define KB INT64_C(1024)

/* Latency of a random chase over `size` bytes: what fits in each cache hits,
 * the rest misses (uniform access over all lines). */
static double latency(const int64_t *cache, const double *ns, size_t n,
    double size)
{
	double sum = 0, covered = 0;

	for (size_t i = 0; i < n && covered < 1; i++) {
		double share = fmin(1, (double)cache[i] / size);

		/* replacement is not ideal: just past the end most miss */
		if (share < 1)
			share = fmax(0, 2 * share - 1);
		if (share > covered) {
			sum += (share - covered) * ns[i];
			covered = share;
		}
	}
	return sum + (1 - covered) * ns[n];
}

static void curve(const int64_t *cache, const double *ns, size_t n,
    double noise, uint64_t seed, double top)
{
	struct rng rng;
	char key[64];

	rng_seed(&rng, seed);
	run_init(&r);
	/* four sizes an octave from 1 KB */
	for (double size = 1024; size <= top; size *= 2)
		for (int q = 0; q < 4; q++) {
			double at = size * (1 + q / 4.0);
			double cost = latency(cache, ns, n, at);

			if (at > top)
				break;
			snprintf(key, sizeof(key), "mem_lat/size=%.0f/pages=4k",
			    at);
			for (int i = 0; i < 8; i++)
				made_value(&r, key,
				    cost * exp(noise * noise_normal(&rng)));
		}
}

static const int64_t three[3] = { 32 * KB, 1024 * KB, 32768 * KB };
static const double three_ns[4] = { 1.3, 4.7, 17, 100 };

static void test_levels(double noise, uint64_t seed)
{
	struct level l[LEVELS];
	size_t n;

	curve(three, three_ns, 3, noise, seed, 128 * 1024.0 * 1024);
	host_set(&r.host, "cpu.cache.l1d", FACT_IDENTITY, "32K");
	host_set(&r.host, "cpu.cache.l2", FACT_IDENTITY, "1M");
	host_set(&r.host, "cpu.cache.l3", FACT_IDENTITY, "16M");
	n = judge_levels(&r, "mem_lat", l);
	if (tap_ok(n == 4, "four levels at noise %g, got %zu", noise, n)) {
		tap_str(l[0].name, "L1", "first");
		tap_str(l[2].name, "L3", "third");
		tap_str(l[3].name, "DRAM", "last");
		tap_near(l[0].ns, 1.3, 0.03, "L1 latency");
		tap_near(l[3].ns, 100, 0.05, "DRAM latency");
		tap_ok(l[0].lo <= l[0].ns && l[0].ns <= l[0].hi, "interval");
		tap_ok(l[0].ends_lo <= 32 * KB && l[0].ends_hi >= 32 * KB &&
			l[0].ends_hi <= 64 * KB,
		    "L1 ends %lld to %lld", (long long)l[0].ends_lo,
		    (long long)l[0].ends_hi);
		tap_ok(!l[0].disagrees && !l[1].disagrees, "as told");
		tap_ok(l[2].disagrees, "L3 does not end at 16 MB");
		tap_ok(l[2].sysfs == 16384 * KB, "what the system says");
		tap_ok(l[1].cpuid == 0, "what the CPU says is not known");
		tap_ok(l[3].ends == 0, "memory has no end");
	}
	host_set(&r.host, "cpu.cache.cpuid.l1", FACT_STATE, "32768");
	host_set(&r.host, "cpu.cache.cpuid.l2", FACT_STATE, "2097152");
	n = judge_levels(&r, "mem_lat", l);
	tap_ok(n == 4 && !l[0].disagrees && l[1].disagrees &&
		l[1].cpuid == 2048 * KB && l[2].cpuid == 0,
	    "the CPU says another size of L2");
	run_release(&r);
}

static void test_missing_level(void)
{
	static const int64_t two[2] = { 32 * KB, 32768 * KB };
	static const double two_ns[3] = { 1.3, 17, 100 };
	struct level l[LEVELS];
	size_t n;

	/* no L2 to be seen, although the system knows one */
	curve(two, two_ns, 2, 0.02, 3, 128 * 1024.0 * 1024);
	host_set(&r.host, "cpu.cache.l1d", FACT_IDENTITY, "32K");
	host_set(&r.host, "cpu.cache.l2", FACT_IDENTITY, "1M");
	host_set(&r.host, "cpu.cache.l3", FACT_IDENTITY, "32M");
	n = judge_levels(&r, "mem_lat", l);
	tap_ok(n == 3, "three levels, got %zu", n);
	tap_str(l[1].name, "L3", "the second is the L3");
	tap_str(l[2].name, "DRAM", "then memory");
	run_release(&r);
	/* nothing known of the caches */
	curve(two, two_ns, 2, 0.02, 4, 128 * 1024.0 * 1024);
	n = judge_levels(&r, "mem_lat", l);
	tap_str(l[1].name, "L2", "names in order");
	tap_str(l[2].name, "DRAM", "the last is memory");
	tap_ok(!l[1].disagrees && l[1].sysfs == 0, "nothing to disagree with");
	run_release(&r);
	/* the curve ends within the L3 */
	curve(three, three_ns, 3, 0.02, 5, 16 * 1024.0 * 1024);
	host_set(&r.host, "cpu.cache.l3", FACT_IDENTITY, "32M");
	n = judge_levels(&r, "mem_lat", l);
	tap_ok(n == 3, "three levels, got %zu", n);
	tap_str(l[2].name, "L3", "the last is not memory");
	run_release(&r);
}

/* A TLB that ends within the L3 makes a step that is no level. */
static void test_too_many_levels(void)
{
	static const int64_t four[4] = { 32 * KB, 1024 * KB, 6144 * KB,
		32768 * KB };
	static const double four_ns[5] = { 1.3, 4.7, 17, 60, 110 };
	struct level l[LEVELS];
	size_t n;

	curve(four, four_ns, 4, 0.02, 7, 256 * 1024.0 * 1024);
	n = judge_levels(&r, "mem_lat", l);
	tap_ok(n == 5, "who knows of no caches sees five, got %zu", n);
	host_set(&r.host, "cpu.cache.l1d", FACT_IDENTITY, "32K");
	host_set(&r.host, "cpu.cache.l2", FACT_IDENTITY, "1M");
	host_set(&r.host, "cpu.cache.l3", FACT_IDENTITY, "32M");
	n = judge_levels(&r, "mem_lat", l);
	if (tap_ok(n == 4, "three caches and memory, got %zu", n)) {
		tap_str(l[2].name, "L3", "third");
		tap_str(l[3].name, "DRAM", "last");
		tap_near(l[1].ns, 4.7, 0.05, "others are as they were");
		tap_ok(l[3].ns > 60 && l[3].ns < 110, "the nearest two merge");
	}
	run_release(&r);
}

static void test_odd_curves(void)
{
	struct level l[LEVELS];
	char key[64];
	size_t n;

	/* one point far too slow, one far too fast: still four levels */
	curve(three, three_ns, 3, 0.02, 6, 128 * 1024.0 * 1024);
	for (int i = 0; i < 8; i++)
		made_value(&r, "mem_lat/size=5000/pages=4k", 9);
	for (int i = 0; i < 8; i++)
		made_value(&r, "mem_lat/size=9M/pages=4k", 2);
	n = judge_levels(&r, "mem_lat", l);
	tap_ok(n == 4, "not monotone: four levels, got %zu", n);
	run_release(&r);
	run_init(&r);
	tap_ok(judge_levels(&r, "mem_lat", l) == 0, "no curve");
	made_value(&r, "mem_lat/size=64K", 1);
	tap_ok(judge_levels(&r, "mem_lat", l) == 0, "one point");
	made_value(&r, "mem_lat/size=nonsense", 1);
	made_value(&r, "mem_lat", 1);
	made_value(&r, "mem_lat/size=-5", 1);
	made_value(&r, "mem_lat/size=2M/pages=2m", 1);
	tap_ok(judge_levels(&r, "mem_lat", l) == 0, "hostile sizes");
	for (int i = 1; i < 3000; i++) {
		snprintf(key, sizeof(key), "mem_lat/size=%d", i * 64);
		made_value(&r, key, 1 + i % 3);
	}
	tap_ok(judge_levels(&r, "mem_lat", l) <= LEVELS, "3000 points");
	run_release(&r);
}

/* Values of a count that are all equal are as good as can be. */
static void test_counted(void)
{
	static const char mhz[] = "10"; /* 100 ns a cycle */

	run_init(&r);
	r.clock_name = xstrdup(RUN_INSTRUCTIONS);
	host_set(&r.host, "cpu.mhz", FACT_IDENTITY, mhz);
	for (int i = 0; i < 12; i++)
		made_value(&r, "sys_null", 40);
	run_find(&r, "sys_null")->unit = UNIT_INSN;
	status_is("sys_null", STATUS_OK, "");
	tap_near(of("sys_null")->cost, 40, 1e-9, "less than a cycle of time");
	run_release(&r);
	run_init(&r);
	for (int i = 0; i < 12; i++)
		made_value(&r, "sys_null", 40);
	status_is("sys_null", STATUS_QUANTISED, "are equal");
	run_release(&r);
}

int main(void)
{
	test_numbers();
	test_cycles();
	test_status();
	test_related();
	test_levels(0.01, 1);
	test_levels(0.05, 2);
	test_missing_level();
	test_too_many_levels();
	test_odd_curves();
	test_counted();
	return tap_done();
}
