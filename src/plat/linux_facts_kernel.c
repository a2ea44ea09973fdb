/* linux_facts_kernel.c - the kernel: build, command line, settings. */
#include "plat/facts.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SYS(name) "/proc/sys/" name

static const struct fact_file kernel_files[] = {
	{ "kernel.cmdline", PLAT_SETTING, "/proc/cmdline" },
	{ "kernel.tainted", PLAT_STATE, SYS("kernel/tainted") },
	{ "kernel.lsm", PLAT_SETTING, "/sys/kernel/security/lsm" },
};

static const struct fact_file kernel_chosen[] = {
	{ "kernel.lockdown", PLAT_SETTING, "/sys/kernel/security/lockdown" },
	{ "kernel.preempt", PLAT_SETTING, "/sys/kernel/debug/sched/preempt" },
};

/* Those that move a row of the catalogue. */
static const struct fact_file kernel_if[] = {
	{ "kernel.rcu_expedited", PLAT_SETTING, "/sys/kernel/rcu_expedited" },
	{ "kernel.sched_ext", PLAT_SETTING, "/sys/kernel/sched_ext/state" },
	{ "kernel.sched.base_slice_ns", PLAT_SETTING,
	    "/sys/kernel/debug/sched/base_slice_ns" },
	{ "kernel.sched.features", PLAT_SETTING,
	    "/sys/kernel/debug/sched/features" },
	{ "sysctl.kernel.sched_autogroup_enabled", PLAT_SETTING,
	    SYS("kernel/sched_autogroup_enabled") },
	{ "sysctl.kernel.sched_child_runs_first", PLAT_SETTING,
	    SYS("kernel/sched_child_runs_first") },
	{ "sysctl.kernel.sched_energy_aware", PLAT_SETTING,
	    SYS("kernel/sched_energy_aware") },
	{ "sysctl.kernel.sched_latency_ns", PLAT_SETTING,
	    SYS("kernel/sched_latency_ns") },
	{ "sysctl.kernel.sched_min_granularity_ns", PLAT_SETTING,
	    SYS("kernel/sched_min_granularity_ns") },
	{ "sysctl.kernel.sched_wakeup_granularity_ns", PLAT_SETTING,
	    SYS("kernel/sched_wakeup_granularity_ns") },
	{ "sysctl.kernel.sched_migration_cost_ns", PLAT_SETTING,
	    SYS("kernel/sched_migration_cost_ns") },
	{ "sysctl.kernel.sched_rt_runtime_us", PLAT_SETTING,
	    SYS("kernel/sched_rt_runtime_us") },
	{ "sysctl.kernel.sched_schedstats", PLAT_SETTING,
	    SYS("kernel/sched_schedstats") },
	{ "sysctl.kernel.sched_util_clamp_min", PLAT_SETTING,
	    SYS("kernel/sched_util_clamp_min") },
	{ "sysctl.kernel.task_delayacct", PLAT_SETTING,
	    SYS("kernel/task_delayacct") },
	{ "sysctl.kernel.numa_balancing", PLAT_SETTING,
	    SYS("kernel/numa_balancing") },
	{ "sysctl.kernel.randomize_va_space", PLAT_SETTING,
	    SYS("kernel/randomize_va_space") },
	{ "sysctl.kernel.nmi_watchdog", PLAT_SETTING,
	    SYS("kernel/nmi_watchdog") },
	{ "sysctl.kernel.soft_watchdog", PLAT_SETTING,
	    SYS("kernel/soft_watchdog") },
	{ "sysctl.kernel.timer_migration", PLAT_SETTING,
	    SYS("kernel/timer_migration") },
	{ "sysctl.kernel.perf_event_paranoid", PLAT_SETTING,
	    SYS("kernel/perf_event_paranoid") },
	{ "sysctl.kernel.ftrace_enabled", PLAT_SETTING,
	    SYS("kernel/ftrace_enabled") },
	{ "sysctl.kernel.pid_max", PLAT_SETTING, SYS("kernel/pid_max") },
	{ "sysctl.kernel.threads_max", PLAT_SETTING,
	    SYS("kernel/threads-max") },
	{ "sysctl.kernel.sem", PLAT_SETTING, SYS("kernel/sem") },
	{ "sysctl.kernel.shmmax", PLAT_SETTING, SYS("kernel/shmmax") },
	{ "sysctl.fs.file_max", PLAT_SETTING, SYS("fs/file-max") },
	{ "sysctl.fs.pipe_max_size", PLAT_SETTING, SYS("fs/pipe-max-size") },
	{ "sysctl.vm.swappiness", PLAT_SETTING, SYS("vm/swappiness") },
	{ "sysctl.vm.overcommit_memory", PLAT_SETTING,
	    SYS("vm/overcommit_memory") },
	{ "sysctl.vm.overcommit_ratio", PLAT_SETTING,
	    SYS("vm/overcommit_ratio") },
	{ "sysctl.vm.dirty_ratio", PLAT_SETTING, SYS("vm/dirty_ratio") },
	{ "sysctl.vm.dirty_background_ratio", PLAT_SETTING,
	    SYS("vm/dirty_background_ratio") },
	{ "sysctl.vm.dirty_writeback_centisecs", PLAT_SETTING,
	    SYS("vm/dirty_writeback_centisecs") },
	{ "sysctl.vm.max_map_count", PLAT_SETTING, SYS("vm/max_map_count") },
	{ "sysctl.vm.compaction_proactiveness", PLAT_SETTING,
	    SYS("vm/compaction_proactiveness") },
	{ "sysctl.vm.stat_interval", PLAT_SETTING, SYS("vm/stat_interval") },
	{ "sysctl.vm.zone_reclaim_mode", PLAT_SETTING,
	    SYS("vm/zone_reclaim_mode") },
	{ "sysctl.net.core.somaxconn", PLAT_SETTING,
	    SYS("net/core/somaxconn") },
	{ "sysctl.net.core.busy_poll", PLAT_SETTING,
	    SYS("net/core/busy_poll") },
	{ "sysctl.net.core.busy_read", PLAT_SETTING,
	    SYS("net/core/busy_read") },
	{ "sysctl.net.core.rmem_max", PLAT_SETTING, SYS("net/core/rmem_max") },
	{ "sysctl.net.core.wmem_max", PLAT_SETTING, SYS("net/core/wmem_max") },
	{ "sysctl.net.core.netdev_max_backlog", PLAT_SETTING,
	    SYS("net/core/netdev_max_backlog") },
	{ "sysctl.net.core.default_qdisc", PLAT_SETTING,
	    SYS("net/core/default_qdisc") },
	{ "sysctl.net.core.bpf_jit_enable", PLAT_SETTING,
	    SYS("net/core/bpf_jit_enable") },
	{ "sysctl.net.ipv4.tcp_congestion_control", PLAT_SETTING,
	    SYS("net/ipv4/tcp_congestion_control") },
	{ "sysctl.net.ipv4.tcp_rmem", PLAT_SETTING, SYS("net/ipv4/tcp_rmem") },
	{ "sysctl.net.ipv4.tcp_wmem", PLAT_SETTING, SYS("net/ipv4/tcp_wmem") },
	{ "sysctl.net.ipv4.tcp_max_syn_backlog", PLAT_SETTING,
	    SYS("net/ipv4/tcp_max_syn_backlog") },
	{ "sysctl.net.ipv4.tcp_syncookies", PLAT_SETTING,
	    SYS("net/ipv4/tcp_syncookies") },
	{ "sysctl.net.ipv4.tcp_tw_reuse", PLAT_SETTING,
	    SYS("net/ipv4/tcp_tw_reuse") },
	{ "sysctl.net.ipv4.ip_local_port_range", PLAT_SETTING,
	    SYS("net/ipv4/ip_local_port_range") },
};

