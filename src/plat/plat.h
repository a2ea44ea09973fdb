/* plat.h - what the programs want of the operating system beyond POSIX.
 *
 * The only layer that names a system. posix.c serves all; linux.c and
 * linux_facts.c, freebsd.c or null.c serve one. The null platform knows
 * nothing, pins nothing and always builds: "unknown" is an answer, a guess is
 * not. */
#ifndef PERFLOSS_PLAT_PLAT_H
#define PERFLOSS_PLAT_PLAT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PLAT_CPUS 1024

/* -- Clocks ------------------------------------------------------------- */

/* Nanoseconds of the clock for measuring (chosen once by plat_clock_init, see
 * METHOD: CLOCK_MONOTONIC_RAW where it is as cheap as CLOCK_MONOTONIC). */
struct plat_clock {
	int id;           /* clockid_t */
	const char *name; /* "monotonic_raw" */
	double cost_ns;   /* of one reading, median */
	double step_ns;   /* smallest difference seen between two readings */
};

void plat_clock_init(struct plat_clock *clock);

/* -- CPUs --------------------------------------------------------------- */

/* How two CPUs are related; also the values of a placement argument. */
enum plat_place {
	PLAT_SAME,  /* both on one CPU */
	PLAT_SMT,   /* two threads of one core */
	PLAT_CACHE, /* two cores under one last-level cache */
	PLAT_OTHER, /* two cores with no cache in common */
	PLAT_FREE,  /* not pinned: the scheduler places */
	PLAT_PLACES
};

extern const char *const plat_place_words[PLAT_PLACES]; /* "same", ... */

/* CPUs this process may use, ascending. Returns how many (0 = unknown). */
size_t plat_cpus(int *cpus, size_t max);

/* The relation of two CPUs; PLAT_FREE = unknown. */
enum plat_place plat_relation(int a, int b);

/* Pick cpu[0] and cpu[1] of the given relation among those this process may
 * use, first = the preferred one or -1. 0, or -ENOTSUP when there is no such
 * pair and *e says why ("needs two CPUs, this process may use 1"). PLAT_FREE
 * gives -1, -1. */
int plat_pick(enum plat_place place, int first, int cpu[2], struct err *e);

/* Pin the calling process to one CPU; -1 = all it was started with. */
int plat_pin(int cpu, struct err *e);

/* The CPU the caller runs on, or -1. */
int plat_cpu_now(void);

/* -- Caches and memory -------------------------------------------------- */

struct plat_cache {
	int level; /* 1, 2, 3, ... data or unified */
	int64_t size;
	int64_t line;
};

/* Data caches of a CPU, ascending by level. Returns how many (0 = unknown). */
size_t plat_caches(struct plat_cache *c, size_t max);

int64_t plat_memory(void);      /* bytes of RAM, cgroup limit included; -1 */
int64_t plat_memory_free(void); /* bytes available now; -1 */
int64_t plat_huge_page(void);   /* size of a transparent huge page; 0 = none */

/* A directory on a file system in memory that the caller can write to; NULL =
 * none is known. */
const char *plat_tmpfs(void);

/* Ask that directories made in this one lie far apart on the disk, where its
 * file system can do that (ext4: each in a block group of its own). */
void plat_spread_dirs(int dir);

/* -- Processes ---------------------------------------------------------- */

/* Ask that the caller be killed by sig when its parent dies; parent is
 * getppid() as it was before the fork (a parent that died meanwhile is
 * noticed: the caller is sent sig at once, and gets -ESRCH if it lives on).
 * 0 or -errno. */
int plat_die_with_parent(int sig, pid_t parent);

/* Make orphans among our descendants our children, so that they can be found
 * and killed. 0 or -errno. */
int plat_adopt_orphans(void);

/* Kill (SIGKILL) and reap every descendant of the caller, also those that left
 * its process group or session, and those that fork meanwhile. Returns how many
 * were reaped, the dead ones among the children included. A few microseconds
 * when there is none; gives up on processes that do not die within 2 s. */
int plat_kill_descendants(void);

