/* hostile.c - trees that lie: what makes no sense is unknown. */
#include "got.h"
#include "root.h"

#include "base/text.h"

/* Every file that the facts are read from has these bytes. */
static const char *const files[] = { "/proc/cmdline", "/proc/config.gz",
	"/proc/cpuinfo", "/proc/loadavg", "/proc/meminfo", "/proc/uptime",
	"/proc/stat", "/proc/pressure/cpu", "/proc/pressure/io",
	"/proc/self/cgroup", "/proc/self/mountinfo", "/proc/self/status",
	"/proc/self/sched", "/proc/1/cgroup", "/proc/1/stat", "/proc/7/stat",
	"/proc/sys/kernel/tainted", "/proc/sys/vm/swappiness",
	"/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/osrelease",
	"/sys/kernel/notes", "/sys/kernel/security/lockdown",
	"/sys/kernel/security/lsm", "/sys/kernel/debug/sched/preempt",
	"/sys/kernel/mm/transparent_hugepage/enabled",
	"/sys/kernel/mm/transparent_hugepage/hpage_pmd_size",
	"/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages",
	"/sys/devices/system/cpu/vulnerabilities/meltdown",
	"/sys/devices/system/cpu/online", "/sys/devices/system/cpu/present",
	"/sys/devices/system/cpu/smt/control",
	"/sys/devices/system/cpu/cpu0/topology/core_cpus_list",
	"/sys/devices/system/cpu/cpu0/topology/physical_package_id",
	"/sys/devices/system/cpu/cpu0/cache/index0/level",
	"/sys/devices/system/cpu/cpu0/cache/index0/type",
	"/sys/devices/system/cpu/cpu0/cache/index0/size",
	"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
	"/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count",
	"/sys/devices/system/clocksource/clocksource0/current_clocksource",
	"/sys/class/dmi/id/sys_vendor", "/run/systemd/container",
	"/etc/machine-id", "/etc/os-release", "/cg/memory.max", "/cg/cpu.max" };

/* Facts that are read from nothing but these files. */
static const char *const from_files[] = { "kernel.build_id",
	"kernel.config.hash", "cpu.model", "cpu.packages", "cpu.cores",
	"cpu.cache.l1", "memory.total", "load.1", "uptime_s", "psi.cpu.some",
	"psi.io.full", "cpu.steal_share", "thp.enabled", "hugepages.2048k",
	"kernel.lockdown", "cgroup.memory.limit", "cgroup.cpu.quota",
	"scratch.fs", "host.id", "os.release", "process.seccomp" };

static void plant(const void *bytes, size_t n)
{
	root_begin();
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		root_bytes(files[i], bytes, n);
	plat_linux_root(root_path, "0");
}

static void all_unknown(const char *what)
{
	struct got *g = got_facts("/tmp");
	struct plat_load l;
	struct plat_hogs *h;
	struct plat_hog hog;
	int known = 0, bad = 0;

	for (size_t i = 0; i < sizeof(from_files) / sizeof(*from_files); i++)
		if (strcmp(got_value(g, from_files[i]), "unknown") != 0) {
			known++;
			printf("# %s = '%.60s'\n", from_files[i],
			    got_value(g, from_files[i]));
		}
	for (size_t i = 0; i < g->n; i++) {
		const char *v = g->fact[i].value;

		bad += v && (!text_is_utf8(v, strlen(v)) || strpbrk(v, "\n\r"));
	}
	tap_ok(known == 0, "%s: nothing is known", what);
	tap_ok(bad == 0, "%s: values are lines of text", what);
	got_free(g);
	tap_ok(plat_memory() == -1 && plat_huge_page() == 0,
	    "%s: no memory, no huge pages", what);
	plat_load(&l);
	tap_ok(!l.known && !l.throttled_known, "%s: no load", what);
	h = plat_hogs_new();
	tap_ok(!plat_hogs_busiest(h, &hog), "%s: no hogs", what);
	plat_hogs_free(h);
}

static void test_bytes(void)
{
	static const char numbers[] = "99999999999999999999999999999999999999";
	char binary[256], *huge = malloc(6 << 20);

	if (!huge)
		exit(1);
	for (int i = 0; i < 256; i++)
		binary[i] = (char)i;
	plant("", 0);
	all_unknown("empty");
	plant(binary, 256);
	all_unknown("binary");
	plant(binary + 128, 128);
	all_unknown("not UTF-8");
	plant("\n\n\n\n", 4);
	all_unknown("newlines");
	plant(numbers, sizeof(numbers) - 1);
	all_unknown("a huge number");
	plant("-1\n", 3);
	all_unknown("a negative number");
	plant("[[]](())::::((((\n - - - \n", 25);
	all_unknown("brackets");
	plant("%s%n%d [%n] (%s)\n", 17);
	all_unknown("conversions");
	memset(huge, 'x', 6 << 20);
	plant(huge, 100000);
	all_unknown("one long line");
	free(huge);
}

/* Larger than any reader takes. */
static void test_huge(void)
{
	struct buf b = BUF_INIT;
	char line[16];

	root_begin();
	root_bytes("/sys/big", "0123456789", 10);
	if (truncate(root_file("/sys/big"), 1LL << 40) < 0)
		tap_skip("a huge file", "this file system has none");
	else
		tap_ok(linux_slurp("/sys/big", 1 << 20, &b) == -EFBIG &&
			b.len == 0,
		    "a huge file is refused");
	tap_ok(linux_line(line, sizeof(line), "/sys/big") == -EFBIG,
	    "and no line of it is taken");
	tap_ok(linux_slurp("/sys", 1 << 20, &b) == -EISDIR, "a directory");
	tap_ok(mkfifo(root_file("/sys/pipe"), 0600) == 0 &&
		linux_line(line, sizeof(line), "/sys/pipe") == -EINVAL,
	    "a pipe that nobody writes to does not stop us");
	buf_release(&b);
}

static void test_config(void)
{
	struct got *g;

	root_begin();
	root_text("/proc/config.gz", "CONFIG_HZ=5\n");
	g = got_facts(NULL);
	tap_str(got_value(g, "kernel.config.hz"), "absent", "not packed");
	got_free(g);
	root_begin();
	g = got_facts(NULL);
	root_text("/proc/sys/kernel/osrelease", "1\n");
	{
		char path[300];

		snprintf(path, sizeof(path), "/boot/config-%s",
		    got_value(g, "kernel.release"));
		root_text(path,
		    "# made\nCONFIG_HZ=300\n# CONFIG_KASAN is not set\n"
		    "CONFIG_DEBUG_VM=y\nCONFIG_CC_VERSION_TEXT=\"cc 1\"\n"
		    "CONFIG_DEBUG_INFO_BTF=y\nCONFIG_HZ_PERIODIC=y");
	}
	got_free(g);
	g = got_facts(NULL);
	tap_str(got_value(g, "kernel.config.hz"), "300", "a number");
	tap_str(got_value(g, "kernel.config.hz_periodic"), "y", "the last");
	tap_str(got_value(g, "kernel.config.kasan"), "n", "not set");
	tap_str(got_value(g, "kernel.config.debug_vm"), "y", "of a family");
	tap_str(got_value(g, "kernel.config.cc_version_text"), "cc 1", "text");
	tap_str(got_value(g, "kernel.config.debug_info_btf"), "absent",
	    "not telling");
	tap_ok(strlen(got_value(g, "kernel.config.hash")) == 16, "hash");
	got_free(g);
}

int main(void)
{
	test_bytes();
	test_huge();
	test_config();
	root_end();
	return tap_done();
}
