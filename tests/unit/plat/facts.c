/* facts.c - facts of the machine as it is, and of a fake one. */
#include "got.h"
#include "root.h"

#include "base/text.h"
#include "plat/facts.h"

#include <ctype.h>

#define CPU "/sys/devices/system/cpu/"

static bool good_key(const char *key)
{
	for (const char *s = key; *s; s++)
		if (!islower((unsigned char)*s) &&
		    !isdigit((unsigned char)*s) && *s != '.' && *s != '_')
			return false;
	return *key && strlen(key) < 90;
}

static void test_form(void)
{
	struct got *g = got_facts("/tmp");
	size_t bad = 0, twice = 0, empty = 0;

	for (size_t i = 0; i < g->n; i++) {
		const char *value = g->fact[i].value;

		bad += !good_key(g->fact[i].key);
		empty += value && (!*value || strlen(value) > 4096);
		for (size_t k = 0; k < i; k++)
			twice += strcmp(g->fact[i].key, g->fact[k].key) == 0;
		if (g->fact[i].kind != PLAT_STATE)
			continue;
		/* What is measured or counted must not name a machine. */
		if (strncmp(g->fact[i].key, "kernel.config", 13) == 0)
			bad++;
	}
	tap_ok(g->n > 100, "%zu facts", g->n);
	tap_ok(bad == 0, "keys are in order");
	tap_ok(twice == 0, "each key comes once");
	tap_ok(empty == 0, "each value has a length");
	got_free(g);
}

/* Setting and identity that are not the same when asked again. */
static int moved(void)
{
	struct got *a = got_facts("/tmp"), *b = got_facts("/tmp");
	int n = a->n != b->n;

	for (size_t i = 0; i < a->n && i < b->n; i++) {
		const char *x = a->fact[i].value, *y = b->fact[i].value;

		if (a->fact[i].kind == PLAT_STATE || (!x && !y))
			continue;
		if (x && y && strcmp(x, y) == 0)
			continue;
		n++;
		printf("# %s: %s, then %s\n", a->fact[i].key, x, y);
	}
	got_free(a);
	got_free(b);
	return n;
}

/* What moves by itself does so each time; another program may change a setting
 * of the machine now and then. */
static void test_steady(void)
{
	int n = moved();

	for (int i = 0; i < 20 && n > 0; i++)
		n = moved();
	tap_ok(n == 0, "%d facts moved", n);
}

/* The table of mounts has a line for "/": its fifth word. */
static bool has_root(void)
{
	FILE *f = fopen("/proc/self/mountinfo", "r");
	char line[4096], at[2048];
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%*s %*s %*s %*s %2047s", at) == 1 &&
		    strcmp(at, "/") == 0;
	if (f)
		fclose(f);
	return found;
}

static void test_measured(void)
{
	struct got *g = got_facts("/tmp");
	double mhz = strtod(got_value(g, "cpu.mhz_measured"), NULL);
	const char *tick = got_value(g, "tick.hz");

	tap_ok(mhz > 50 && mhz < 10000, "%.0f MHz delivered", mhz);
	if (strcmp(tick, "unknown") == 0) {
		tap_skip("tick", "no tick was seen here");
	} else {
		double hz = strtod(tick, NULL);
		double built = strtod(got_value(g, "tick.hz_built"), NULL);

		tap_ok(hz > 0 && hz < 1.1 * built && built / hz < 20,
		    "tick of %s Hz, built for %.0f", tick, built);
	}
	tap_ok(strcmp(got_value(g, "kernel.release"), "unknown") != 0,
	    "release %s", got_value(g, "kernel.release"));
	tap_ok(strlen(got_value(g, "probe.hash")) == 16, "hash of the program");
	tap_ok(strcmp(got_value(g, "process.sched"), "unknown") != 0,
	    "scheduled as %s", got_value(g, "process.sched"));
	tap_ok(strlen(got_value(g, "boot.id")) == 36, "boot id");
	if (strcmp(got_value(g, "scratch.fs"), "unknown") == 0 && !has_root())
		tap_skip("file system", "a chroot shows no mount of its root");
	else
		tap_ok(strcmp(got_value(g, "scratch.fs"), "unknown") != 0,
		    "file system %s", got_value(g, "scratch.fs"));
	got_free(g);
}

