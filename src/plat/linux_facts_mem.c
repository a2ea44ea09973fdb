/* linux_facts_mem.c - memory, and what the cgroups allow. */
#include "plat/facts.h"

#include "base/num.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define MM "/sys/kernel/mm/"

static const struct fact_file mem_files[] = {
	{ "numa.nodes", PLAT_IDENTITY, "/sys/devices/system/node/online" },
	{ "memory.ksm", PLAT_SETTING, MM "ksm/run" },
};

static const struct fact_file mem_if[] = {
	{ "memory.lru_gen", PLAT_SETTING, MM "lru_gen/enabled" },
	{ "memory.numa_demotion", PLAT_SETTING, MM "numa/demotion_enabled" },
	{ "memory.zswap", PLAT_SETTING,
	    "/sys/module/zswap/parameters/enabled" },
	{ "thp.zero_page", PLAT_SETTING,
	    MM "transparent_hugepage/use_zero_page" },
};

static const struct fact_file mem_chosen[] = {
	{ "thp.enabled", PLAT_SETTING, MM "transparent_hugepage/enabled" },
	{ "thp.defrag", PLAT_SETTING, MM "transparent_hugepage/defrag" },
	{ "thp.shmem", PLAT_SETTING, MM "transparent_hugepage/shmem_enabled" },
};

/* What /proc/meminfo says in kB is told in bytes. */
static void from_meminfo(struct facts *f)
{
	static const struct {
		const char *key;
		enum plat_fact_kind kind;
		const char *word;
	} list[] = {
		{ "memory.total", PLAT_SETTING, "MemTotal:" },
		{ "memory.free", PLAT_STATE, "MemFree:" },
		{ "memory.available", PLAT_STATE, "MemAvailable:" },
		{ "memory.cached", PLAT_STATE, "Cached:" },
		{ "memory.dirty", PLAT_STATE, "Dirty:" },
		{ "swap.total", PLAT_SETTING, "SwapTotal:" },
		{ "swap.free", PLAT_STATE, "SwapFree:" },
	};
	struct buf text = BUF_INIT;
	int64_t kb;

	if (linux_slurp("/proc/meminfo", 65536, &text) < 0)
		buf_clear(&text);
	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
		if (linux_field(buf_str(&text), list[i].word, &kb) && kb >= 0 &&
		    kb <= INT64_MAX / 1024)
			fact_int(f, list[i].key, list[i].kind, kb * 1024);
		else
			fact(f, list[i].key, list[i].kind, NULL);
	buf_release(&text);
}

/* Huge pages set aside, for each size that there is. */
static void huge_pages(struct facts *f)
{
	char path[1024], key[64];
	DIR *dir = opendir(linux_path(path, sizeof(path), MM "hugepages"));
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL) {
		long long kb;
		int64_t n;

		if (sscanf(entry->d_name, "hugepages-%lldkB", &kb) != 1 ||
		    kb <= 0)
			continue;
		snprintf(key, sizeof(key), "hugepages.%lldk", kb);
		if (linux_number(&n,
			MM "hugepages/hugepages-%lldkB/"
			   "nr_hugepages",
			kb) == 0 &&
		    n >= 0)
			fact_int(f, key, PLAT_SETTING, n);
		else
			fact(f, key, PLAT_SETTING, NULL);
	}
	if (dir)
		closedir(dir);
}

/* Sizes below that of a whole huge page (Linux 6.8), and when each is used. */
static void folios(struct facts *f)
{
	static const char where[] = MM "transparent_hugepage";
	char path[1024], text[128], key[64];
	DIR *dir = opendir(linux_path(path, sizeof(path), where));
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL) {
		long long kb;

		if (sscanf(entry->d_name, "hugepages-%lldkB", &kb) != 1 ||
		    kb <= 0)
			continue;
		snprintf(key, sizeof(key), "thp.enabled.%lldk", kb);
		snprintf(path, sizeof(path), "%s/hugepages-%lldkB/enabled",
		    where, kb);
		/* The smallest has only files for shared memory. */
		if (linux_line(text, sizeof(text), "%s", path) == 0)
			fact(f, key, PLAT_SETTING, chosen_word(text));
	}
	if (dir)
		closedir(dir);
}

