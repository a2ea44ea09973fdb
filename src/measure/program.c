/* program.c - runs a command from start to end. */
#include "measure/program.h"

#include "measure/mark.h"
#include "measure/watch.h"
#include "plat/count.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_NS INT64_C(1000000000)

/* One that is stopped for longer waits for a person who is not there. */
#define HALT_NS INT64_C(5000000000)

/* ru_maxrss is in these, getrusage(2) of Linux and the BSDs. */
#define RSS_UNIT 1024

/* Where programs are looked for without PATH, as execvp(3) of glibc does. */
#define PATH "/bin:/usr/bin"

/* -- Starting ------------------------------------------------------------ */

static int open_file(const char *path, int flags, int fallback, struct err *e)
{
	int fd;

	if (path && strcmp(path, "-") == 0 && fallback >= 0)
		return fcntl(fallback, F_DUPFD_CLOEXEC, 3);
	fd = open(path ? path : "/dev/null", flags | O_CLOEXEC, 0666);
	if (fd < 0)
		return err_sys(e, -errno, "cannot open '%s'",
		    path ? path : "/dev/null");
	return fd;
}

static void close_files(const int fd[3])
{
	for (int i = 0; i < 3; i++)
		if (fd[i] >= 0)
			close(fd[i]);
}

static int open_files(const struct program *p, int fd[3], struct err *e)
{
	const int new = O_WRONLY | O_CREAT | O_TRUNC;

	fd[1] = fd[2] = -1;
	fd[0] = open_file(p->in, O_RDONLY, -1, e);
	if (fd[0] >= 0)
		fd[1] = open_file(p->out, new, STDERR_FILENO, e);
	if (fd[1] >= 0)
		fd[2] = open_file(p->errors, new, STDERR_FILENO, e);
	if (fd[2] >= 0)
		return 0;
	close_files(fd);
	return e->code < 0 ? e->code : err_sys(e, -errno, "cannot copy a file");
}

static int set_attributes(posix_spawnattr_t *a)
{
	sigset_t all, none;
	int r = posix_spawnattr_setflags(a,
	    POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
		POSIX_SPAWN_SETSIGMASK);

	sigfillset(&all);
	sigemptyset(&none);
	r = r ? r : posix_spawnattr_setpgroup(a, 0);
	r = r ? r : posix_spawnattr_setsigdefault(a, &all);
	return r ? r : posix_spawnattr_setsigmask(a, &none);
}

static int set_files(posix_spawn_file_actions_t *f, const int fd[3])
{
	int r = 0;

	for (int i = 0; i < 3 && r == 0; i++)
		r = posix_spawn_file_actions_adddup2(f, fd[i], i);
	return r;
}

/* Where in PATH it is, so that looking for it is not timed: 0, or an errno. */
static int find(const struct program *p, char *path, size_t size)
{
	const char *name = p->argv[0], *dir = NULL;
	int denied = 0;

	if (strchr(name, '/'))
		return (size_t)snprintf(path, size, "%s", name) < size ?
		    0 :
		    ENAMETOOLONG;
	for (char *const *env = p->env; *env && !dir; env++)
		if (strncmp(*env, "PATH=", 5) == 0)
			dir = *env + 5;
	for (dir = dir ? dir : PATH; name[0]; dir++) {
		int n = (int)strcspn(dir, ":");

		if ((size_t)snprintf(path, size, "%.*s/%s", n ? n : 1,
			n ? dir : ".", name) < size &&
		    access(path, X_OK) == 0)
			return 0;
		denied |= errno == EACCES;
		dir += n;
		if (!*dir)
			break;
	}
	return denied ? EACCES : ENOENT;
}

/* 0 or an errno. The clock is read as late as can be. */
static int start(const struct program *p, const int fd[3], pid_t *pid,
    struct program_result *to)
{
	char path[4096];
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	int r = find(p, path, sizeof(path));

	r = r ? r : posix_spawnattr_init(&attr);
	if (r)
		return r;
	r = posix_spawn_file_actions_init(&files);
	if (r) {
		posix_spawnattr_destroy(&attr);
		return r;
	}
	r = set_attributes(&attr);
	r = r ? r : set_files(&files, fd);
	if (!r) {
		to->start_ns = watch_now();
		to->cost = plat_count();
		mark(MARK_RUN_BEGIN);
		r = posix_spawn(pid, path, &files, &attr, p->argv, p->env);
	}
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return r;
}

/* -- Its end ------------------------------------------------------------- */

static int64_t ns_of(const struct timeval *t)
{
	return (int64_t)t->tv_sec * 1000000000 + (int64_t)t->tv_usec * 1000;
}

static int64_t own_rss(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (int64_t)u.ru_maxrss * RSS_UNIT;
}