/* Path of the running program's file; "" = unknown. */
void plat_self_exe(char *path, size_t size);

/* Become this very program again, whatever has happened to its file since.
 * Returns only on failure: -errno. */
int plat_exec_self(char *const argv[]);

/* Whether forks of the caller get the mapping at p as well. Where this cannot
 * be chosen they do. */
void plat_fork_shares(void *p, size_t size, bool yes);

/* Give back the pages of stack and heap that the caller has touched and uses no
 * more: each is a page table entry that its forks would copy. */
void plat_give_back(void);

/* A file in memory, size bytes of zeros, without a name, closed by exec. The
 * descriptor, or -errno. */
int plat_memory_file(size_t size);

/* Processes and threads there are on the system; -1 = unknown. */
int64_t plat_tasks(void);

/* Ask that, when memory runs out, the caller be killed before others. */
void plat_die_first(void);

/* What the caller is called in lists of processes and in profiles, cut where
 * the system cuts. Nothing where it has no such thing. */
void plat_call_me(const char *name);

/* -- Disturbance -------------------------------------------------------- */

/* What the machine did, cumulative; differences are of interest. */
struct plat_load {
	bool known;
	double busy_s; /* CPU seconds used by anybody, all CPUs */
	double idle_s;
	double steal_s;     /* taken by the hypervisor */
	int runnable;       /* processes that want a CPU now, caller included;
			       0 = unknown */
	double psi_cpu;     /* some avg10 of PSI cpu in percent, -1 = unknown */
	uint64_t throttled; /* thermal and cgroup throttling events */
	bool throttled_known;
};

void plat_load(struct plat_load *l);

/* What stands in the way of a command, cumulative; cheaper to read than the
 * load, for before and after each. */
enum { PLAT_PSI_CPU, PLAT_PSI_IO, PLAT_PSI_MEMORY, PLAT_PSI };

struct plat_meter {
	bool known; /* the next two, as in plat_load */
	double busy_s, steal_s;
	int64_t throttled_ns; /* the cgroup of the caller, and those above it,
				 had used its quota; -1 = unknown */
	/* While some task waited for it, on the whole machine; the kernel sums
	 * every PLAT_PSI_NS. -1 = unknown. */
	int64_t psi_ns[PLAT_PSI];
};

/* PSI_FREQ in kernel/sched/psi.c of Linux. */
#define PLAT_PSI_NS INT64_C(2000000000)

void plat_meter(struct plat_meter *m);

/* What the CPU and the kernel count of the programs that the calling process
 * starts from now on, their descendants included. */
enum {
	PLAT_CYCLES,
	PLAT_INSTRUCTIONS,
	PLAT_BRANCH_MISSES,
	PLAT_CACHE_MISSES,
	PLAT_TASK_CLOCK, /* ns */
	PLAT_MIGRATIONS,
	PLAT_SIGNALS, /* delivered */
	PLAT_COUNTERS
};

struct plat_counters {
	struct {
		int fd;
		bool user; /* in user space alone: no more is allowed */
		uint64_t value;
		const char *why; /* there is no value; NULL = there is */
	} c[PLAT_COUNTERS];
};

/* "cycles", as perf calls them. */
extern const char *const plat_counter_names[PLAT_COUNTERS];

/* Before the program is started, and when it and its descendants have been
 * reaped; one that still runs counts as far as it came. */
void plat_counters_open(struct plat_counters *c);
void plat_counters_close(struct plat_counters *c);

/* Disturbance of the calling process and its reaped children (migrations: of
 * the calling process alone). */
struct plat_usage {
	uint64_t nvcsw, nivcsw, minflt, majflt;
	uint64_t migrations;
	bool migrations_known;
};

void plat_usage(struct plat_usage *u);

/* The busiest process that is neither the caller nor one of its ancestors or
 * descendants: its name and CPU seconds. false = unknown. Call twice and give
 * the first answer back to see who used the CPU between. */
struct plat_hog {
	char name[64];
	pid_t pid;
	double share; /* of one CPU, between the two calls */
};

