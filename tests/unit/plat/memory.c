/* memory.c - memory and cgroup limits as fake trees tell them. */
#include "root.h"

#define MIB INT64_C(1048576)

static void meminfo(void)
{
	root_begin();
	root_text("/proc/meminfo",
	    "MemTotal:        8388608 kB\n"
	    "MemFree:         1048576 kB\n"
	    "MemAvailable:    4194304 kB\n");
}

static void mount_v2(const char *root, const char *point)
{
	root_text("/proc/self/mountinfo",
	    "22 1 0:21 / /proc rw - proc proc rw\n"
	    "33 22 0:28 %s %s rw,nosuid shared:4 - cgroup2 cgroup2 rw\n",
	    root, point);
}

static void test_v2(void)
{
	meminfo();
	tap_ok(plat_memory() == 8192 * MIB && plat_memory_free() == 4096 * MIB,
	    "without cgroups");
	root_text("/proc/self/cgroup", "0::/a/b\n");
	mount_v2("/", "/sys/fs/cgroup");
	root_text("/sys/fs/cgroup/a/b/memory.max", "max\n");
	tap_ok(plat_memory() == 8192 * MIB, "max is no limit");
	root_text("/sys/fs/cgroup/a/memory.max", "%lld\n",
	    (long long)(2048 * MIB));
	root_text("/sys/fs/cgroup/a/memory.current", "%lld\n",
	    (long long)(1536 * MIB));
	tap_ok(plat_memory() == 2048 * MIB, "the limit of the parent");
	tap_ok(plat_memory_free() == 512 * MIB, "and what is left of it");
	root_text("/sys/fs/cgroup/a/memory.stat",
	    "anon 5\ninactive_file %lld\n", (long long)(256 * MIB));
	tap_ok(plat_memory_free() == 768 * MIB, "cache can be had back");
	root_text("/sys/fs/cgroup/a/b/memory.max", "%lld\n",
	    (long long)(1024 * MIB));
	tap_ok(plat_memory() == 1024 * MIB, "the narrowest limit");
	/* In a container the tree starts at our own cgroup. */
	mount_v2("/a/b", "/sys/fs/cgroup");
	root_text("/sys/fs/cgroup/memory.max", "%lld\n",
	    (long long)(128 * MIB));
	tap_ok(plat_memory() == 128 * MIB, "a part of the tree");
	mount_v2("/../../x", "/sys/fs/cgroup");
	root_text("/proc/self/cgroup", "0::/../../x/a\n");
	tap_ok(plat_memory() == 1024 * MIB || plat_memory() == 128 * MIB ||
		plat_memory() == 2048 * MIB,
	    "outside of the namespace");
}

static void test_v1(void)
{
	meminfo();
	root_text("/proc/self/cgroup",
	    "9:name=systemd:/\n4:cpu,memory:/docker/1\n1:cpuset:/\n0::/\n");
	root_text("/proc/self/mountinfo",
	    "30 22 0:26 / /cg/memoryhog rw - cgroup cgroup rw,memoryhog\n"
	    "31 22 0:27 / /cg/memory rw - cgroup cgroup rw,cpu,memory\n");
	root_text("/cg/memory/memory.limit_in_bytes", "9223372036854771712\n");
	tap_ok(plat_memory() == 8192 * MIB, "no limit in version 1");
	root_text("/cg/memory/docker/1/memory.limit_in_bytes", "%lld\n",
	    (long long)(64 * MIB));
	root_text("/cg/memory/docker/1/memory.usage_in_bytes", "%lld\n",
	    (long long)(80 * MIB));
	tap_ok(plat_memory() == 64 * MIB, "a limit in version 1");
	tap_ok(plat_memory_free() == 0, "nothing is left");
	root_text("/cg/memory/docker/1/memory.stat",
	    "inactive_file 1\ntotal_inactive_file %lld\n",
	    (long long)(40 * MIB));
	tap_ok(plat_memory_free() == 24 * MIB, "but cache");
}

static void test_hostile(void)
{
	static const char *const bad[] = { "", "MemTotal:", "MemTotal: x kB\n",
		"MemTotal: -5 kB\n", "MemTotal: 99999999999999999999 kB\n",
		"MemTotal: 9223372036854775807 kB\n", "\377\376\n",
		"XMemTotal: 5 kB\n" };
	static const char *const groups[] = { "", ":", "::", "0::", "0:\n::/\n",
		"a:b:c\n", "0::/a\n\n\n", ":::::::\n:", "memory", "1:memory" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		root_begin();
		root_text("/proc/meminfo", "%s", bad[i]);
		tap_ok(plat_memory() == -1 && plat_memory_free() == -1,
		    "no memory known: %zu", i);
	}
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		meminfo();
		root_text("/proc/self/cgroup", "%s", groups[i]);
		root_text("/proc/self/mountinfo",
		    "%s - cgroup2 x y\n"
		    "1 2 3 / /cg - cgroup2 x y\n",
		    groups[i]);
		root_text("/cg/memory.max", "12x4\n");
		tap_ok(plat_memory() == 8192 * MIB, "no limit: %zu", i);
	}
	root_begin();
	root_bytes("/proc/meminfo", "Mem\0Total: 5 kB\n", 16);
	tap_ok(plat_memory() == -1, "bytes that are not text");
}

static void test_huge(void)
{
	static const char enabled[] = "/sys/kernel/mm/transparent_hugepage/"
				      "enabled";
	static const char size[] = "/sys/kernel/mm/transparent_hugepage/"
				   "hpage_pmd_size";

	root_begin();
	root_text(enabled, "always [madvise] never\n");
	tap_ok(plat_huge_page() == 0, "no size");
	root_text(size, "2097152\n");
	tap_ok(plat_huge_page() == 2 * MIB, "2 MiB");
	root_text(enabled, "always madvise [never]\n");
	tap_ok(plat_huge_page() == 0, "switched off");
	root_text(enabled, "[always] madvise never\n");
	root_text(size, "-1\n");
	tap_ok(plat_huge_page() == 0, "a size that is none");
}

int main(void)
{
	test_v2();
	test_v1();
	test_hostile();
	test_huge();
	root_end();
	return tap_done();
}