/* The GNU build id among the ELF notes (elf(5)): sizes of name and content, a
 * type, then both, each padded to four bytes. */
static void build_id(struct facts *f)
{
	struct buf b = BUF_INIT;
	char hex[129] = "";
	size_t at = 0;

	if (linux_slurp("/sys/kernel/notes", 65536, &b) < 0)
		buf_clear(&b);
	while (b.len - at >= 12) {
		uint32_t head[3];
		size_t name, size, end;

		memcpy(head, b.s + at, 12);
		if (head[0] > b.len || head[1] > b.len)
			break;
		name = (head[0] + 3u) & ~3u;
		size = (head[1] + 3u) & ~3u;
		end = at + 12 + name + head[1];
		if (end > b.len)
			break;
		/* NT_GNU_BUILD_ID = 3, SHA-1 has 20 bytes. */
		if (head[2] == 3 && head[0] == 4 && head[1] > 0 &&
		    head[1] <= 64 && memcmp(b.s + at + 12, "GNU", 4) == 0) {
			for (size_t i = 0; i < head[1]; i++)
				snprintf(hex + 2 * i, 3, "%02x",
				    (unsigned char)b.s[at + 12 + name + i]);
			break;
		}
		at += 12 + name + size;
		if (at > b.len)
			break;
	}
	fact(f, "kernel.build_id", PLAT_SETTING, hex[0] ? hex : NULL);
	buf_release(&b);
}

static bool plain_name(const char *s)
{
	size_t n = strlen(s);

	for (size_t i = 0; i < n; i++)
		if (!islower((unsigned char)s[i]) &&
		    !isdigit((unsigned char)s[i]) && s[i] != '_')
			return false;
	return n > 0 && n < 48;
}

/* One fact for each file, whatever vulnerabilities the kernel knows. */
static void mitigations(struct facts *f)
{
	static const char where[] = "/sys/devices/system/cpu/vulnerabilities";
	char path[1024], key[80], text[1024];
	DIR *dir = opendir(linux_path(path, sizeof(path), where));
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL) {
		if (!plain_name(entry->d_name))
			continue;
		snprintf(key, sizeof(key), "mitigations.%s", entry->d_name);
		fact(f, key, PLAT_SETTING,
		    linux_line(text, sizeof(text), "%s/%s", where,
			entry->d_name) == 0 ?
			text :
			NULL);
	}
	if (dir)
		closedir(dir);
	else
		fact(f, "mitigations", PLAT_SETTING, NULL);
}

void facts_kernel(struct facts *f)
{
	long page = sysconf(_SC_PAGESIZE);

	FACT_FILES(f, kernel_files);
	FACT_CHOSEN(f, kernel_chosen);
	FACT_FILES_IF(f, kernel_if);
	build_id(f);
	mitigations(f);
	if (page > 0)
		fact_int(f, "kernel.page_size", PLAT_SETTING, page);
	else
		fact(f, "kernel.page_size", PLAT_SETTING, NULL);
}
