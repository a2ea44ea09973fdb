/* left.c - the state of the system from made-up files. */
#include "root.h"

#include <sys/wait.h>

struct seen {
	char text[16384];
};

static void add(void *to, enum plat_left_kind kind, const char *key,
    const char *value)
{
	struct seen *s = to;
	size_t n = strlen(s->text);

	snprintf(s->text + n, sizeof(s->text) - n, "%d %s=%s\n", (int)kind, key,
	    value);
}

static bool says(const struct seen *s, enum plat_left_kind kind,
    const char *what)
{
	char line[256];

	snprintf(line, sizeof(line), "%d %s\n", (int)kind, what);
	return strstr(s->text, line) != NULL;
}

static void files(void)
{
	root_text("/proc/meminfo",
	    "MemFree:     100 kB\nHugePages_Total:   3\nJunk\n");
	root_text("/proc/buddyinfo",
	    "Node 0, zone   Normal   10 0 0 0 0 0 0 0 0 0 1\n"
	    "Node 0, zone      DMA    6 x\n");
	root_text("/proc/slabinfo",
	    "slabinfo - version: 2.1\n# name ...\n"
	    "dentry 5 6 192 21 1 : tunables 0 0 0 : slabdata 400 512 0\n"
	    "small  5 6 192 21 1 : tunables 0 0 0 : slabdata 4 4 0\n"
	    "cut 5\n");
	root_text("/proc/vmstat", "nr_free_pages 7\nthp_fault_alloc 9\n");
	root_text("/proc/sys/fs/dentry-state", "100\t90\t45\t0\t80\t0\n");
	root_text("/proc/sys/vm/swappiness", "60\n");
	root_text("/proc/sys/kernel/random/uuid", "abc\n");
	root_text("/proc/net/sockstat",
	    "sockets: used 9\nTCP: inuse 5 orphan 0 tw 7 alloc 8 mem 1\n");
	root_text("/proc/sysvipc/sem", "key semid\n 0 1\n 0 2\n");
	root_text("/proc/timer_list",
	    "active timers:\n #0: <a>, x, S:01\n # expires at 5\n #1: <b>\n");
	root_text("/proc/self/mountinfo",
	    "1 2 0:3 / /cg rw - cgroup2 c rw\n"
	    "2 2 0:4 / /mnt rw,noatime shared:1 - tmpfs t rw\n");
	root_text("/proc/self/cgroup", "0::/a\n");
	root_text("/cg/a/cpu.max", "50000 100000\n");
	root_text("/cg/a/cpu.stat", "nr_throttled 30\n");
	root_text("/proc/7/stat",
	    "7 (a b) S 3 0 0 0 0 0 0 0 0 0 11 2 30 4 20 0 1 0 99 0\n");
	root_text("/proc/8/stat",
	    "8 (dead) Z 7 0 0 0 0 0 0 0 0 0 11 2 30 4 20 0 1 0 99 0\n");
}

static void test_files(void)
{
	struct seen s = { "" };
	char small[64];
	long page = sysconf(_SC_PAGESIZE);

	root_begin();
	files();
	plat_left(add, &s);
	tap_ok(says(&s, PLAT_LEVEL, "mem.MemFree=102400"), "memory, in bytes");
	tap_ok(!strstr(s.text, "HugePages_Total"), "what has no size is left");
	snprintf(small, sizeof(small), "free.small=%ld", 16 * page);
	tap_ok(says(&s, PLAT_LEVEL, small), "small pieces of all zones");
	snprintf(small, sizeof(small), "free.unusable=%d",
	    1000 * 16 / (16 + 1024));
	tap_ok(says(&s, PLAT_LEVEL, small), "their share");
	snprintf(small, sizeof(small), "slab.dentry=%ld", 512 * page);
	tap_ok(says(&s, PLAT_LEVEL, small), "a slab");
	tap_ok(!strstr(s.text, "slab.small") && !strstr(s.text, "slab.cut"),
	    "but no small ones, nor cut lines");
	tap_ok(says(&s, PLAT_COUNTER, "vm.thp_fault_alloc=9"), "a counter");
	tap_ok(says(&s, PLAT_LEVEL, "dentry.negative=80"), "dentries");
	tap_ok(says(&s, PLAT_CHOICE, "sysctl.vm.swappiness=60"), "a sysctl");
	tap_ok(!strstr(s.text, "uuid"), "none that changes by itself");
	tap_ok(says(&s, PLAT_LEVEL, "tcp.time_wait=7"), "sockets");
	tap_ok(says(&s, PLAT_LEVEL, "ipc.sem=2"), "semaphore sets");
	tap_ok(says(&s, PLAT_LEVEL, "timers=2"), "timers");
	tap_ok(says(&s, PLAT_CHOICE, "mount./mnt=tmpfs rw,noatime"), "a mount");
	tap_ok(says(&s, PLAT_CHOICE, "cgroup./cg/a/cpu.max=50000 100000"),
	    "a quota");
	tap_ok(says(&s, PLAT_COUNTER, "cgroup./cg/a/throttled=30"),
	    "how often it stopped us");
	tap_ok(says(&s, PLAT_PROCESS, "7=3 99 13 a b"), "a process");
	tap_ok(!strstr(s.text, "dead"), "but none that waits to be reaped");
	root_end();
}

static void test_nothing(void)
{
	struct seen s = { "" };

	root_begin();
	plat_left(add, &s);
	tap_ok(strstr(s.text, "meminfo=") && strstr(s.text, "slabinfo=") &&
		strstr(s.text, "timer_list="),
	    "what cannot be read is said");
	root_end();
}

/* As in a container that hides them behind /dev/null. */
static void test_empty(void)
{
	static const char *const names[] = { "/proc/meminfo", "/proc/buddyinfo",
		"/proc/slabinfo", "/proc/vmstat", "/proc/timer_list",
		"/proc/modules", "/proc/net/sockstat", "/proc/sysvipc/shm",
		"/proc/sysvipc/sem", "/proc/sysvipc/msg",
		"/proc/self/mountinfo", "/proc/self/cgroup", "/proc/7/stat",
		"/proc/sys/fs/dentry-state", "/proc/sys/vm/swappiness" };
	struct seen s = { "" };
	double used;
	pid_t pid = 7;

	root_begin();
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		root_text(names[i], "%s", "");
	plat_left(add, &s);
	plat_cpu_of(&pid, 1, &used);
	tap_ok(!strstr(s.text, "mem.") && !strstr(s.text, "timers="),
	    "empty files say nothing");
	tap_ok(strstr(s.text, "meminfo=") && strstr(s.text, "mountinfo=") &&
		strstr(s.text, "timer_list="),
	    "which is said");
	root_end();
}

static void test_cpu(void)
{
	pid_t pid[2] = { 7, 12345 };
	double s[2], tick = 1.0 / (double)sysconf(_SC_CLK_TCK);

	root_begin();
	files();
	root_text("/proc/8/stat",
	    "8 (c) S 7 0 0 0 0 0 0 0 0 0 100 0 0 0 20 0 1 0 99 0\n");
	plat_cpu_of(pid, 2, s);
	tap_near(s[0], 147 * tick, 1e-9, "own, waited for, and a child's");
	tap_near(s[1], -1, 0, "nobody of that number");
	root_end();
}

int main(void)
{
	test_files();
	test_nothing();
	test_empty();
	test_cpu();
	return tap_done();
}