void facts_memory(struct facts *f)
{
	int64_t limit = plat_memory(), huge = plat_huge_page();

	from_meminfo(f);
	if (limit > 0)
		fact_int(f, "memory.usable", PLAT_SETTING, limit);
	else
		fact(f, "memory.usable", PLAT_SETTING, NULL);
	FACT_FILES(f, mem_files);
	FACT_FILES_IF(f, mem_if);
	FACT_CHOSEN(f, mem_chosen);
	fact_int(f, "thp.size", PLAT_SETTING, huge);
	huge_pages(f);
	folios(f);
}

/* The narrowest limits on the way from our cgroup to the root. */
struct limits {
	bool seen, seen_in[2]; /* in a hierarchy of version 1, 2 */
	double cpus;           /* -1 = none */
	int64_t memory, pids;
	char weight[32]; /* of our own cgroup */
};

static bool cpu_limits(void *to, const char *dir, bool v2)
{
	struct limits *l = to;
	int64_t quota = -1, period = -1;
	char text[64], word[32];

	if (v2) {
		if (linux_line(text, sizeof(text), "%s/cpu.max", dir) == 0 &&
		    sscanf(text, "%31s", word) == 1 &&
		    num_parse_i64(word, &quota) == 0 &&
		    sscanf(text, "%*s %31s", word) == 1 &&
		    num_parse_i64(word, &period) < 0)
			quota = -1;
	} else if (linux_number(&quota, "%s/cpu.cfs_quota_us", dir) < 0 ||
	    linux_number(&period, "%s/cpu.cfs_period_us", dir) < 0) {
		quota = -1;
	}
	if (quota > 0 && period > 0) {
		double cpus = (double)quota / (double)period;

		if (l->cpus < 0 || cpus < l->cpus)
			l->cpus = cpus;
	}
	if (!l->seen_in[v2] && !l->weight[0])
		linux_line(l->weight, sizeof(l->weight), "%s/%s", dir,
		    v2 ? "cpu.weight" : "cpu.shares");
	l->seen = l->seen_in[v2] = true;
	return true;
}

static void smaller(int64_t *least, const char *dir, const char *file)
{
	int64_t n;

	if (linux_number(&n, "%s/%s", dir, file) == 0 && n >= 0 &&
	    n < INT64_C(1) << 62 && (*least < 0 || n < *least))
		*least = n;
}

static bool memory_limits(void *to, const char *dir, bool v2)
{
	struct limits *l = to;

	l->seen = true;
	smaller(&l->memory, dir, v2 ? "memory.max" : "memory.limit_in_bytes");
	return true;
}

static bool pids_limits(void *to, const char *dir, bool v2)
{
	struct limits *l = to;

	(void)v2;
	l->seen = true;
	smaller(&l->pids, dir, "pids.max");
	return true;
}

static void emit_limit(struct facts *f, const char *key, bool seen, int64_t n)
{
	if (seen && n >= 0)
		fact_int(f, key, PLAT_SETTING, n);
	else
		fact(f, key, PLAT_SETTING, seen ? "none" : NULL);
}

static bool note_version(void *to, const char *dir, bool v2)
{
	(void)dir;
	*(int *)to |= v2 ? 2 : 1;
	return true;
}

void facts_cgroup(struct facts *f)
{
	static const char *const versions[] = { NULL, "1", "2", "1 + 2" };
	struct limits cpu = { .cpus = -1 }, memory = { .memory = -1 };
	struct limits pids = { .pids = -1 };
	int version = 0;

	linux_cgroups("cpu", note_version, &version);
	linux_cgroups("memory", note_version, &version);
	fact(f, "cgroup.version", PLAT_SETTING, versions[version]);
	linux_cgroups("cpu", cpu_limits, &cpu);
	if (cpu.seen && cpu.cpus >= 0)
		fact_fmt(f, "cgroup.cpu.quota", PLAT_SETTING, "%.2f", cpu.cpus);
	else
		fact(f, "cgroup.cpu.quota", PLAT_SETTING,
		    cpu.seen ? "none" : NULL);
	fact(f, "cgroup.cpu.weight", PLAT_SETTING,
	    cpu.weight[0] ? cpu.weight : NULL);
	linux_cgroups("memory", memory_limits, &memory);
	emit_limit(f, "cgroup.memory.limit", memory.seen, memory.memory);
	linux_cgroups("pids", pids_limits, &pids);
	emit_limit(f, "cgroup.pids.limit", pids.seen, pids.pids);
}
