/* story.c - figures of public reports, and what the arithmetic says of them.
 *
 * time -al of one command on FreeBSD 4.10 and 5.3 (2005), builds of a kernel
 * (Linux 2.1, 1997), ten runs of hackbench 90 before and after a change, and
 * ten of a ping-pong through a pipe (2007). */
#include "judge/effects.h"
#include "judge/usage.h"

#include "made.h"
#include "tap.h"

#define S 1e9

/* -- One command on two machines ----------------------------------------- */

struct timed {
	double real, user, sys, rss_kb;
	uint64_t minflt, nivcsw;
	const char *clock;
};

static const struct timed old = { 130.78, 129.86, 0.11, 22344, 5360, 2386,
	NULL };
static const struct timed new = { 105.36, 71.10, 33.41, 23376, 5402, 10548,
	"ACPI-fast" };

static void note(struct invocation *inv, const char *key, double x)
{
	char text[32];

	snprintf(text, sizeof(text), "%.0f", x);
	invocation_note(inv, key, text);
}

static void make(struct run *r, const struct timed *t)
{
	struct invocation *inv;

	run_init(r);
	host_set(&r->host, "tick.hz", FACT_IDENTITY, "100");
	if (t->clock)
		host_set(&r->host, "clock.source", FACT_SETTING, t->clock);
	inv = result_add(run_add(r, "exec"));
	inv->ops = 1;
	inv->n_run = 1;
	inv->run = xmalloc(sizeof(*inv->run));
	inv->run[0] = (uint64_t)llround(t->real * S);
	inv->counters = (struct counters){ 0, t->nivcsw, t->minflt, 0, 0,
		COUNTER_UNKNOWN, COUNTER_UNKNOWN };
	note(inv, "user_ns", t->user * S);
	note(inv, "sys_ns", t->sys * S);
	note(inv, "max_rss", t->rss_kb * 1024);
	note(inv, "status", 0);
}

static char said[USAGE_FINDINGS * 220];

static const char *findings(const struct timed *t, double fault_ns)
{
	struct usage_costs costs = { fault_ns, NAN };
	struct finding f[USAGE_FINDINGS];
	struct usage u;
	struct run r;
	size_t n;

	make(&r, t);
	tap_ok(usage_of(run_find(&r, "exec"), &u), "its usage");
	n = usage_findings(&r, &u, &costs, f);
	said[0] = '\0';
	for (size_t i = 0; i < n; i++) {
		strncat(said, f[i].text, sizeof(said) - strlen(said) - 2);
		strncat(said, "\n", sizeof(said) - strlen(said) - 1);
	}
	run_release(&r);
	return said;
}

static bool says(const char *part)
{
	return strstr(said, part) != NULL;
}

static void test_machines(void)
{
	struct finding f;
	struct usage a, b;
	struct run ra, rb;

	findings(&new, NAN);
	tap_ok(says("it computes: it has a CPU 99 % of the time"),
	    "99 %% computing: %s", said);
	tap_ok(says("32 % of its CPU time is in the kernel (33.4 s)"),
	    "33.41 s of 104.51 s");
	tap_ok(says(
		   "it loses the CPU 100 times a second, once a tick (100 Hz)"),
	    "10548 in 105.36 s are one for each tick of 10 ms");
	tap_ok(says("the clock source is ACPI-fast"), "its clock is dear");
	findings(&old, NAN);
	tap_ok(says("it has a CPU 99 % of the time") && !says("kernel") &&
		!says("loses"),
	    "18 a second of a hundred ticks are no finding: %s", said);
	findings(&new, 1000);
	tap_ok(!says("faults"), "5402 faults of 1 us explain nothing");
	findings(&new, 0.83 * 33.41 * S / 5402);
	tap_ok(says("5402 page faults at 5.13 ms each (this host's vm_fault) "
		    "are 83 % of its time in the kernel"),
	    "what they would have to cost: %s", said);
	make(&ra, &old);
	make(&rb, &new);
	usage_of(run_find(&ra, "exec"), &a);
	usage_of(run_find(&rb, "exec"), &b);
	tap_ok(usage_difference(&a, &b, &f), "they differ");
	tap_str(f.text,
	    "25.4 s faster, most of it computing: user -58.8 s, system +33.3 "
	    "s, waiting +40.0 ms",
	    "where");
	tap_ok(usage_clock(&ra, &rb, &f) == false,
	    "one whose clock is not known has not changed it");
	host_set(&ra.host, "clock.source", FACT_SETTING, "TSC");
	tap_ok(usage_clock(&ra, &rb, &f), "another clock");
	tap_str(f.text, "the clock source was TSC and is ACPI-fast", "said");
	run_release(&ra);
	run_release(&rb);
}

