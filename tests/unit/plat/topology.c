/* topology.c - CPUs, their relations and caches as fake trees tell them. */
#include "root.h"

#include "plat/plat.h"

#define ONLINE "/sys/devices/system/cpu/online"

static void cache(int cpu, int index, int level, const char *type,
    const char *size, const char *shared)
{
	char file[64], number[16];

	snprintf(number, sizeof(number), "%d", level);
	snprintf(file, sizeof(file), "cache/index%d/level", index);
	root_cpu(cpu, file, number);
	snprintf(file, sizeof(file), "cache/index%d/type", index);
	root_cpu(cpu, file, type);
	snprintf(file, sizeof(file), "cache/index%d/size", index);
	root_cpu(cpu, file, size);
	snprintf(file, sizeof(file), "cache/index%d/coherency_line_size",
	    index);
	root_cpu(cpu, file, "64");
	snprintf(file, sizeof(file), "cache/index%d/shared_cpu_list", index);
	root_cpu(cpu, file, shared);
}

/* Two sockets of four cores of two threads: the threads of core 0 are CPU 0
 * and 8, socket 0 has CPUs 0-3 and 8-11. */
static void big_machine(bool caches)
{
	root_begin();
	for (int i = 0; i < 16; i++) {
		char core[32];
		const char *socket = i % 8 < 4 ? "0-3,8-11" : "4-7,12-15";

		snprintf(core, sizeof(core), "%d,%d", i % 8, i % 8 + 8);
		root_cpu(i, "topology/core_cpus_list", core);
		root_cpu(i, "topology/physical_package_id",
		    i % 8 < 4 ? "0" : "1");
		if (!caches)
			continue;
		cache(i, 0, 1, "Data", "48K", core);
		cache(i, 1, 1, "Instruction", "32K", core);
		cache(i, 2, 2, "Unified", "2048K", core);
		cache(i, 3, 3, "Unified", "32768K", socket);
	}
	root_text(ONLINE, "0-15\n");
	plat_linux_root(root_path, "0-15");
}

static void is_pair(enum plat_place place, int first, int a, int b)
{
	struct err e = { 0 };
	int cpu[2], ret = plat_pick(place, first, cpu, &e);

	if (!tap_ok(ret == 0 && cpu[0] == a && cpu[1] == b, "%s from %d: %d %d",
		plat_place_words[place], first, a, b))
		printf("# got %d %d %s\n", cpu[0], cpu[1], e.text);
}

static void no_pair(enum plat_place place, int first, const char *why)
{
	struct err e = { 0 };
	int cpu[2], ret = plat_pick(place, first, cpu, &e);

	tap_ok(ret == -ENOTSUP && cpu[0] == -1 && cpu[1] == -1, "no pair: %s",
	    plat_place_words[place]);
	tap_str(e.text, why, "and why");
}

static void test_big(void)
{
	struct plat_cache c[8];

	big_machine(true);
	tap_ok(plat_relation(3, 3) == PLAT_SAME, "same");
	tap_ok(plat_relation(0, 8) == PLAT_SMT, "two threads");
	tap_ok(plat_relation(0, 9) == PLAT_CACHE, "two cores");
	tap_ok(plat_relation(3, 12) == PLAT_OTHER, "two sockets");
	tap_ok(plat_relation(0, 99) == PLAT_FREE, "no such CPU");
	tap_ok(plat_relation(-1, 0) == PLAT_FREE &&
		plat_relation(0, 5000) == PLAT_FREE,
	    "no CPU at all");
	is_pair(PLAT_SAME, -1, 1, 1);
	is_pair(PLAT_SMT, -1, 1, 9);
	is_pair(PLAT_CACHE, -1, 1, 2);
	is_pair(PLAT_OTHER, -1, 1, 4);
	is_pair(PLAT_OTHER, 12, 12, 1);
	is_pair(PLAT_SMT, 0, 0, 8);
	is_pair(PLAT_FREE, 3, -1, -1);
	no_pair(PLAT_SAME, 16,
	    "CPU '16' is not among the 16 that this process may use");
	tap_ok(plat_caches(c, 8) == 3, "three data caches");
	tap_ok(c[0].level == 1 && c[0].size == 48 * 1024 && c[0].line == 64,
	    "L1");
	tap_ok(c[1].level == 2 && c[1].size == 2048 * 1024, "L2");
	tap_ok(c[2].level == 3 && c[2].size == 32 * 1024 * 1024, "L3");
	tap_ok(plat_caches(c, 1) == 1 && c[0].level == 1, "room for one");
}

