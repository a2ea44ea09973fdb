/* linux_proc.c - processes: find them, kill them, be killed with them. */
#include "plat/linux.h"
#include "plat/posix.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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
 * brackets, so the last bracket ends it. Field 14, 15 are the CPU time, 22 is
 * the start. */
int linux_proc_parse(struct linux_proc *p, const char *text)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	long pid, ppid;
	unsigned long long user, sys, start;

	if (!open || !close || close < open || sscanf(text, "%ld", &pid) != 1)
		return -EINVAL;
	if (sscanf(close + 1, " %c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u "
	    "%llu %llu %*d %*d %*d %*d %*d %*d %llu", &p->state, &ppid, &user,
	    &sys, &start) != 5 || pid <= 0 || ppid < 0)
		return -EINVAL;
	p->pid = (pid_t)pid;
	p->ppid = (pid_t)ppid;
	p->ticks = user + sys;
	p->start = start;
	p->ours = false;
	snprintf(p->name, sizeof(p->name), "%.*s", (int)(close - open - 1),
	    open + 1);
	return 0;
}

static int by_pid(const void *a, const void *b)
{
	const struct linux_proc *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

int linux_procs(struct linux_proc **out, size_t *n)
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
		if (linux_slurp(stat, 4096, &text) == 0 &&
		    linux_proc_parse(&(*out)[*n], buf_str(&text)) == 0)
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

/* Send sig to all descendants; returns how many are not stopped or dead. */
static int signal_all(int sig)
{
	struct linux_proc *p;
	size_t n;
	int running = 0;

	if (linux_procs(&p, &n) == 0) {
		linux_mark_descendants(p, n, getpid());
		for (size_t i = 0; i < n; i++) {
			if (!p[i].ours || p[i].state == 'Z')
				continue;
			if (sig == SIGSTOP && p[i].state == 'T')
				continue;
			running++;
			kill(p[i].pid, sig);
		}
	}
	free(p);
	return running;
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

/* Processes that fork as fast as we kill are stopped first: a stopped one does
 * not fork, and whom it forked is seen in the next look. */
int plat_kill_descendants(void)
{
	static const struct timespec pause = { 0, 200000 };
	bool left;
	int n = reap(&left);
	double end;

	if (!left)
		return n;
	/* Death takes milliseconds; only a process that hangs in the kernel
	 * outlives two seconds, and there is no remedy for that. */
	end = seconds() + 2;
	while (left && seconds() < end) {
		for (int i = 0; i < 20 && signal_all(SIGSTOP) > 0; i++)
			;
		signal_all(SIGKILL);
		for (int i = 0; i < 25 && left; i++) {
			n += reap(&left);
			if (left)
				nanosleep(&pause, NULL);
		}
	}
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