static void count(struct program_result *r, const struct rusage *u)
{
	int64_t rss = (int64_t)u->ru_maxrss * RSS_UNIT;

	r->user_ns = ns_of(&u->ru_utime);
	r->sys_ns = ns_of(&u->ru_stime);
	r->max_rss_under = own_rss();
	r->max_rss = rss > r->max_rss_under ? rss : -1;
	r->minflt = (uint64_t)u->ru_minflt;
	r->majflt = (uint64_t)u->ru_majflt;
	r->nvcsw = (uint64_t)u->ru_nvcsw;
	r->nivcsw = (uint64_t)u->ru_nivcsw;
	r->in_blocks = (uint64_t)u->ru_inblock;
	r->out_blocks = (uint64_t)u->ru_oublock;
}

/* It is killed with its group, and what it came to is counted. */
static void end_it(pid_t pid, enum program_end why, struct program_result *r)
{
	struct rusage u;
	int status;

	r->end = why;
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL); /* it may have left its group */
	while (wait4(pid, &status, 0, &u) < 0)
		if (errno != EINTR)
			return;
	r->wall_ns = watch_now() - r->start_ns;
	count(r, &u);
}

/* What it did by the time now: ended, or stopped, or went on. */
static bool ended(pid_t pid, int64_t now, int64_t *halted,
    struct program_result *r)
{
	struct rusage u;
	int status, sig;

	if (wait4(pid, &status, WNOHANG | WUNTRACED | WCONTINUED, &u) != pid) {
		if (*halted == 0 || now < *halted + HALT_NS)
			return false;
		end_it(pid, PROGRAM_HALTED, r);
		return true;
	}
	if (WIFSTOPPED(status)) {
		sig = WSTOPSIG(status);
		r->code = sig;
		*halted = now;
		if (sig == SIGTTIN || sig == SIGTTOU)
			end_it(pid, PROGRAM_TERMINAL, r);
		return sig == SIGTTIN || sig == SIGTTOU;
	}
	if (WIFCONTINUED(status)) {
		*halted = 0;
		return false;
	}
	mark(MARK_RUN_END);
	r->cost = plat_count() - r->cost;
	r->wall_ns = now - r->start_ns;
	r->end = WIFSIGNALED(status) ? PROGRAM_KILLED : PROGRAM_EXITED;
	r->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	count(r, &u);
	return true;
}

static void wait_for(const struct program *p, pid_t pid,
    struct program_result *r)
{
	int64_t end = r->start_ns + p->deadline_ns, halted = 0;

	while (!ended(pid, watch_now(), &halted, r)) {
		int64_t left = end - watch_now();

		if (left <= 0)
			end_it(pid, PROGRAM_LATE, r);
		else if (watch_stopped())
			end_it(pid, PROGRAM_STOPPED, r);
		else {
			watch_wait(-1, left < LOOK_NS ? left : LOOK_NS);
			continue;
		}
		return;
	}
}

/* What it left behind became ours (plat_adopt_orphans); where that cannot be it
 * is known as far as it stayed in the group. */
static void clear_away(const struct program *p, pid_t group,
    struct program_result *r)
{
	pid_t pid;

	do
		pid = waitpid(-1, NULL, WNOHANG);
	while (pid > 0 || (pid < 0 && errno == EINTR));
	r->left = pid == 0 || kill(-group, 0) == 0;
	if (!r->left || (p->keep && r->end == PROGRAM_EXITED))
		return;
	kill(-group, SIGKILL);
	plat_kill_descendants();
}

/* What it cost, by the clock that is wanted. */
static void settle_cost(const struct program *p, int64_t busy_before,
    struct program_result *r)
{
	int64_t idle;

	if (!p->counts) {
		r->cost = (uint64_t)r->wall_ns;
		return;
	}
	r->counted = true;
	r->waited = -1;
	if (busy_before < 0)
		return;
	idle = (int64_t)r->cost - (plat_busy() - busy_before);
	/* less is what neither of them knows */
	r->waited = idle * 100 > (int64_t)r->cost ? idle : 0;
	if (r->waited > 0)
		r->cost -= (uint64_t)r->waited;
}

int program_run(const struct program *p, struct program_result *r,
    struct err *e)
{
	pid_t pid = -1;
	int fd[3], code;
	int64_t busy;

	memset(r, 0, sizeof(*r));
	*e = (struct err){ 0 };
	if (open_files(p, fd, e) < 0)
		return e->code;
	busy = p->counts ? plat_busy() : -1;
	code = start(p, fd, &pid, r);
	if (code == 0) {
		wait_for(p, pid, r);
		settle_cost(p, busy, r);
	}
	close_files(fd);
	if (code != 0)
		return err_sys(e, -code, "cannot run '%.120s'", p->argv[0]);
	clear_away(p, pid, r);
	return 0;
}
