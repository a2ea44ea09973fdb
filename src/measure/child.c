/* child.c - the process of one invocation, from fork to the last descendant. */
#include "measure/child.h"

#include "measure/calib.h"
#include "measure/invoke.h"
#include "measure/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_NS    INT64_C(100000000) /* between two looks at a long one */
#define DEATH_NS   INT64_C(5000000000)
#define MORE_TASKS 8192 /* hackbench with 200 groups of 40 needs 8000 */

/* One that takes all the memory there is gets an error, not the machine; the
 * sanitizers' shadow memory is larger than any machine's. */
static void limits(int64_t memory)
{
	struct rlimit r = { 0, 0 };

	setrlimit(RLIMIT_CORE, &r);
	plat_die_first();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	if (memory > 0 && getrlimit(RLIMIT_AS, &r) == 0 &&
	    r.rlim_cur > (rlim_t)memory) {
		r.rlim_cur = (rlim_t)memory;
		setrlimit(RLIMIT_AS, &r);
	}
#else
	(void)memory;
#endif
}

/* Where the mapping is for the program that this process becomes. */
static void pass_shared(int fd)
{
	if (fd == INVOKE_FD)
		fcntl(fd, F_SETFD, 0);
	else
		dup2(fd, INVOKE_FD);
}

/* The program anew: a process forked again and again from one that has grown
 * pays for its parent's pages in each fork it measures, and all would have the
 * addresses of the first. Where that cannot be had, the fork has to do. */
static void child_main(struct measurer *m, const struct measure_step *step)
{
	char name[] = "perfloss-probe", option[] = INVOKE_OPTION;
	char *argv[] = { name, option, NULL };
	const char *path;

	setpgid(0, 0);
	watch_reset();
	if (plat_die_with_parent(SIGKILL, m->shared->task.parent) == -ESRCH)
		_exit(1);
	scratch_forget(&m->scratch);
	scratch_forget(&m->tmpfs);
	limits(m->memory);
	if (m->shared_fd >= 0) {
		pass_shared(m->shared_fd);
		if (!step->row.bench->program)
			plat_exec_self(argv);
		else if ((path = bench_beside(step->row.bench->program)))
			execv(path, argv);
	}
	invoke(m->shared, step->row.bench);
}

static void set_task(struct measurer *m, const struct measure_step *step,
    const struct bench_ctx *c)
{
	struct task *t = &m->shared->task;

	memset(t, 0, sizeof(*t));
	t->magic = TASK_MAGIC;
	snprintf(t->version, sizeof(t->version), "%s", PERFLOSS_VERSION);
	snprintf(t->bench, sizeof(t->bench), "%s", step->row.bench->name);
	t->ctx = *c;
	t->inject = m->inject;
	t->parent = getpid();
	t->job.mode = step->mode;
	t->job.clock = m->clock.id;
	t->job.ops = step->ops;
	t->job.time_ns = step->time_ns;
	t->job.batches = step->batches;
	t->job.want_ns = calib_batch_ns(&m->clock, step->time_ns);
	t->job.full_ns = pulse_full(&m->pulses, c->cpu[0]);
	t->job.quiet_ns = step->quiet_ns;
	t->job.sample_ns = step->sample_ns;
	t->job.seed = (uint64_t)watch_now() ^ m->invocations;
	t->job.stays = m->stays != 0;
}

static void failed(struct measure_result *r, int error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void failed(struct measure_result *r, int error, const char *fmt, ...)
{
	va_list ap;

	r->outcome = OUTCOME_FAIL;
	r->error = error;
	va_start(ap, fmt);
	vsnprintf(r->why, sizeof(r->why), fmt, ap);
	va_end(ap);
}

enum ending {
	END_ITSELF,
	END_DEADLINE,
	END_STOPPED,
	END_CROWD, /* it forked too much */
};

/* Wait for pid until its end (or, with WUNTRACED, until it has stopped), the
 * deadline, or a reason to stop. */
static enum ending wait_for(pid_t pid, int64_t deadline_ns, int how,
    int *status)
{
	int64_t end = watch_now() + deadline_ns, left = deadline_ns;
	int64_t tasks = -1, now;
	int what;

	do {
		what = watch_wait(-1, left < LOOK_NS ? left : LOOK_NS);
		if (waitpid(pid, status, WNOHANG | how) == pid)
			return END_ITSELF;
		if (what & WATCH_STOP)
			return END_STOPPED;
		now = plat_tasks();
		if (tasks < 0)
			tasks = now;
		if (now - tasks > MORE_TASKS)
			return END_CROWD;
		left = end - watch_now();
	} while (left > 0);
	return END_DEADLINE;
}

/* Kill pid and see it dead. One that the kernel does not let die (a disk that
 * hangs, a CPU that others hold) is left after DEATH_NS: it runs no more code
 * of its own, and who reaps next time reaps it. */
static void put_down(pid_t pid)
{
	static const struct timespec nap = { 0, 500000 };
	int64_t end = watch_now() + DEATH_NS;

	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, WNOHANG) == 0 && watch_now() < end)
		nanosleep(&nap, NULL);
}

/* Another program than the probe may not get as far as main: a library that
 * is not there; or it is not of this version. */
static bool not_started(const struct bench *b, int status,
    struct measure_result *r)
{
	if (!b->program || r->phase != PHASE_START || !WIFEXITED(status) ||
	    WEXITSTATUS(status) == 0)
		return false;
	failed(r, 0,
	    "'%s' does not start here (status %d): a library is missing, or it "
	    "is of another version",
	    b->program, WEXITSTATUS(status));
	r->outcome = OUTCOME_SKIP;
	return true;
}