static void fake_kernel(void)
{
	static const unsigned char notes[] = "\4\0\0\0\2\0\0\0\6\0\0\0XYZ\0"
					     "\1\2\0\0"
					     "\4\0\0\0\3\0\0\0\3\0\0\0GNU\0"
					     "\xab\xcd\x01\0";

	root_text("/proc/cmdline", "quiet mitigations=off\n");
	root_bytes("/sys/kernel/notes", notes, sizeof(notes) - 1);
	root_text(CPU "vulnerabilities/meltdown", "Mitigation: PTI\n");
	root_text(CPU "vulnerabilities/Strange-Name", "x\n");
	root_text("/sys/kernel/security/lockdown",
	    "none [integrity] confidentiality\n");
	root_text("/sys/kernel/debug/sched/preempt", "none voluntary (full)\n");
	root_text("/proc/sys/vm/swappiness", "10\n");
	root_text("/sys/kernel/mm/transparent_hugepage/enabled",
	    "[always] madvise never\n");
	root_text("/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled",
	    "always [inherit] madvise never\n");
	root_text("/sys/kernel/mm/transparent_hugepage/hugepages-8kB/stats",
	    "5\n");
	root_text("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages",
	    "7\n");
	root_text("/proc/sys/kernel/random/boot_id",
	    "01234567-89ab-cdef-0123-456789abcdef\n");
	root_text("/proc/loadavg", "0.50 1.25 2.00 1/99 12345\n");
	root_text("/proc/uptime", "1000.25 99.00\n");
	root_text("/proc/pressure/io",
	    "some avg10=3.50 avg60=0 avg300=0 total=0\n"
	    "full avg10=1.50 avg60=0 avg300=0 total=0\n");
	root_text("/proc/meminfo", "MemTotal: 1000 kB\nSwapTotal: 0 kB\n");
	root_text("/etc/machine-id", "0123456789abcdef0123456789abcdef\n");
	root_text("/etc/os-release", "NAME=x\nPRETTY_NAME=\"Some OS 1\"\n");
	root_text("/sys/hypervisor/type", "xen\n");
	root_text("/run/.containerenv", "\n");
}

static void fake_cpus(void)
{
	root_text(CPU "online", "0-3\n");
	root_text(CPU "present", "0-3\n");
	root_text(CPU "isolated", "\n");
	for (int i = 0; i < 4; i++) {
		root_cpu(i, "topology/core_cpus_list", i < 2 ? "0-1" : "2-3");
		root_cpu(i, "topology/physical_package_id", i < 2 ? "0" : "1");
		root_cpu(i, "cpufreq/scaling_governor",
		    i == 3 ? "powersave" : "performance");
		root_cpu(i, "cpufreq/cpuinfo_max_freq", "3600000");
	}
	root_text("/proc/cpuinfo",
	    "processor\t: 0\nvendor_id\t: Maker\nmodel\t\t: 17\n"
	    "model name\t: Fast\ncpu MHz\t\t: 2500.5\n"
	    "flags\t\t: fpu constant_tsc nonstop_tsc_not rdtscp\n\n"
	    "processor\t: 1\nmodel name\t: Slow\nmicrocode\t: 0x1\n\n"
	    "processor\t: 2\nmodel name\t: Fast\n");
}

