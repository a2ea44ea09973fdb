/* linux.h - private to the Linux platform: reading /proc and /sys. */
#ifndef PERFLOSS_PLAT_LINUX_H
#define PERFLOSS_PLAT_LINUX_H

#include "base/buf.h"
#include "plat/plat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* For tests: read "/proc/..." and "/sys/..." under root (NULL = the real
 * ones), and take cpus ("0-3,8", NULL = the real ones) for the CPUs that the
 * process may use. What was remembered is forgotten. */
void plat_linux_root(const char *root, const char *cpus);

/* A set of CPUs. Numbers from PLAT_CPUS on are ignored. */
struct cpu_set {
	uint64_t bits[PLAT_CPUS / 64];
};

bool cpu_set_has(const struct cpu_set *s, int cpu);
void cpu_set_add(struct cpu_set *s, int cpu);

/* "0-3,8,10-11": 0, or -EINVAL for anything else; "" is the empty set. */
int cpu_set_parse(struct cpu_set *s, const char *list);

/* The threads of a CPU's core, itself included; NULL = unknown. */
const struct cpu_set *linux_core(int cpu);

/* A whole file of at most max bytes: 0 or -errno (-EFBIG if longer). */
int linux_slurp(const char *path, size_t max, struct buf *out);

/* The only line of a small file, without its end; refused (-EINVAL) if it is
 * empty or has bytes that are not text. 0 or -errno. */
int linux_line(char *out, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A file that holds one whole number. 0 or -errno. */
int linux_number(int64_t *out, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The path that stands for path ("/proc/stat") under the root in force. */
const char *linux_path(char *out, size_t size, const char *path);

/* "MemTotal:  123 kB" in the text of a file: the number behind the word, or
 * false. Lines start with the word and are separated by newlines. */
bool linux_field(const char *text, const char *word, int64_t *out);

/* Forget what was remembered (the root was changed). */
void linux_cpu_forget(const char *cpus);
void linux_meter_forget(void);

/* The text of /proc/stat into busy_s, idle_s, steal_s and runnable. */
bool linux_load_parse(const char *text, struct plat_load *l);

/* Directories of the cgroups the caller is in that have the controller, from
 * its own up to the root of the mount: calls fn until it returns false. v2
 * tells which of the two interfaces the directory has. */
typedef bool linux_cgroup_fn(void *to, const char *dir, bool v2);
void linux_cgroups(const char *controller, linux_cgroup_fn *fn, void *to);

/* One process as /proc/PID/stat tells it. */
struct linux_proc {
	pid_t pid, ppid;
	char state;
	char name[64];
	uint64_t start;  /* ticks after boot: with the pid, who it is */
	uint64_t ticks;  /* CPU time used, own threads */
	uint64_t waited; /* the same of children it has waited for */
	bool ours;       /* scratch of the callers */
};

/* All processes, ascending by pid; freed by the caller. 0 or -errno. seen, if
 * not NULL, is called for each as soon as it was read: the last of the list,
 * list[i]. */
typedef void linux_seen_fn(struct linux_proc *list, size_t i);
int linux_procs(struct linux_proc **out, size_t *n, linux_seen_fn *seen);

/* Parse the text of /proc/PID/stat. 0 or -EINVAL. */
int linux_proc_parse(struct linux_proc *p, const char *text);

/* The parts of plat_left. */
struct left {
	plat_left_fn *emit;
	void *to;
};
void left_number(const struct left *l, enum plat_left_kind kind,
    const char *key, int64_t value);
/* linux_slurp of a file that is never empty; what cannot be read is said. */
int left_slurp(const struct left *l, const char *what, const char *path,
    size_t max, struct buf *out);
void left_unread(const struct left *l, const char *what, int error);
void left_memory(const struct left *l);
void left_system(const struct left *l);

/* Mark (ours) all descendants of root among the n; root itself is not. */
void linux_mark_descendants(struct linux_proc *p, size_t n, pid_t root);

#endif
