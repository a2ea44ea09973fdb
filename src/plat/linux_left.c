/* linux_left.c - what a load may leave behind: memory, and who used the CPU. */
#include "plat/linux.h"

#include "base/num.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MM "/sys/kernel/mm/"

/* A slab cache smaller than this is not worth a line. */
#define SLAB_LEAST 1048576

/* Orders of the buddy allocator; MAX_PAGE_ORDER is 10 and may be configured
 * higher. */
#define ORDERS 20
#define COSTLY 3

void left_number(const struct left *l, enum plat_left_kind kind,
    const char *key, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	l->emit(l->to, kind, key, text);
}

void left_unread(const struct left *l, const char *what, int error)
{
	l->emit(l->to, PLAT_UNREAD, what,
	    error == -EACCES || error == -EPERM ? "needs root" :
						  err_words(-error));
}

int left_slurp(const struct left *l, const char *what, const char *path,
    size_t max, struct buf *out)
{
	int r = linux_slurp(path, max, out);

	if (r == 0 && out->len == 0)
		r = -ENODATA;
	if (r < 0) {
		left_unread(l, what, r);
		buf_release(out);
	}
	return r;
}

/* "MemFree:  123 kB" becomes mem.MemFree in bytes: every line that has a
 * size. */
static void meminfo(const struct left *l)
{
	struct buf text = BUF_INIT;
	int r = left_slurp(l, "meminfo", "/proc/meminfo", 65536, &text);
	char *save = NULL, *line;

	line = r < 0 ? NULL : strtok_r(text.s, "\n", &save);
	for (; line; line = strtok_r(NULL, "\n", &save)) {
		char word[48], key[64], unit[8];
		long long kb;

		if (sscanf(line, "%47[^:]: %lld %7s", word, &kb, unit) != 3 ||
		    strcmp(unit, "kB") != 0 || kb < 0 || kb > INT64_MAX / 1024)
			continue;
		snprintf(key, sizeof(key), "mem.%s", word);
		left_number(l, PLAT_LEVEL, key, kb * 1024);
	}
	buf_release(&text);
}

/* Free memory by the size of its pieces, all zones together. */
static size_t add_zone(const char *line, int64_t *free_pages)
{
	const char *at = strstr(line, "zone");
	size_t order = 0;
	int skip = 0;
	char *end;

	if (!at || (sscanf(at, "zone %*s%n", &skip), skip == 0))
		return 0;
	at += skip;
	while (order < ORDERS) {
		unsigned long long n = strtoull(at, &end, 10);

		if (end == at || n > UINT64_C(1) << 40)
			break;
		free_pages[order] += (int64_t)(n << order);
		order++;
		at = end;
	}
	return order;
}

/* What is free in pieces of which a costly allocation can have none (the kernel
 * calls those of 8 pages and more so, PAGE_ALLOC_COSTLY_ORDER), in pieces
 * smaller than a huge page, and the share of these of all that is free: 1000
 * times the unusable free space index (Gorman and Whitcroft 2006). */
static void buddyinfo(const struct left *l)
{
	int64_t pages[ORDERS] = { 0 }, tiny = 0, small = 0, all = 0;
	int64_t page = sysconf(_SC_PAGESIZE), huge = plat_huge_page();
	struct buf text = BUF_INIT;
	int r = left_slurp(l, "buddyinfo", "/proc/buddyinfo", 1 << 20, &text);
	char *save = NULL, *line;
	size_t orders = 0, n;

	line = r < 0 ? NULL : strtok_r(text.s, "\n", &save);
	for (; line; line = strtok_r(NULL, "\n", &save)) {
		n = add_zone(line, pages);
		orders = n > orders ? n : orders;
	}
	huge = huge > 0 ? huge : 2 << 20; /* what most machines have */
	for (size_t i = 0; i < orders; i++) {
		char key[32];

		snprintf(key, sizeof(key), "free.order%zu", i);
		left_number(l, PLAT_LEVEL, key, pages[i] * page);
		all += pages[i];
		tiny += i < COSTLY ? pages[i] : 0;
		small += page << i < huge ? pages[i] : 0;
	}
	if (all > 0) {
		left_number(l, PLAT_LEVEL, "free.tiny", tiny * page);
		left_number(l, PLAT_LEVEL, "free.small", small * page);
		left_number(l, PLAT_LEVEL, "free.unusable", 1000 * small / all);
	}
	buf_release(&text);
}