/* What the fake machine must give. */
static const char *const want[][2] = {
	{ "kernel.cmdline", "quiet mitigations=off" },
	{ "kernel.build_id", "abcd01" },
	{ "kernel.lockdown", "integrity" },
	{ "kernel.preempt", "full" },
	{ "kernel.lsm", "unknown" },
	{ "mitigations.meltdown", "Mitigation: PTI" },
	{ "mitigations.Strange-Name", "absent" },
	{ "sysctl.vm.swappiness", "10" },
	{ "sysctl.kernel.pid_max", "absent" },
	{ "thp.enabled", "always" },
	{ "thp.defrag", "unknown" },
	{ "thp.enabled.64k", "inherit" },
	{ "thp.enabled.8k", "absent" },
	{ "hugepages.2048k", "7" },
	{ "boot.id", "01234567-89ab-cdef-0123-456789abcdef" },
	{ "load.1", "0.50" },
	{ "load.15", "2.00" },
	{ "uptime_s", "1000.25" },
	{ "psi.io.some", "3.50" },
	{ "psi.io.full", "1.50" },
	{ "psi.cpu.some", "unknown" },
	{ "memory.total", "1024000" },
	{ "swap.total", "0" },
	{ "swap.free", "unknown" },
	{ "os.release", "Some OS 1" },
	{ "hypervisor", "xen" },
	{ "container", "podman" },
	{ "container.namespaces", "unknown" },
	{ "daemons.time", "unknown" },
	{ "host.vendor", "unknown" },
	{ "cpu.isolated", "none" },
	{ "cpu.model", "Fast + Slow" },
	{ "cpu.vendor", "Maker" },
	{ "cpu.model_number", "17" },
	{ "cpu.microcode", "0x1" },
	{ "cpu.tsc", "constant_tsc rdtscp" },
	{ "cpu.mhz", "2500.5" },
	{ "cpu.mhz_max", "3600" },
	{ "cpu.packages", "2" },
	{ "cpu.cores", "2" },
	{ "cpu.threads_per_core", "2" },
	{ "cpu.allowed", "0-1,3" },
	{ "cpu.freq.governor", "performance + powersave" },
	{ "cpu.cache.l1", "unknown" },
	{ "clock.source", "unknown" },
	{ "cgroup.version", "unknown" },
	{ "cgroup.cpu.quota", "unknown" },
	{ "scratch.fs", "unknown" },
};

/* As two CPUs answered: the L2 of a Xeon of 2023, the L3 of an EPYC. */
static void test_cpuid(void)
{
	static const unsigned data[3] = { 0x4000121, 0x02c0003f, 63 };
	static const unsigned second[3] = { 0x4000143, 0x03c0003f, 2047 };
	static const unsigned third[3] = { 0x0003c163, 0x03c0003f, 0x7fff };
	static const unsigned code[3] = { 0x4000122, 0x01c0003f, 63 };
	static const unsigned none[3] = { 0, 0, 0 };
	struct plat_cache c;

	tap_ok(cache_of_cpuid(data, &c) && c.level == 1 && c.size == 48 << 10 &&
		c.line == 64,
	    "a first level of 48K");
	tap_ok(cache_of_cpuid(second, &c) && c.level == 2 && c.size == 2 << 20,
	    "a second of 2M");
	tap_ok(cache_of_cpuid(third, &c) && c.level == 3 && c.size == 32 << 20,
	    "a third of 32M");
	tap_ok(!cache_of_cpuid(code, &c) && !cache_of_cpuid(none, &c),
	    "one of instructions, and none");
}

static void test_fake(void)
{
	struct got *g;

	root_begin();
	fake_kernel();
	fake_cpus();
	plat_linux_root(root_path, "0-1,3");
	g = got_facts("/tmp");
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		tap_str(got_value(g, want[i][0]), want[i][1], "%s", want[i][0]);
	tap_ok(strlen(got_value(g, "host.id")) == 16 &&
		strstr("0123456789abcdef", got_value(g, "host.id")) == NULL,
	    "the machine's id is not passed on");
	got_free(g);
}