/* -- Ten runs each ------------------------------------------------------- */

static void test_hackbench(void)
{
	static const double before[] = { 5.555, 5.641, 5.572, 5.583, 5.532,
		5.540, 5.617, 5.542, 5.587, 5.553 };
	static const double after[] = { 5.149, 5.149, 5.171, 5.155, 5.111,
		5.138, 5.176, 5.119, 5.159, 5.177 };
	struct judge_opts o = judge_defaults;
	struct verdict_set v;
	struct run a, b;

	run_init(&a);
	run_init(&b);
	made_host(&a, "cpu", "boot");
	made_host(&b, "cpu", "boot");
	for (size_t i = 0; i < 10; i++) {
		made_value(&a, "hackbench", before[i] * 1000);
		made_value(&b, "hackbench", after[i] * 1000);
	}
	o.floors = &made_no_floors;
	judge_compare(&a, &b, &o, &v);
	tap_ok(v.rows[0].verdict == VERDICT_FASTER, "5.150 s is faster");
	/* the median of the hundred differences of logs, counted apart; the
	 * ratio of the means is 5.1504 / 5.5722 = 1 - 7.57 % */
	tap_near(v.rows[0].change, -0.0747864, 1e-5,
	    "by 7.5 %% (Hodges and Lehmann)");
	tap_ok(v.rows[0].lo > -0.083 && v.rows[0].hi < -0.068 &&
		v.rows[0].lo < -0.0757 && v.rows[0].hi > -0.0757,
	    "its interval, with that of the means in it: %.4f .. %.4f",
	    v.rows[0].lo, v.rows[0].hi);
	tap_ok(v.rows[0].lo > -0.081,
	    "the 8.1 %% that was reported is outside of it");
	verdict_set_release(&v);
	run_release(&a);
	run_release(&b);
}

static void test_pipe(void)
{
	static const double us[] = { 8.85, 8.80, 8.84, 8.82, 8.82, 8.80, 8.82,
		8.82, 8.85, 8.83 };
	struct estimate e;
	struct run r;

	run_init(&r);
	for (size_t i = 0; i < 10; i++)
		made_value(&r, "pipe", us[i] * 1000);
	judge_estimate(&r, run_find(&r, "pipe"), &e);
	tap_near(e.cost, 8820, 0.5, "8.82 us");
	tap_ok(e.lo >= 8800 && e.hi <= 8850 && e.half_width < 0.003,
	    "within 0.3 %%: %.0f .. %.0f", e.lo, e.hi);
	run_release(&r);
}

/* -- Builds of a kernel --------------------------------------------------- */

/* Six builds each of a made-up spread of 0.3 %, as the four kernels before the
 * step spread around 37:08. */
static void test_builds(void)
{
	/* kernel 2.1.29, 2.1.31 x patch none, sched; seconds */
	static const double s[] = { 2226, 2226, 4116, 2249 };
	const size_t levels[] = { 2, 2 };
	const struct result *res[4];
	const struct run *run[4];
	struct effect *e;
	struct run r[4];
	size_t n, rounds;

	for (size_t k = 0; k < 4; k++) {
		run_init(&r[k]);
		made_spread(&r[k], "exec", s[k] * 1000, 0.003, 6);
	}
	for (size_t k = 0; k < 4; k++) {
		run[k] = &r[k];
		res[k] = run_find(&r[k], "exec");
	}
	n = effects_of(&(struct effects_table){ 2, levels, 4, run, res }, &e,
	    &rounds);
	tap_ok(n == 3 && rounds == 6, "two factors and what they do together");
	/* on a scale of ratios: the mean of 4116 / 2226 and 2249 / 2226 */
	tap_near(e[0].change, sqrt(4116.0 / 2226 * 2249 / 2226) - 1, 1e-3,
	    "the kernel, over both states of the patch");
	tap_near(e[1].change, sqrt(2249.0 / 4116) - 1, 1e-3,
	    "the patch, over both kernels");
	tap_near(e[2].change, 2249.0 / 4116 - 1, 1e-3,
	    "but it does nothing to 2.1.29: it depends");
	free(e);
	for (size_t k = 0; k < 4; k++)
		run_release(&r[k]);
}

int main(void)
{
	test_machines();
	test_hackbench();
	test_pipe();
	test_builds();
	return tap_done();
}
