/* linux_left_system.c - what a load may leave behind: files, processes,
 * settings, timers, limits. */
#include "plat/linux.h"

#include "base/num.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU_DIR "/sys/devices/system/cpu/"

/* Longest value of a setting that is told, and how deep /proc/sys goes. */
#define VALUE_MOST 160
#define DEPTH      8

/* Room on one line of the wire for processes. */
#define PROCESSES_MOST 8000

/* -- Names of files, processes, sockets ---------------------------------- */

/* Numbers of one line: the first is for keys[0], and so on; NULL = none. */
static void numbers(const struct left *l, const char *path,
    const char *const *keys, size_t n)
{
	char text[256], *at = text, *end;
	int r = linux_line(text, sizeof(text), "%s", path);

	if (r < 0)
		left_unread(l, keys[0], r);
	for (size_t i = 0; r == 0 && i < n; i++, at = end) {
		long long v = strtoll(at, &end, 10);

		if (end == at)
			return;
		if (keys[i])
			left_number(l, PLAT_LEVEL, keys[i], v);
	}
}

static void files(const struct left *l)
{
	static const char *const dentry[] = { "dentry.all", "dentry.unused",
		NULL, NULL, "dentry.negative" };
	static const char *const inode[] = { "inode.all" };
	static const char *const file[] = { "files.open" };

	numbers(l, "/proc/sys/fs/dentry-state", dentry, 5);
	numbers(l, "/proc/sys/fs/inode-nr", inode, 1);
	numbers(l, "/proc/sys/fs/file-nr", file, 1);
}

/* "TCP: inuse 5 orphan 0 tw 2 alloc 8 mem 1" */
static void sockets(const struct left *l)
{
	struct buf text = BUF_INIT;
	int r = left_slurp(l, "sockstat", "/proc/net/sockstat", 8192, &text);
	const char *tcp = r < 0 ? NULL : strstr(buf_str(&text), "TCP:");
	long long inuse, orphan, tw;

	if (tcp &&
	    sscanf(tcp, "TCP: inuse %lld orphan %lld tw %lld", &inuse, &orphan,
		&tw) == 3) {
		left_number(l, PLAT_LEVEL, "tcp.inuse", inuse);
		left_number(l, PLAT_LEVEL, "tcp.time_wait", tw);
	}
	buf_release(&text);
}

/* proc(5): a line for each, below a heading. */
static void ipc_objects(const struct left *l)
{
	static const char *const kinds[] = { "shm", "sem", "msg" };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		struct buf text = BUF_INIT;
		char path[64], key[16];
		int64_t n = -1;

		snprintf(path, sizeof(path), "/proc/sysvipc/%s", kinds[i]);
		snprintf(key, sizeof(key), "ipc.%s", kinds[i]);
		if (linux_slurp(path, 1 << 22, &text) == 0 && text.len > 0) {
			for (const char *s = text.s; *s; s++)
				n += *s == '\n';
			left_number(l, PLAT_LEVEL, key, n);
		}
		buf_release(&text);
	}
}

/* Of high resolution, those that are waiting: " #3: <...>, name, S:01". */
static void timers(const struct left *l)
{
	struct buf text = BUF_INIT;
	int r =
	    left_slurp(l, "timer_list", "/proc/timer_list", 64 << 20, &text);
	int64_t n = 0;

	for (const char *at = buf_str(&text); (at = strstr(at, "\n #")); at++)
		n += at[3] >= '0' && at[3] <= '9';
	if (r == 0)
		left_number(l, PLAT_LEVEL, "timers", n);
	buf_release(&text);
}

static void processes(const struct left *l)
{
	struct linux_proc *p;
	size_t n;
	int r = linux_procs(&p, &n, NULL);
	int64_t tasks = plat_tasks();

	if (r < 0 || n == 0) /* there is always this one */
		left_unread(l, "processes", r < 0 ? r : -ENOENT);
	if (tasks >= 0)
		left_number(l, PLAT_LEVEL, "tasks", tasks);
	for (size_t i = 0; i < n && i < PROCESSES_MOST; i++) {
		char key[24], value[160];

		if (p[i].state == 'Z')
			continue; /* it runs no more, its parent may */
		snprintf(key, sizeof(key), "%d", (int)p[i].pid);
		snprintf(value, sizeof(value), "%d %" PRIu64 " %" PRIu64 " %s",
		    (int)p[i].ppid, p[i].start, p[i].ticks,
		    text_clean(p[i].name));
		l->emit(l->to, PLAT_PROCESS, key, value);
	}
	if (n > PROCESSES_MOST)
		l->emit(l->to, PLAT_UNREAD, "processes", "too many to list");
	free(p);
}

