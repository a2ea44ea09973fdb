/* usage.c - what stood in the way of a command, and what was counted. */
#include "judge/usage.h"
#include "judge/counted.h"

#include "made.h"
#include "tap.h"

#define S 1e9

static struct run r;
static struct finding found[USAGE_FINDINGS];
static size_t n;

/* A command of so long, run so often, with a note. */
static double real_s = 10;
static int runs = 3;
static void make(const char *key, const char *value)
{
	struct result *res;
	char user[32];

	run_init(&r);
	res = run_add(&r, "exec");
	snprintf(user, sizeof(user), "%.0f", 0.95 * real_s * S);
	for (int i = 0; i < runs; i++) {
		struct invocation *inv = result_add(res);

		inv->ops = 1;
		inv->n_run = 1;
		inv->run = xmalloc(sizeof(*inv->run));
		inv->run[0] = (uint64_t)(real_s * S);
		invocation_note(inv, "user_ns", user);
		invocation_note(inv, "sys_ns", "1000000");
		invocation_note(inv, "status", "0");
		if (key)
			invocation_note(inv, key, value);
		/* of one key the first counts */
		invocation_note(inv, "in_blocks", "0");
		invocation_note(inv, "out_blocks", "0");
	}
}

/* Whether such a sentence follows. */
static bool says(const char *key, const char *value, const char *part)
{
	struct usage_costs costs = { NAN, NAN };
	struct usage u;
	bool said = false;

	make(key, value);
	usage_of(run_find(&r, "exec"), &u);
	n = usage_findings(&r, &u, &costs, found);
	for (size_t i = 0; i < n; i++)
		said |= strstr(found[i].text, part) != NULL;
	run_release(&r);
	return said;
}

static void test_findings(void)
{
	tap_ok(says("throttled_ns", "4000000000",
		   "a quota of its cgroup held it back for 4.00 s (40 % of"),
	    "a quota");
	tap_ok(!says("throttled_ns", "0", "quota"), "no quota");
	tap_ok(says("psi_io_ns", "2500000000",
		   "waited for a disk during 25 % of the time"),
	    "pressure on a disk");
	tap_ok(says("psi_memory_ns", "99000000000",
		   "waited for memory during 100 % of"),
	    "of all the time at most");
	tap_ok(!says("psi_cpu_ns", "500000000", "waited for"),
	    "a little of it");
	tap_ok(says("in_blocks", "20000",
		   "it reads 10.2 MB from disks and has 0 MB written"),
	    "blocks of 512 bytes");
	tap_ok(!says("out_blocks", "16", "disks"), "a few of them");
	tap_ok(!says(NULL, NULL, "quota") && !says(NULL, NULL, "disks"),
	    "what is not known is not said");
	runs = 1;
	real_s = 0.5;
	tap_ok(!says("psi_io_ns", "2000000000", "waited for"),
	    "short runs see all of it or nothing");
	runs = 3;
	real_s = 10;
}

/* Half of its time without a CPU; how often that was taken and given up. */
static bool waits(uint64_t nivcsw, uint64_t nvcsw, const char *part)
{
	struct usage_costs costs = { NAN, NAN };
	struct usage u;

	make(NULL, NULL);
	usage_of(run_find(&r, "exec"), &u);
	u.user = u.real / 2;
	u.nivcsw = (double)nivcsw;
	u.nvcsw = (double)nvcsw;
	n = usage_findings(&r, &u, &costs, found);
	run_release(&r);
	return n > 0 && strstr(found[0].text, part);
}

static void test_waits(void)
{
	tap_ok(waits(16, 4, "; it was taken from it 16 times, and given up 4"),
	    "others have the CPU: %s", found[0].text);
	tap_ok(waits(4, 16, "it has no CPU") && !waits(4, 16, "taken"),
	    "it waits for something");
	tap_ok(!waits(2, 0, "taken"), "twice is chance");
}

static void test_counted(void)
{
	struct counted c[COUNTED_MOST];
	struct result *res;

	make("counter.cycles:u", "3000");
	res = run_find(&r, "exec");
	invocation_note(&res->inv[0], "uncounted.signals", "no reason");
	invocation_note(&res->inv[2], "counter.cycles:u", "5000");
	n = counted_of(res, c);
	tap_ok(n == 2, "two counters: %zu", n);
	tap_str(c[0].name, "cycles:u", "its name");
	tap_near(c[0].value, 3000, 0, "the median");
	tap_ok(!c[0].why, "it is counted");
	tap_str(c[1].name, "signals", "the other");
	tap_str(c[1].why, "no reason", "is not");
	tap_ok(counted_of(NULL, c) == 0, "of nothing nothing");
	run_release(&r);
}

int main(void)
{
	test_findings();
	test_waits();
	test_counted();
	return tap_done();
}