/* Mounts upon mounts, a blank in a name, a partition. */
static void test_scratch(void)
{
	struct got *g;
	char *real;

	root_begin();
	mkdir(root_file("/a b"), 0700);
	real = realpath(root_file("/a b"), NULL);
	mkdir(real, 0700);
	root_text("/proc/self/mountinfo",
	    "1 2 8:1 / / rw - ext4 /dev/sda1 rw\n"
	    "2 1 0:5 / %.*s\\040b rw,noatime - tmpfs tmp rw,size=5k\n"
	    "3 2 8:17 / %.*s\\040b ro,noexec - xfs /dev/sd\\040b1 rw\n"
	    "4 2 8:18 / %.*s\\040bc ro - btrfs /dev/sdc rw\n"
	    "garbage\n",
	    (int)strlen(real) - 2, real, (int)strlen(real) - 2, real,
	    (int)strlen(real) - 2, real);
	root_text("/sys/dev/block/8:17/partition", "1\n");
	root_text("/sys/dev/block/queue/scheduler", "none [bfq]\n");
	root_text("/sys/dev/block/queue/rotational", "0\n");
	g = got_facts(real);
	tap_str(got_value(g, "scratch.fs"), "xfs", "the upper mount");
	tap_str(got_value(g, "scratch.device"), "/dev/sd b1", "its device");
	tap_str(got_value(g, "scratch.options"), "ro,noexec", "options");
	tap_str(got_value(g, "scratch.disk.scheduler"), "bfq", "scheduler");
	tap_str(got_value(g, "scratch.disk.rotational"), "0", "rotational");
	tap_str(got_value(g, "scratch.disk.requests"), "unknown", "requests");
	got_free(g);
	g = got_facts("/nonexistent/place");
	tap_str(got_value(g, "scratch.fs"), "unknown", "no such directory");
	got_free(g);
	g = got_facts(NULL);
	tap_str(got_value(g, "scratch.fs"), "unknown", "no directory");
	got_free(g);
	free(real);
}

static void test_limits(void)
{
	struct got *g;

	root_begin();
	root_text("/proc/self/cgroup", "0::/a/b\n");
	root_text("/proc/self/mountinfo", "1 2 0:3 / /cg rw - cgroup2 c rw\n");
	root_text("/cg/a/b/cpu.max", "max 100000\n");
	root_text("/cg/a/cpu.max", "150000 100000\n");
	root_text("/cg/a/b/cpu.weight", "50\n");
	root_text("/cg/a/memory.max", "4096\n");
	root_text("/cg/a/b/pids.max", "max\n");
	g = got_facts(NULL);
	tap_str(got_value(g, "cgroup.version"), "2", "version 2");
	tap_str(got_value(g, "cgroup.cpu.quota"), "1.50", "quota");
	tap_str(got_value(g, "cgroup.cpu.weight"), "50", "weight");
	tap_str(got_value(g, "cgroup.memory.limit"), "4096", "memory");
	tap_str(got_value(g, "cgroup.pids.limit"), "none", "processes");
	got_free(g);
	root_text("/proc/self/cgroup", "3:cpu,cpuacct:/x\n2:memory:/\n");
	root_text("/proc/self/mountinfo",
	    "1 2 0:3 / /c1 rw - cgroup c rw,cpu,cpuacct\n");
	root_text("/c1/x/cpu.cfs_quota_us", "50000\n");
	root_text("/c1/x/cpu.cfs_period_us", "100000\n");
	root_text("/c1/cpu.cfs_quota_us", "-1\n");
	root_text("/c1/cpu.cfs_period_us", "100000\n");
	g = got_facts(NULL);
	tap_str(got_value(g, "cgroup.version"), "1", "version 1");
	tap_str(got_value(g, "cgroup.cpu.quota"), "0.50", "quota");
	tap_str(got_value(g, "cgroup.memory.limit"), "unknown", "not mounted");
	got_free(g);
}

int main(void)
{
	test_form();
	test_steady();
	test_measured();
	test_cpuid();
	test_fake();
	test_scratch();
	test_limits();
	root_end();
	return tap_done();
}