/* -- Settings ------------------------------------------------------------ */

static void choice(const struct left *l, const char *key, const char *path)
{
	char text[VALUE_MOST];

	if (linux_line(text, sizeof(text), "%s", path) == 0)
		l->emit(l->to, PLAT_CHOICE, key, text_clean(text));
}

/* What changes by itself, or acts when it is read. */
static bool lives(const char *key)
{
	static const char *const words[] = { "kernel.random.*",
		"fs.dentry-state", "fs.inode-*", "fs.file-nr", "fs.aio-nr",
		"fs.quota.*", "kernel.ns_last_pid", "kernel.pty.nr",
		"net.netfilter.nf_conntrack_count", "vm.stat_refresh",
		"kernel.sched_domain.*", "dev.cdrom.*", "fs.binfmt_misc.*",
		"kernel.spl.*", "kernel.tainted", "fs.epoll.*",
		"sunrpc.transports", "net.core.bpf_jit_limit",
		"kernel.perf_event_max_sample_rate",
		"kernel.perf_cpu_time_max_percent" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (text_glob(words[i], key))
			return true;
	return false;
}

static void sysctl_file(const struct left *l, const char *path)
{
	char key[256];

	snprintf(key, sizeof(key), "%.240s", path + strlen("/proc/sys/"));
	for (char *c = key; *c; c++)
		*c = *c == '/' ? '.' : *c;
	if (!lives(key)) {
		char full[300];

		snprintf(full, sizeof(full), "sysctl.%s", key);
		choice(l, full, path);
	}
}

static void sysctls(const struct left *l, const char *where, int depth)
{
	char full[1024];
	DIR *dir = opendir(linux_path(full, sizeof(full), where));
	struct dirent *entry;

	if (!dir && depth == 0)
		left_unread(l, "sysctl", -errno);
	while (dir && (entry = readdir(dir)) != NULL) {
		char path[300];

		if (entry->d_name[0] == '.' ||
		    snprintf(path, sizeof(path), "%s/%s", where,
			entry->d_name) >= 240)
			continue;
		if (entry->d_type == DT_DIR && depth < DEPTH)
			sysctls(l, path, depth + 1);
		else if (entry->d_type == DT_REG)
			sysctl_file(l, path);
	}
	if (dir)
		closedir(dir);
}

/* proc(5), mountinfo: ID parent major:minor root where options ... - type
 * source options */
static void mounts(const struct left *l)
{
	struct buf text = BUF_INIT;
	int r =
	    left_slurp(l, "mountinfo", "/proc/self/mountinfo", 1 << 20, &text);
	char *save = NULL, *line;

	line = r < 0 ? NULL : strtok_r(text.s, "\n", &save);
	for (; line; line = strtok_r(NULL, "\n", &save)) {
		char where[128], options[64], key[140], value[128], type[32];
		const char *dash = strstr(line, " - ");

		if (!dash ||
		    sscanf(line, "%*d %*d %*s %*s %127s %63s", where,
			options) != 2 ||
		    sscanf(dash, " - %31s", type) != 1)
			continue;
		snprintf(key, sizeof(key), "mount.%s", text_clean(where));
		snprintf(value, sizeof(value), "%s %s", type, options);
		l->emit(l->to, PLAT_CHOICE, key, text_clean(value));
	}
	buf_release(&text);
}

static void modules(const struct left *l)
{
	struct buf text = BUF_INIT;
	char *save = NULL, *line = NULL;

	/* else a kernel without modules */
	if (linux_slurp("/proc/modules", 1 << 20, &text) == 0 && text.len)
		line = strtok_r(text.s, "\n", &save);
	for (; line; line = strtok_r(NULL, "\n", &save)) {
		char key[72];

		snprintf(key, sizeof(key), "module.%.*s",
		    (int)strcspn(line, " "), line);
		l->emit(l->to, PLAT_CHOICE, text_clean(key), "loaded");
	}
	buf_release(&text);
}

/* -- Limits, speed ------------------------------------------------------- */

struct controller {
	const struct left *l;
	const char *files; /* of one: "cpu." */
};

static void throttled(const struct left *l, const char *dir)
{
	struct buf text = BUF_INIT;
	char key[320], path[1200];
	int64_t n;

	snprintf(path, sizeof(path), "%s/cpu.stat", dir);
	snprintf(key, sizeof(key), "cgroup.%.200s/throttled", dir);
	if (linux_slurp(path, 65536, &text) == 0 &&
	    linux_field(buf_str(&text), "nr_throttled ", &n))
		left_number(l, PLAT_COUNTER, text_clean(key), n);
	buf_release(&text);
}

static bool cgroup(void *to, const char *dir, bool v2)
{
	static const char *const files[] = { "cpu.max", "cpu.weight",
		"cpu.cfs_quota_us", "cpu.cfs_period_us", "cpu.shares",
		"memory.max", "memory.high", "memory.limit_in_bytes",
		"pids.max", "cpuset.cpus" };
	const struct controller *c = to;
	char key[320], path[1200];

	(void)v2;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		if (!text_starts(files[i], c->files))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		snprintf(key, sizeof(key), "cgroup.%.200s/%s", dir, files[i]);
		choice(c->l, text_clean(key), path);
	}
	if (strcmp(c->files, "cpu.") == 0)
		throttled(c->l, dir);
	return true;
}

