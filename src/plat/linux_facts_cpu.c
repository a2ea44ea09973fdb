/* linux_facts_cpu.c - the processor and its clocks. */
#include "plat/facts.h"
#include "plat/posix.h"

#include "base/num.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define CPU   "/sys/devices/system/cpu/"
#define CLOCK "/sys/devices/system/clocksource/clocksource0/"

static const struct fact_file cpu_files[] = {
	{ "cpu.present", PLAT_IDENTITY, CPU "present" },
	{ "cpu.online", PLAT_SETTING, CPU "online" },
	{ "cpu.isolated", PLAT_SETTING, CPU "isolated" },
	{ "cpu.smt.control", PLAT_SETTING, CPU "smt/control" },
	{ "cpu.smt.active", PLAT_SETTING, CPU "smt/active" },
	{ "cpu.freq.boost", PLAT_SETTING, CPU "cpufreq/boost" },
	{ "cpu.idle.driver", PLAT_SETTING, CPU "cpuidle/current_driver" },
	{ "cpu.idle.governor", PLAT_SETTING, CPU "cpuidle/current_governor" },
};

static const struct fact_file cpu_if[] = {
	{ "cpu.nohz_full", PLAT_SETTING, CPU "nohz_full" },
	{ "cpu.freq.no_turbo", PLAT_SETTING, CPU "intel_pstate/no_turbo" },
	{ "cpu.freq.intel_pstate", PLAT_SETTING, CPU "intel_pstate/status" },
	{ "cpu.freq.amd_pstate", PLAT_SETTING, CPU "amd_pstate/status" },
};

static const struct fact_file clock_files[] = {
	{ "clock.source", PLAT_SETTING, CLOCK "current_clocksource" },
	{ "clock.available", PLAT_SETTING, CLOCK "available_clocksource" },
	{ "clock.event", PLAT_SETTING,
	    "/sys/devices/system/clockevents/clockevent0/current_device" },
};

/* What /proc/cpuinfo calls it on x86, then on arm64 and others. Different
 * CPUs in one machine give "a + b". */
static const struct {
	const char *key;
	enum plat_fact_kind kind;
	const char *words[4];
} cpuinfo_facts[] = {
	{ "cpu.model", PLAT_IDENTITY, { "model name", "cpu", "uarch" } },
	{ "cpu.vendor", PLAT_IDENTITY,
	    { "vendor_id", "CPU implementer", "mvendorid" } },
	{ "cpu.family", PLAT_IDENTITY, { "cpu family", "CPU architecture" } },
	{ "cpu.model_number", PLAT_IDENTITY, { "model", "CPU part" } },
	{ "cpu.stepping", PLAT_IDENTITY, { "stepping", "CPU revision" } },
	{ "cpu.microcode", PLAT_SETTING, { "microcode" } },
	{ "cpu.bugs", PLAT_SETTING, { "bugs" } },
	{ "cpu.flags", PLAT_SETTING, { "flags", "Features", "isa" } },
};

/* The value of the line "word<blanks>: value" that starts at s, or NULL. */
static const char *value_of(const char *s, const char *word, size_t *n)
{
	size_t len = strlen(word);

	if (strncmp(s, word, len) != 0)
		return NULL;
	s += len;
	s += strspn(s, " \t");
	if (*s != ':')
		return NULL;
	s++;
	s += strspn(s, " \t");
	*n = strcspn(s, "\n");
	while (*n > 0 && (s[*n - 1] == ' ' || s[*n - 1] == '\t'))
		(*n)--;
	return s;
}

/* All values that the lines with the word have, each once. */
static bool collect(const char *text, const char *word, struct buf *list)
{
	char one[4096];

	buf_clear(list);
	for (; text; text = strchr(text, '\n')) {
		const char *value;
		size_t n;

		text += *text == '\n';
		value = value_of(text, word, &n);
		if (!value || n == 0 || n >= sizeof(one))
			continue;
		memcpy(one, value, n);
		one[n] = '\0';
		add_distinct(list, one);
	}
	return list->len > 0;
}

/* The flags that say how far the time stamp counter can be trusted. */
static void tsc_flags(struct facts *f, const char *flags)
{
	static const char *const names[] = { "constant_tsc", "nonstop_tsc",
		"tsc_reliable", "tsc_known_freq", "tsc_adjust", "rdtscp" };
	struct buf list = BUF_INIT;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t len = strlen(names[i]);

		for (const char *s = flags; (s = strstr(s, names[i])); s += len)
			if ((s == flags || s[-1] == ' ') &&
			    (s[len] == ' ' || s[len] == '\0')) {
				if (list.len > 0)
					buf_add_char(&list, ' ');
				buf_add(&list, names[i]);
				break;
			}
	}
	fact(f, "cpu.tsc", PLAT_SETTING, buf_str(&list));
	buf_release(&list);
}

