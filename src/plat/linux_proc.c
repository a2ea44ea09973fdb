/* linux_proc.c - processes: find them, kill them, be killed with them. */
#include "plat/linux.h"
#include "plat/posix.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void plat_call_me(const char *name)
{
	prctl(PR_SET_NAME, name, 0UL, 0UL, 0UL);
}

int plat_die_with_parent(int sig, pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, (unsigned long)sig, 0, 0, 0) < 0)
		return -errno;
	if (getppid() == parent)
		return 0;
	/* It died before the signal was asked for. */
	raise(sig);
	return -ESRCH;
}

int plat_adopt_orphans(void)
{
	return prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0, 0, 0) < 0 ? -errno : 0;
}

/* proc(5): "pid (name) state ppid ..."; the name may have any bytes, also
 * brackets, so the last bracket ends it. Field 14, 15 are the CPU time, 16, 17
 * that of children waited for, 22 is the start. */
int linux_proc_parse(struct linux_proc *p, const char *text)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	long pid, ppid;
	unsigned long long user, sys, waited_user, waited_sys, start;

	if (!open || !close || close < open || sscanf(text, "%ld", &pid) != 1)
		return -EINVAL;
	if (sscanf(close + 1,
		" %c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u "
		"%llu %llu %llu %llu %*d %*d %*d %*d %llu",
		&p->state, &ppid, &user, &sys, &waited_user, &waited_sys,
		&start) != 7 ||
	    pid <= 0 || ppid < 0)
		return -EINVAL;
	p->pid = (pid_t)pid;
	p->ppid = (pid_t)ppid;
	p->ticks = user + sys;
	p->waited = waited_user + waited_sys;
	p->start = start;
	p->ours = false;
	snprintf(p->name, sizeof(p->name), "%.*s", (int)(close - open - 1),
	    open + 1);
	return 0;
}

