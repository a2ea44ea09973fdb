/* trace.c - run the probe once under ptrace and see what it really does. */
#include "trace.h"

#include "measure/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* glibc has no struct of this name under all versions; the kernel's layout. */
struct call_info {
	uint8_t op; /* 1 = entry, 2 = exit */
	uint8_t pad[3];
	uint32_t arch;
	uint64_t ip, sp;
	uint64_t nr, arg[6];
};

#define GET_CALL_INFO 0x420e /* PTRACE_GET_SYSCALL_INFO, Linux 5.3 */
#define DEADLINE      20     /* seconds a run may take */
#define VDSO_SIZE     0x2000 /* two pages in Linux 6.18 */

#define OPTIONS \
	(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | \
	    PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)

static volatile sig_atomic_t too_late;

static void on_alarm(int sig)
{
	(void)sig;
	too_late = 1;
}

#ifdef __x86_64__
static void set_nr(pid_t pid, long nr)
{
	ptrace(PTRACE_POKEUSER, pid, offsetof(struct user, regs.orig_rax), nr);
}

static void set_result(pid_t pid, long value)
{
	ptrace(PTRACE_POKEUSER, pid, offsetof(struct user, regs.rax), value);
}

static unsigned long next_at(pid_t pid)
{
	return (unsigned long)ptrace(PTRACE_PEEKUSER, pid,
	    offsetof(struct user, regs.rip), 0);
}

/* The next instruction is a system call. */
static bool at_call(pid_t pid)
{
	return (ptrace(PTRACE_PEEKTEXT, pid, next_at(pid), 0) & 0xffff) ==
	    0x050f;
}

bool trace_knows_cpu(void)
{
	return true;
}
#else
static void set_nr(pid_t pid, long nr)
{
	(void)pid;
	(void)nr;
}

static void set_result(pid_t pid, long value)
{
	(void)pid;
	(void)value;
}

static unsigned long next_at(pid_t pid)
{
	(void)pid;
	return 0;
}

static bool at_call(pid_t pid)
{
	(void)pid;
	return true;
}

bool trace_knows_cpu(void)
{
	return false;
}
#endif

struct tracer {
	struct trace *t;
	bool open;          /* between the mark of PHASE_RUN and the next */
	pid_t measures;     /* the process that made the mark */
	pid_t denied;       /* whose call is failing */
	pid_t probe;        /* it only waits: not counted */
	unsigned long vdso; /* where it begins in that process; 0 = nowhere */
};

/* Where the kernel put the vDSO of a process. */
static unsigned long vdso_of(pid_t pid)
{
	unsigned long pair[2];
	char path[40];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/auxv", (long)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return 0;
	do {
		if (fread(pair, sizeof(pair), 1, f) != 1)
			pair[0] = AT_NULL;
	} while (pair[0] != AT_NULL && pair[0] != AT_SYSINFO_EHDR);
	fclose(f);
	return pair[0] == AT_SYSINFO_EHDR ? pair[1] : 0;
}

/* It reads its clock there, again and again when a tick comes into that, and
 * ticks are quick against steps. */
static bool in_vdso(const struct tracer *r, pid_t pid)
{
	unsigned long at = next_at(pid);

	return r->vdso != 0 && at >= r->vdso && at < r->vdso + VDSO_SIZE;
}

/* Whether this one is to fail: the first; and that with which musl's
 * clock_gettime does over what failed in the vDSO, where it was a call too. */
static bool is_to_fail(const struct trace *t, long nr)
{
	unsigned most = nr == SYS_clock_gettime ? 2 : 1;

	return t->fail != NULL && t->failed < most && t->fail(nr);
}

static void on_entry(struct tracer *r, pid_t pid, const struct call_info *i)
{
	struct trace *t = r->t;

	if ((long)i->nr == SYS_lseek && (int)i->arg[0] == -1) {
		r->open = i->arg[1] == PHASE_RUN;
		r->measures = pid;
		if (t->step && !t->vdso)
			r->vdso = vdso_of(pid);
		return;
	}
	if (!r->open || pid == r->probe || i->nr >= TRACE_CALLS)
		return;
	t->call[i->nr]++;
	if (is_to_fail(t, (long)i->nr)) {
		t->failed++;
		r->denied = pid;
		set_nr(pid, -1);
	}
}