/* What the kernel says of the first CPU, which may be what it was made for. */
static void told_mhz(struct facts *f, const char *text)
{
	const char *line = strstr(text, "\ncpu MHz"), *value = NULL;
	char word[32] = "";
	size_t n = 0;
	double mhz;

	if (line)
		value = value_of(line + 1, "cpu MHz", &n);
	if (value)
		snprintf(word, sizeof(word), "%.*s", (int)n, value);
	fact(f, "cpu.mhz", PLAT_STATE,
	    num_parse_double(word, &mhz) == 0 && mhz > 0 ? word : NULL);
}

static void from_cpuinfo(struct facts *f)
{
	struct buf text = BUF_INIT, list = BUF_INIT;
	const char *s = "";

	if (linux_slurp("/proc/cpuinfo", 8 << 20, &text) == 0 &&
	    strlen(buf_str(&text)) == text.len)
		s = buf_str(&text);
	for (size_t i = 0; i < sizeof(cpuinfo_facts) / sizeof(*cpuinfo_facts);
	     i++) {
		bool found = false;

		for (size_t k = 0; k < 4 && cpuinfo_facts[i].words[k]; k++)
			if (!found)
				found = collect(s, cpuinfo_facts[i].words[k],
				    &list);
		fact(f, cpuinfo_facts[i].key, cpuinfo_facts[i].kind,
		    found ? buf_str(&list) : NULL);
		/* The time stamp counter is x86's. */
		if (strcmp(cpuinfo_facts[i].key, "cpu.flags") == 0 && found &&
		    strstr(s, "vendor_id"))
			tsc_flags(f, buf_str(&list));
	}
	told_mhz(f, s);
	buf_release(&text);
	buf_release(&list);
}

/* The CPUs that are online, wherever this process may run. */
static size_t online(int *cpus)
{
	char list[4096];
	struct cpu_set set;
	size_t n = 0;

	if (linux_line(list, sizeof(list), CPU "online") < 0 ||
	    cpu_set_parse(&set, list) < 0)
		return plat_cpus(cpus, PLAT_CPUS);
	for (int i = 0; i < PLAT_CPUS; i++)
		if (cpu_set_has(&set, i))
			cpus[n++] = i;
	return n;
}

/* Count the cores, each at the lowest of its threads. false = unknown. */
static bool count_cores(const int *cpus, size_t n, int *cores, int *threads)
{
	*cores = *threads = 0;
	for (size_t i = 0; i < n; i++) {
		const struct cpu_set *core = linux_core(cpus[i]);
		int in_core = 0, lowest = -1;

		if (!core)
			return false;
		for (int k = 0; k < PLAT_CPUS; k++) {
			if (!cpu_set_has(core, k))
				continue;
			in_core++;
			if (lowest < 0)
				lowest = k;
		}
		*cores += lowest == cpus[i];
		if (in_core > *threads)
			*threads = in_core;
	}
	return n > 0;
}

static size_t count_packages(const int *cpus, size_t n)
{
	int64_t seen[64];
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t package;
		size_t k;

		if (linux_number(&package,
			CPU "cpu%d/topology/"
			    "physical_package_id",
			cpus[i]) < 0 ||
		    package < 0)
			return 0;
		for (k = 0; k < count && seen[k] != package; k++)
			;
		if (k == 64)
			return 0;
		if (k == count)
			seen[count++] = package;
	}
	return count;
}

static void topology_counts(struct facts *f)
{
	int cpus[PLAT_CPUS], cores, threads;
	size_t n = online(cpus), packages = count_packages(cpus, n);

	if (packages > 0)
		fact_int(f, "cpu.packages", PLAT_IDENTITY, (int64_t)packages);
	else
		fact(f, "cpu.packages", PLAT_IDENTITY, NULL);
	if (count_cores(cpus, n, &cores, &threads)) {
		fact_int(f, "cpu.cores", PLAT_SETTING, cores);
		fact_int(f, "cpu.threads_per_core", PLAT_SETTING, threads);
	} else {
		fact(f, "cpu.cores", PLAT_SETTING, NULL);
		fact(f, "cpu.threads_per_core", PLAT_SETTING, NULL);
	}
}

/* A setting that each CPU has for itself: the values, each once. */
static void per_cpu(struct facts *f, const int *cpus, size_t n, const char *key,
    enum plat_fact_kind kind, const char *file)
{
	struct buf list = BUF_INIT;
	char text[128];