struct plat_hogs; /* a snapshot of all processes' CPU time */
struct plat_hogs *plat_hogs_new(void); /* NULL = unknown */
bool plat_hogs_busiest(const struct plat_hogs *since, struct plat_hog *out);
void plat_hogs_free(struct plat_hogs *h);

/* -- Slower on purpose -------------------------------------------------- */

/* What the self-test plants, so that it can be seen whether it is found. */

#define PLAT_FILTER_MOST 4096 /* instructions of a filter: BPF_MAXINSNS */

/* Put filters in front of every system call of the caller and of all that it
 * starts, for good: each allows everything after so many instructions, 1 to
 * PLAT_FILTER_MOST (1 looks at nothing, and newer kernels do not run it). Gives
 * up the right to gain privileges. 0; -ENOTSUP or the system's -errno with the
 * reason. */
int plat_filter_calls(unsigned filters, unsigned instructions, struct err *e);

/* A limit of CPU time: a cgroup of our own. */
struct plat_quota {
	char dir[200]; /* "" = none */
	int lock;      /* held while it is in use; -1 = none */
};

/* Make one that lets its members use share of one CPU, 0 < share < 1, counted
 * over period_us, in the nearest cgroup at or above the caller's that hands on
 * the controller; sweep those there that are ours and nobody holds. 0, -EINVAL
 * for what the kernel does not take, or the reason. */
int plat_quota_make(struct plat_quota *q, double share, int64_t period_us,
    struct err *e);

/* The caller, and what it starts, is a member from now on. */
int plat_quota_enter(const struct plat_quota *q, struct err *e);

/* How often its members were stopped so far; -1 = unknown. */
int64_t plat_quota_stops(const struct plat_quota *q);

/* Remove it, and the cgroups below it; their members are gone. */
void plat_quota_remove(struct plat_quota *q);

/* The same without a quota: a cgroup below which others can be made that have
 * the controller ("cpu", "memory"). */
int plat_cgroup_make(struct plat_quota *q, const char *controller,
    struct err *e);

/* Remove the cgroups below it. */
void plat_cgroup_clear(const struct plat_quota *q);

/* -- Host facts --------------------------------------------------------- */

enum plat_fact_kind {
	PLAT_IDENTITY, /* another value = another machine or system */
	PLAT_SETTING,  /* what an administrator chooses */
	PLAT_STATE,    /* what happens to be so just now */
};

/* Called for each fact; value NULL = unknown. */
typedef void plat_fact_fn(void *to, const char *key, enum plat_fact_kind kind,
    const char *value);

/* All facts that can be had, scratch = the scratch directory (its file
 * system is a fact). Never fails: what is unreadable is unknown. */
void plat_facts(plat_fact_fn *emit, void *to, const char *scratch);

/* -- What a load leaves behind ------------------------------------------- */

enum plat_left_kind {
	PLAT_LEVEL,   /* how much there is of something, a whole number */
	PLAT_COUNTER, /* how often something happened since the boot */
	PLAT_CHOICE,  /* what is set, mounted, loaded: text */
	PLAT_PROCESS, /* key: its number; value: "PPID START TICKS NAME" */
	PLAT_UNREAD,  /* key: what cannot be read here; value: why */
};

/* Called for each thing there is. */
typedef void plat_left_fn(void *to, enum plat_left_kind kind, const char *key,
    const char *value);

/* The state of the system that outlives a process, as it is now: memory, its
 * pieces, slabs, names of files, processes, settings, mounts and so on
 * (doc/WIRE.md, "left"). Never fails: what is unreadable is said to be. */
void plat_left(plat_left_fn *emit, void *to);

/* CPU seconds used so far by n processes, each with what it started, the ended
 * included as far as they were waited for; -1 = unknown. */
void plat_cpu_of(const pid_t *root, size_t n, double *seconds);

/* Ask that a process (0 = the caller) that measures nothing itself but has to
 * keep order be served before a crowd of others; what it starts is not. Whether
 * that was allowed. */
bool plat_go_first(pid_t pid);

/* The name of this platform: "linux", "freebsd", "null". */
extern const char plat_name[];

#endif