/* Ascending, also the order in which the kernel lists them. */
static int by_pid(const void *a, const void *b)
{
	const struct linux_proc *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

int linux_procs(struct linux_proc **out, size_t *n, linux_seen_fn *seen)
{
	struct buf text = BUF_INIT;
	struct dirent *entry;
	size_t cap = 0;
	char path[1024];
	DIR *dir = opendir(linux_path(path, sizeof(path), "/proc"));

	*out = NULL;
	*n = 0;
	if (!dir)
		return -errno;
	while ((entry = readdir(dir)) != NULL) {
		char stat[300];

		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		snprintf(stat, sizeof(stat), "/proc/%s/stat", entry->d_name);
		*out = xgrow(*out, *n, &cap, sizeof(**out));
		/* One that is gone meanwhile is none. */
		if (linux_slurp(stat, 4096, &text) < 0 ||
		    linux_proc_parse(&(*out)[*n], buf_str(&text)) < 0)
			continue;
		if (seen)
			seen(*out, *n);
		(*n)++;
	}
	closedir(dir);
	buf_release(&text);
	if (*n > 0)
		qsort(*out, *n, sizeof(**out), by_pid);
	return 0;
}

void linux_mark_descendants(struct linux_proc *p, size_t n, pid_t root)
{
	bool more = true;

	for (size_t i = 0; i < n; i++)
		p[i].ours = p[i].ppid == root;
	/* Mostly a parent's pid is lower, then one pass and a last one. */
	while (more) {
		more = false;
		for (size_t i = 0; i < n; i++) {
			struct linux_proc key = { .pid = p[i].ppid }, *parent;

			if (p[i].ours)
				continue;
			parent = bsearch(&key, p, n, sizeof(*p), by_pid);
			if (parent && parent->ours)
				p[i].ours = more = true;
		}
	}
}

static bool is_ours(const struct linux_proc *p, size_t n, pid_t pid)
{
	const struct linux_proc key = { .pid = pid }, *found;

	found = n > 0 ? bsearch(&key, p, n, sizeof(*p), by_pid) : NULL;
	return found && found->ours;
}

/* Stop a descendant as soon as it is seen: by the end of the list it would
 * have forked. */
static void stop_seen(struct linux_proc *p, size_t i)
{
	p[i].ours = p[i].ppid == getpid() || is_ours(p, i, p[i].ppid);
	if (p[i].ours && p[i].state != 'Z' && p[i].state != 'T')
		kill(p[i].pid, SIGSTOP);
}

struct procs {
	struct linux_proc *p;
	size_t n;
};

/* Send sig to all descendants; returns how many were not among the descendants
 * in *last, which becomes what was found now. */
static int signal_all(int sig, struct procs *last)
{
	struct procs now;
	int fresh = 0;

	linux_procs(&now.p, &now.n, stop_seen);
	linux_mark_descendants(now.p, now.n, getpid());
	for (size_t i = 0; i < now.n; i++) {
		if (!now.p[i].ours || now.p[i].state == 'Z')
			continue;
		fresh += !is_ours(last->p, last->n, now.p[i].pid);
		kill(now.p[i].pid, sig);
	}
	free(last->p);
	*last = now;
	return fresh;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Reap who is dead. Returns how many; *left tells whether children are left. */
static int reap(bool *left)
{
	int n = 0;
	pid_t pid;

	for (;;) {
		pid = waitpid(-1, NULL, WNOHANG | __WALL);
		if (pid > 0)
			n++;
		else if (pid == 0 || errno != EINTR)
			break;
	}
	*left = pid == 0;
	return n;
}

/* Stop all, look again until there is none that was not stopped before, kill
 * all. A process with a stop pending does not fork, even before it gets to
 * run and stop. */
static int hunt(double end)
{
	static const struct timespec pause = { 0, 200000 };
	bool left = true;
	int n = 0;

	while (left && seconds() < end) {
		struct procs last = { NULL, 0 };

		while (signal_all(SIGSTOP, &last) > 0 && seconds() < end)
			;
		signal_all(SIGKILL, &last);
		free(last.p);
		if (last.n == 0)
			break; /* no /proc: nobody is known */
		for (int i = 0; i < 25 && left; i++) {
			n += reap(&left);
			if (left)
				nanosleep(&pause, NULL);
		}
	}
	return n;
}

int plat_kill_descendants(void)
{
	bool left;
	int n = reap(&left), policy;
	struct sched_param old = { 0 }, first = { .sched_priority = 1 };

	if (!left)
		return n;
	/* Ahead of hundreds that run, where we may; nice would not do, as each
	 * session has a share of its own. musl has these calls in name only. */
	policy = (int)syscall(SYS_sched_getscheduler, 0);
	syscall(SYS_sched_getparam, 0, &old);
	syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &first);
	/* Death takes milliseconds; only a process that hangs in the kernel
	 * outlives two seconds, and there is no remedy for that. */
	n += hunt(seconds() + 2);
	syscall(SYS_sched_setscheduler, 0, policy, &old);
	return n;
}

/* The migrations of the caller alone; the kernel does not add those of its
 * children. Needs CONFIG_SCHED_DEBUG before Linux 6.x. */
void plat_usage(struct plat_usage *u)
{
	struct buf text = BUF_INIT;
	int64_t n;

	posix_usage(u);
	if (linux_slurp("/proc/self/sched", 65536, &text) == 0 &&
	    linux_field(buf_str(&text), "se.nr_migrations", &n) && n >= 0) {
		u->migrations = (uint64_t)n;
		u->migrations_known = true;
	}
	buf_release(&text);
}

void plat_self_exe(char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size);

	/* A name that fills the room may have been cut. */
	path[n > 0 && (size_t)n < size ? n : 0] = '\0';
}

int plat_exec_self(char *const argv[])
{
	execv("/proc/self/exe", argv);
	return -errno;
}

void plat_fork_shares(void *p, size_t size, bool yes)
{
	madvise(p, size, yes ? MADV_DOFORK : MADV_DONTFORK);
}

/* What the frame of a small function and the calls it makes may need. */
#define FRAME 1024

/* As deep as the stack may have been: enough for the frames of setup. */
#define DEEP ((size_t)64 * 4096)

__attribute__((noinline)) void plat_give_back(void)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t end = (uintptr_t)__builtin_frame_address(0) - FRAME;
	char *unused = (char *)(end - end % page) - DEEP;

	madvise(unused, DEEP, MADV_DONTNEED);
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

/* musl before 1.2.4 lacks the function. */
int plat_memory_file(size_t size)
{
	int fd = (int)syscall(SYS_memfd_create, "perfloss-probe",
	    1u /* MFD_CLOEXEC, memfd_create(2) */);
	int code;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)size) == 0)
		return fd;
	code = -errno;
	close(fd);
	return code;
}

int64_t plat_tasks(void)
{
	struct sysinfo info;

	return sysinfo(&info) < 0 ? -1 : info.procs;
}

void plat_die_first(void)
{
	static const char most[] = "1000"; /* proc(5), oom_score_adj */
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	/* If it is refused, it is chosen as others are. */
	(void)!write(fd, most, sizeof(most) - 1);
	close(fd);
}