	for (size_t i = 0; i < n; i++)
		if (linux_line(text, sizeof(text), CPU "cpu%d/%s", cpus[i],
			file) == 0)
			add_distinct(&list, text);
		else if (i == 0)
			break; /* one has it, all have it */
	fact(f, key, kind, list.len > 0 ? buf_str(&list) : NULL);
	buf_release(&list);
}

static void allowed(struct facts *f, const int *cpus, size_t n)
{
	struct buf list = BUF_INIT;

	for (size_t i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && cpus[k] == cpus[k - 1] + 1; k++)
			;
		buf_addf(&list, i > 0 ? ",%d" : "%d", cpus[i]);
		if (k > i + 1)
			buf_addf(&list, "-%d", cpus[k - 1]);
	}
	fact(f, "cpu.allowed", PLAT_SETTING, n > 0 ? buf_str(&list) : NULL);
	buf_release(&list);
}

void facts_cpu(struct facts *f)
{
	int cpus[PLAT_CPUS];
	size_t n = plat_cpus(cpus, PLAT_CPUS);
	double mhz = posix_mhz();
	int64_t khz;

	FACT_FILES(f, cpu_files);
	FACT_FILES_IF(f, cpu_if);
	from_cpuinfo(f);
	allowed(f, cpus, n);
	topology_counts(f);
	facts_cache(f);
	per_cpu(f, cpus, n, "cpu.freq.driver", PLAT_SETTING,
	    "cpufreq/scaling_driver");
	per_cpu(f, cpus, n, "cpu.freq.governor", PLAT_SETTING,
	    "cpufreq/scaling_governor");
	per_cpu(f, cpus, n, "cpu.freq.min_khz", PLAT_SETTING,
	    "cpufreq/scaling_min_freq");
	per_cpu(f, cpus, n, "cpu.freq.max_khz", PLAT_SETTING,
	    "cpufreq/scaling_max_freq");
	per_cpu(f, cpus, n, "cpu.freq.preference", PLAT_SETTING,
	    "cpufreq/energy_performance_preference");
	if (linux_number(&khz, CPU "cpu%d/cpufreq/cpuinfo_max_freq",
		n > 0 ? cpus[0] : 0) == 0 &&
	    khz > 0)
		fact_int(f, "cpu.mhz_max", PLAT_IDENTITY, khz / 1000);
	else
		fact(f, "cpu.mhz_max", PLAT_IDENTITY, NULL);
	if (mhz > 0)
		fact_fmt(f, "cpu.mhz_measured", PLAT_STATE, "%.0f", mhz);
	else
		fact(f, "cpu.mhz_measured", PLAT_STATE, NULL);
}

static int64_t clock_ns(clockid_t id)
{
	struct timespec t;

	if (clock_gettime(id, &t) < 0)
		return 0;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* CLOCK_MONOTONIC_COARSE moves at each tick of the timekeeper: the smallest of
 * three moves, as a tick may be late or missed. 0 = none within 45 ms (a tick
 * of 100 Hz has 10; without ticks there is none). */
static int64_t tick_ns(void)
{
	int64_t end = clock_ns(CLOCK_MONOTONIC) + 45000000;
	int64_t last = clock_ns(CLOCK_MONOTONIC_COARSE), step = 0;

	for (int moves = 0; moves < 4;) {
		int64_t now = clock_ns(CLOCK_MONOTONIC_COARSE);

		if (now > last) {
			if (moves > 0 && (step == 0 || now - last < step))
				step = now - last;
			moves++;
			last = now;
		}
		if (clock_ns(CLOCK_MONOTONIC) > end)
			break;
	}
	return step;
}

void facts_clock(struct facts *f)
{
	struct timespec t;
	int64_t step = tick_ns();

	FACT_FILES(f, clock_files);
	/* What the kernel was built for, as it says itself. */
	if (clock_getres(CLOCK_MONOTONIC_COARSE, &t) == 0 && t.tv_nsec > 0)
		fact_fmt(f, "tick.hz_built", PLAT_SETTING, "%.0f",
		    1e9 / (double)t.tv_nsec);
	else
		fact(f, "tick.hz_built", PLAT_SETTING, NULL);
	if (step > 0)
		fact_fmt(f, "tick.hz", PLAT_STATE, "%.0f", 1e9 / (double)step);
	else
		fact(f, "tick.hz", PLAT_STATE, NULL);
	if (clock_getres(CLOCK_MONOTONIC, &t) == 0)
		fact_int(f, "clock.resolution_ns", PLAT_SETTING,
		    (int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
	else
		fact(f, "clock.resolution_ns", PLAT_SETTING, NULL);
}