/* A limit of this place ends what goes beyond it with a signal of its own. */
static bool limited(int status, struct measure_result *r)
{
	int sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	if (sig == SIGXFSZ)
		failed(r, EFBIG,
		    "needs larger files than are allowed (ulimit -f)");
	else if (sig == SIGXCPU)
		failed(r, 0, "needs more CPU time than is allowed (ulimit -t)");
	else
		return false;
	r->outcome = OUTCOME_SKIP;
	return true;
}

/* What a child that ended by itself has come to. */
static void read_outcome(struct shared *s, const struct bench *b, int status,
    struct measure_result *r)
{
	int said = atomic_load(&s->outcome);
	const char *where = phase_words[r->phase];

	if (said == OUTCOME_FAIL || said == OUTCOME_SKIP) {
		s->why[sizeof(s->why) - 1] = '\0';
		failed(r, s->error, "%s", s->why);
		r->outcome = (enum outcome)said;
	} else if (not_started(b, status, r) || limited(status, r)) {
		return;
	} else if (WIFSIGNALED(status)) {
		failed(r, 0, "killed by signal %d in %s", WTERMSIG(status),
		    where);
	} else if (WEXITSTATUS(status) != 0 || r->phase != PHASE_END) {
		failed(r, 0, "exited with status %d in %s", WEXITSTATUS(status),
		    where);
	} else {
		r->outcome = OUTCOME_DONE;
	}
}

/* What one that had to be killed has come to. */
static void cut_short(struct shared *s, const struct measure_step *step,
    enum ending ending, struct measure_result *r)
{
	double limit = (double)step->deadline_ns / 1e9;

	if (ending == END_STOPPED)
		failed(r, EINTR, "stopped");
	else if (ending == END_CROWD)
		failed(r, 0, "started more than %d processes in %s", MORE_TASKS,
		    phase_words[r->phase]);
	else if (atomic_load(&s->outcome) == OUTCOME_FAIL)
		failed(r, s->error, "%.300s (not done after %g s)", s->why,
		    limit);
	else
		failed(r, ETIMEDOUT, "not done after %g s", limit);
}

static enum phase phase_of(struct shared *s)
{
	int phase = atomic_load(&s->phase);

	return phase >= 0 && phase < PHASES ? (enum phase)phase : PHASE_START;
}

void child_run(struct measurer *m, const struct measure_step *step,
    const struct bench_ctx *c, struct measure_result *r)
{
	int64_t from = watch_now();
	pid_t pid;
	int status = 0;
	enum ending ending;

	set_task(m, step, c);
	pid = fork();
	if (pid == 0)
		child_main(m, step);
	if (pid < 0) {
		failed(r, errno, "fork: %s (no process can be started here)",
		    err_words(errno));
		r->outcome = OUTCOME_SKIP;
		return;
	}
	setpgid(pid, pid);
	ending = wait_for(pid, step->deadline_ns + step->quiet_ns, 0, &status);
	r->wall_ns = watch_now() - from;
	m->pulses.spent_ns += r->wall_ns;
	m->pulses.waited_ns += m->shared->waited_ns;
	r->phase = phase_of(m->shared);
	/* The whole group first and at once, so that one that forks without
	 * end does not outrun us; it may have left its group itself. */
	kill(-pid, SIGKILL);
	if (ending != END_ITSELF)
		put_down(pid);
	plat_kill_descendants();
	if (ending == END_ITSELF)
		read_outcome(m->shared, step->row.bench, status, r);
	else
		cut_short(m->shared, step, ending, r);
}

/* -- One that stays ------------------------------------------------------- */

static bool begin_to_stay(struct measurer *m, const struct measure_step *step,
    const struct bench_ctx *c, struct measure_result *r)
{
	pid_t pid;

	m->stays = -1; /* and set_task sees that it is to stay */
	set_task(m, step, c);
	pid = fork();
	if (pid == 0)
		child_main(m, step);
	if (pid < 0) {
		failed(r, errno, "fork: %s (no process can be started here)",
		    err_words(errno));
		r->outcome = OUTCOME_SKIP;
		return false;
	}
	setpgid(pid, pid);
	m->stays = pid;
	return true;
}

void child_visit(struct measurer *m, const struct measure_step *step,
    const struct bench_ctx *c, struct measure_result *r)
{
	int64_t from = watch_now();
	int status = 0;
	enum ending ending;
	pid_t pid;

	if (m->stays == 0 && !begin_to_stay(m, step, c, r))
		return;
	if (m->stays < 0) {
		failed(r, 0, "the process that was to survive has ended");
		return;
	}
	pid = m->stays;
	kill(pid, SIGCONT); /* nothing to one that has just begun */
	ending = wait_for(pid, step->deadline_ns, WUNTRACED, &status);
	r->wall_ns = watch_now() - from;
	r->phase = phase_of(m->shared);
	if (ending == END_ITSELF && WIFSTOPPED(status)) {
		if (r->phase == PHASE_END)
			r->outcome = OUTCOME_DONE;
		else
			failed(r, 0, "stopped by signal %d in %s",
			    WSTOPSIG(status), phase_words[r->phase]);
		return;
	}
	kill(-pid, SIGKILL);
	if (ending != END_ITSELF)
		put_down(pid);
	m->stays = -1;
	if (ending == END_ITSELF)
		read_outcome(m->shared, step->row.bench, status, r);
	else
		cut_short(m->shared, step, ending, r);
}
