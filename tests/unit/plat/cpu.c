/* cpu.c - the clock, pinning and picking on the machine as it is. */
#include "plat/plat.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void test_clock(void)
{
	struct plat_clock c;
	struct timespec t;

	plat_clock_init(&c);
	tap_ok(clock_gettime((clockid_t)c.id, &t) == 0, "clock %s", c.name);
	tap_ok(c.cost_ns > 1 && c.cost_ns < 1e5, "costs %.1f ns", c.cost_ns);
	tap_ok(c.step_ns >= 1 && c.step_ns < 1e8, "steps by %.0f ns",
	    c.step_ns);
}

static bool is_on(int cpu)
{
	/* Long enough to be moved if pinning were only a wish. */
	for (int i = 0; i < 1000; i++) {
		struct timespec t = { 0, 1000 };

		if (plat_cpu_now() != cpu)
			return false;
		if (i % 50 == 0)
			nanosleep(&t, NULL);
	}
	return true;
}

static void test_pin(const int *cpus, size_t n)
{
	struct err e = { 0 };
	bool seen[PLAT_CPUS] = { false };
	size_t places = 0;

	for (size_t i = 0; i < n && i < 8; i++)
		tap_ok(plat_pin(cpus[i], &e) == 0 && is_on(cpus[i]),
		    "pinned to CPU %d %s", cpus[i], e.text);
	tap_ok(plat_pin(PLAT_CPUS - 1, &e) < 0 && e.text[0] != '\0',
	    "no such CPU: %s", e.text);
	tap_ok(plat_pin(-1, &e) == 0, "unpinned");
	for (size_t i = 0; i < n; i++)
		seen[cpus[i]] = plat_pin(cpus[i], NULL) == 0;
	for (size_t i = 0; i < n; i++)
		places += seen[cpus[i]];
	plat_pin(-1, NULL);
	tap_ok(places == n, "all CPUs can be had again");
}

static void test_pick(const int *cpus, size_t n)
{
	int pairs = 0;

	for (int place = 0; place < PLAT_PLACES; place++) {
		int cpu[2] = { -7, -7 };
		struct err e = { 0 };
		int ret = plat_pick((enum plat_place)place, -1, cpu, &e);

		if (ret < 0) {
			tap_ok(ret == -ENOTSUP && e.text[0] != '\0' &&
				cpu[0] == -1,
			    "%s: %s", plat_place_words[place], e.text);
			continue;
		}
		if (place == PLAT_FREE) {
			tap_ok(cpu[0] == -1 && cpu[1] == -1, "free");
			continue;
		}
		pairs += cpu[0] != cpu[1];
		tap_ok((cpu[0] == cpu[1]) == (place == PLAT_SAME) &&
			plat_relation(cpu[0], cpu[1]) == (enum plat_place)place,
		    "%s: %d, %d", plat_place_words[place], cpu[0], cpu[1]);
	}
	if (n < 2)
		tap_skip("pairs", "this process may use one CPU only");
	else
		tap_ok(pairs > 0 ||
			plat_relation(cpus[0], cpus[1]) == PLAT_FREE,
		    "two CPUs make a pair of some kind");
}

static void test_limits(void)
{
	struct plat_cache c[8];
	size_t n = plat_caches(c, 8);

	for (size_t i = 0; i < n; i++)
		tap_ok(c[i].level > 0 && c[i].size >= 1024 &&
			(i == 0 || c[i].level > c[i - 1].level),
		    "cache %d of %lld bytes", c[i].level, (long long)c[i].size);
	tap_ok(plat_memory() > (1 << 20) && plat_memory_free() > 0 &&
		plat_memory_free() <= plat_memory(),
	    "memory: %lld of %lld free", (long long)plat_memory_free(),
	    (long long)plat_memory());
}

/* Every system knows the names of its kernel. */
static void count(void *to, const char *key, enum plat_fact_kind kind,
    const char *value)
{
	(void)kind;
	*(int *)to += *key && value && *value;
}

int main(void)
{
	int cpus[PLAT_CPUS];
	size_t n = plat_cpus(cpus, PLAT_CPUS);

	test_clock();
	if (strcmp(plat_name, "null") == 0) {
		struct err e = { 0 };
		int cpu[2], facts = 0;

		tap_ok(n == 0 && plat_pin(0, &e) == -ENOTSUP, "%s", e.text);
		tap_ok(plat_pick(PLAT_SAME, -1, cpu, &e) == -ENOTSUP, "%s",
		    e.text);
		tap_ok(plat_pick(PLAT_FREE, -1, cpu, &e) == 0, "free");
		plat_facts(count, &facts, "/tmp");
		tap_ok(facts >= 5, "facts that POSIX gives: %d", facts);
		tap_skip("pinning", "the null platform pins nothing");
		return tap_done();
	}
	tap_ok(n > 0, "%zu CPUs", n);
	test_pin(cpus, n);
	test_pick(cpus, n);
	test_limits();
	return tap_done();
}