/* The measuring process, one instruction after the other. */
static bool by_step(const struct tracer *r, pid_t pid)
{
	return r->t->step && r->open && pid == r->measures && !at_call(pid);
}

static void stopped(struct tracer *r, pid_t pid, int status)
{
	int sig = WSTOPSIG(status), event = status >> 16, deliver = 0;
	struct call_info info = { .op = 0 };

	if (sig == (SIGTRAP | 0x80)) {
		ptrace(GET_CALL_INFO, pid, sizeof(info), &info);
		if (info.op == 1) {
			on_entry(r, pid, &info);
			ptrace(PTRACE_SYSCALL, pid, 0, 0);
			return;
		}
		if (pid == r->denied) {
			set_result(pid, -EPERM);
			r->denied = 0;
		}
	} else if (sig == SIGTRAP && event == 0) {
		r->t->instructions += !in_vdso(r, pid);
	} else if (event == 0) {
		deliver = sig;
	}
	if (by_step(r, pid))
		ptrace(PTRACE_SINGLESTEP, pid, 0, deliver);
	else
		ptrace(PTRACE_SYSCALL, pid, 0, deliver);
}

static void child(const struct trace *t, int go, int out)
{
	char ops[24], batches[24], byte;

	snprintf(ops, sizeof(ops), "%" PRIu64, t->ops);
	snprintf(batches, sizeof(batches), "%" PRIu64,
	    t->batches ? t->batches : 1);
	if (read(go, &byte, 1) != 1 || dup2(out, 1) < 0)
		_exit(126);
	execl(t->probe, t->probe, "--once", t->key, ops, batches,
	    t->inject ? "--inject" : (char *)NULL, t->inject, (char *)NULL);
	_exit(127);
}

static void follow(struct tracer *r)
{
	int status;
	pid_t pid;

	for (;;) {
		pid = waitpid(-1, &status, __WALL);
		if (pid < 0 && errno == EINTR && too_late) {
			r->t->late = true;
			kill(r->probe, SIGKILL);
			too_late = 0;
		} else if (pid < 0 && errno != EINTR) {
			return;
		} else if (pid > 0 && WIFSTOPPED(status)) {
			stopped(r, pid, status);
		} else if (pid == r->probe) {
			r->t->status = status;
		}
	}
}

/* Start the probe, seize it before it executes. Returns its pid or -errno. */
static pid_t start(const struct trace *t, int out)
{
	int go[2], error = 0;
	pid_t pid;

	if (pipe(go) != 0)
		return -errno;
	pid = fork();
	if (pid == 0)
		child(t, go[0], out);
	if (pid < 0 || ptrace(PTRACE_SEIZE, pid, 0, OPTIONS) != 0 ||
	    ptrace(PTRACE_INTERRUPT, pid, 0, 0) != 0)
		error = errno;
	if (error == 0 && write(go[1], "", 1) != 1)
		error = errno;
	close(go[0]);
	close(go[1]);
	if (error != 0 && pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return error != 0 ? -error : pid;
}

int trace_run(struct trace *t)
{
	struct sigaction sa = { .sa_handler = on_alarm };
	struct tracer r = { .t = t };
	FILE *out = tmpfile();
	size_t n;
	pid_t pid;

	if (out == NULL)
		return -errno;
	fcntl(fileno(out), F_SETFD, FD_CLOEXEC);
	pid = start(t, fileno(out));
	if (pid > 0) {
		too_late = 0;
		sigaction(SIGALRM, &sa, NULL);
		alarm(DEADLINE);
		r.probe = pid;
		follow(&r);
		alarm(0);
		rewind(out);
		n = fread(t->out, 1, sizeof(t->out) - 1, out);
		t->out[n] = '\0';
	}
	fclose(out);
	return pid > 0 ? 0 : pid;
}

const char *trace_possible(void)
{
	struct trace t = { .probe = "/bin/true", .key = "", .ops = 1 };
	static char why[64];
	int rc = trace_run(&t);

	if (rc < 0) {
		snprintf(why, sizeof(why), "no ptrace here: %s", strerror(-rc));
		return why;
	}
	return NULL;
}