static void test_masks(void)
{
	int cpus[PLAT_CPUS];

	big_machine(true);
	root_text(ONLINE, "0-4,6-15\n");
	plat_linux_root(root_path, "3,5,7");
	tap_ok(plat_cpus(cpus, PLAT_CPUS) == 2 && cpus[0] == 3 && cpus[1] == 7,
	    "what is allowed and online");
	is_pair(PLAT_OTHER, -1, 3, 7);
	no_pair(PLAT_SMT, -1,
	    "needs two threads of one core, there are none among the CPUs "
	    "this process may use");
	plat_linux_root(root_path, "0,9");
	is_pair(PLAT_CACHE, -1, 9, 0);
	no_pair(PLAT_SMT, 9,
	    "needs two threads of one core, the CPU asked for has no such "
	    "partner");
	plat_linux_root(root_path, "0");
	is_pair(PLAT_SAME, -1, 0, 0);
	no_pair(PLAT_CACHE, -1, "needs two CPUs, this process may use 1");
	root_text(ONLINE, "0-2000\n");
	plat_linux_root(root_path, "1022-1030");
	tap_ok(plat_cpus(cpus, PLAT_CPUS) == 2 && cpus[1] == 1023,
	    "CPUs from 1024 on are ignored");
}

static void test_little_known(void)
{
	struct plat_cache c[8];

	big_machine(false);
	tap_ok(plat_relation(0, 8) == PLAT_SMT, "threads without caches");
	tap_ok(plat_relation(0, 4) == PLAT_OTHER, "sockets without caches");
	tap_ok(plat_relation(0, 1) == PLAT_FREE,
	    "whether cores share a cache is not known");
	tap_ok(plat_caches(c, 8) == 0, "no caches are known");
	no_pair(PLAT_CACHE, -1,
	    "needs two cores under one cache, how the CPUs are related is "
	    "unknown here");
	root_begin();
	plat_linux_root(root_path, "0-3");
	is_pair(PLAT_SAME, -1, 1, 1);
	no_pair(PLAT_SMT, -1,
	    "needs two threads of one core, how the CPUs are related is "
	    "unknown here");
	tap_ok(plat_caches(c, 8) == 0, "no caches without /sys");
	tap_ok(plat_huge_page() == 0, "no huge pages without /sys");
}

static void test_old_names(void)
{
	root_begin();
	for (int i = 0; i < 2; i++)
		root_cpu(i, "topology/thread_siblings_list", "0-1");
	plat_linux_root(root_path, "0-1");
	tap_ok(plat_relation(0, 1) == PLAT_SMT, "before Linux 5.3");
}

static void test_hostile(void)
{
	static const char *const bad[] = { "", "x", "0-", "-3", "3-1", "0,,1",
		"0-1,", "1;2", "99999999999999999999", "0 1", "0\n1" };
	struct plat_cache c[8];
	struct cpu_set s;

	for (size_t i = 1; i < sizeof(bad) / sizeof(*bad); i++)
		tap_ok(cpu_set_parse(&s, bad[i]) == -EINVAL,
		    "not a list of CPUs: %zu", i);
	tap_ok(cpu_set_parse(&s, "") == 0 && !cpu_set_has(&s, 0), "empty list");
	tap_ok(cpu_set_parse(&s, "0-1,999999") == 0 && cpu_set_has(&s, 1) &&
		!cpu_set_has(&s, 2),
	    "too large a number is ignored");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		root_begin();
		root_cpu(0, "topology/core_cpus_list", bad[i]);
		root_cpu(1, "topology/core_cpus_list", "0-1");
		cache(1, 0, 1, "Data", bad[i], "0-1");
		cache(1, 1, 0, "Data", "32K", "0-1");
		cache(1, 2, 3, "Data", "-5K", "0-1");
		plat_linux_root(root_path, "0-1");
		tap_ok(plat_relation(0, 1) == PLAT_FREE, "unknown %zu", i);
		/* The only one that is a size. */
		if (strcmp(bad[i], "99999999999999999999") != 0)
			tap_ok(plat_caches(c, 8) == 0, "no cache of such size");
	}
	/* Another CPU's core is not ours. */
	root_begin();
	root_cpu(0, "topology/core_cpus_list", "1-2");
	root_cpu(1, "topology/core_cpus_list", "1-2");
	plat_linux_root(root_path, "0-1");
	tap_ok(plat_relation(0, 1) == PLAT_FREE, "a core without its own CPU");
	mkdir(root_file("/sys/devices/system/cpu/cpu5/x"), 0700);
	root_end();
}

int main(void)
{
	test_big();
	test_masks();
	test_little_known();
	test_old_names();
	test_hostile();
	return tap_done();
}