/* slabinfo(5): name active total size ... : slabdata active_slabs num_slabs
 * shared; the number of pages of a slab is the fourth number. */
static void slabs(const struct left *l)
{
	struct buf text = BUF_INIT;
	int r = left_slurp(l, "slabinfo", "/proc/slabinfo", 1 << 22, &text);
	int64_t page = sysconf(_SC_PAGESIZE);
	char *save = NULL, *line;

	line = r < 0 ? NULL : strtok_r(text.s, "\n", &save);
	for (; line; line = strtok_r(NULL, "\n", &save)) {
		const char *data = strstr(line, "slabdata");
		long long pages, n;
		char name[48], key[64];

		if (!data ||
		    sscanf(line, "%47s %*d %*d %*d %*d %lld", name, &pages) !=
			2 ||
		    sscanf(data, "slabdata %*d %lld", &n) != 1 || n < 0 ||
		    pages < 0 || n > 1ll << 40 || pages > 1 << 20 ||
		    n * pages * page < SLAB_LEAST)
			continue;
		snprintf(key, sizeof(key), "slab.%s", name);
		left_number(l, PLAT_LEVEL, key, n * pages * page);
	}
	buf_release(&text);
}

/* Counters of /proc/vmstat that tell of huge pages, compaction, reclaim. */
static void vmstat(const struct left *l)
{
	static const char *const words[] = { "thp_fault_alloc",
		"thp_fault_fallback", "thp_collapse_alloc", "thp_split_page",
		"compact_stall", "compact_fail", "compact_success",
		"compact_daemon_wake", "pgmajfault", "pswpin", "pswpout",
		"oom_kill", "kswapd_inodesteal", "pgsteal_kswapd",
		"pgsteal_direct", "allocstall_normal", "allocstall_movable" };
	struct buf text = BUF_INIT;
	int r = left_slurp(l, "vmstat", "/proc/vmstat", 65536, &text);
	int64_t n;

	for (size_t i = 0; r == 0 && i < sizeof(words) / sizeof(*words); i++) {
		char line[64], key[64];

		snprintf(line, sizeof(line), "%s ", words[i]);
		snprintf(key, sizeof(key), "vm.%s", words[i]);
		if (linux_field(buf_str(&text), line, &n))
			left_number(l, PLAT_COUNTER, key, n);
	}
	buf_release(&text);
}

void left_memory(const struct left *l)
{
	meminfo(l);
	buddyinfo(l);
	slabs(l);
	vmstat(l);
}

void plat_left(plat_left_fn *emit, void *to)
{
	const struct left l = { emit, to };

	left_memory(&l);
	left_system(&l);
}

/* -- CPU time of trees --------------------------------------------------- */

void plat_cpu_of(const pid_t *root, size_t n, double *seconds)
{
	long hz = sysconf(_SC_CLK_TCK);
	struct linux_proc *p;
	size_t n_procs;
	int r = linux_procs(&p, &n_procs, NULL);

	for (size_t k = 0; k < n; k++) {
		uint64_t ticks = 0;
		bool found = false;

		linux_mark_descendants(p, n_procs, root[k]);
		for (size_t i = 0; i < n_procs; i++) {
			if (!p[i].ours && p[i].pid != root[k])
				continue;
			ticks += p[i].ticks + p[i].waited;
			found = true;
		}
		seconds[k] =
		    r == 0 && found && hz > 0 ? (double)ticks / (double)hz : -1;
	}
	free(p);
}

/* -- Priority ------------------------------------------------------------ */

/* Where real time is not to be had: half way to the most that there is. */
#define NICE (-10)

bool plat_go_first(pid_t pid)
{
	const struct sched_param first = { .sched_priority = 1 }, none = { 0 };

	/* musl has these calls in name only */
	if (syscall(SYS_sched_setscheduler, pid,
		SCHED_FIFO | SCHED_RESET_ON_FORK, &first) == 0)
		return true;
	return syscall(SYS_sched_setscheduler, pid,
		   SCHED_OTHER | SCHED_RESET_ON_FORK, &none) == 0 &&
	    setpriority(PRIO_PROCESS, (id_t)pid, NICE) == 0;
}