static void cgroups(const struct left *l)
{
	static const char *const names[] = { "cpu", "memory", "pids",
		"cpuset" };
	static const char *const files[] = { "cpu.", "memory.", "pids.",
		"cpuset." };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct controller c = { l, files[i] };

		linux_cgroups(names[i], cgroup, &c);
	}
}

static void frequency(const struct left *l, int cpu)
{
	static const char *const names[] = { "scaling_governor",
		"scaling_max_freq", "scaling_min_freq" };
	char key[64], path[160];

	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
		snprintf(path, sizeof(path), CPU_DIR "cpu%d/cpufreq/%s", cpu,
		    names[k]);
		snprintf(key, sizeof(key), "cpu%d.%s", cpu, names[k]);
		choice(l, key, path);
	}
}

static void speed(const struct left *l)
{
	int cpus[PLAT_CPUS];
	size_t n = plat_cpus(cpus, PLAT_CPUS);
	int64_t sum = 0, heat = 0, x, known = 0, hot = 0;

	for (size_t i = 0; i < n; i++) {
		frequency(l, cpus[i]);
		if (linux_number(&x, CPU_DIR "cpu%d/cpufreq/scaling_cur_freq",
			cpus[i]) == 0 &&
		    x > 0) {
			sum += x;
			known++;
		}
		if (linux_number(&x,
			CPU_DIR "cpu%d/thermal_throttle/core_throttle_count",
			cpus[i]) == 0 &&
		    x >= 0) {
			heat += x;
			hot++;
		}
	}
	if (known > 0)
		left_number(l, PLAT_LEVEL, "cpu.khz", sum / known);
	if (hot > 0)
		left_number(l, PLAT_COUNTER, "cpu.throttled", heat);
}

void left_system(const struct left *l)
{
	static const struct {
		const char *key, *path;
	} list[] = {
		{ "clock.source",
		    "/sys/devices/system/clocksource/clocksource0/"
		    "current_clocksource" },
		{ "cpu.online", CPU_DIR "online" },
		{ "thp.enabled",
		    "/sys/kernel/mm/transparent_hugepage/enabled" },
		{ "thp.defrag", "/sys/kernel/mm/transparent_hugepage/defrag" },
		{ "ksm.run", "/sys/kernel/mm/ksm/run" },
	};

	files(l);
	sockets(l);
	ipc_objects(l);
	timers(l);
	processes(l);
	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
		choice(l, list[i].key, list[i].path);
	sysctls(l, "/proc/sys", 0);
	mounts(l);
	modules(l);
	cgroups(l);
	speed(l);
}
