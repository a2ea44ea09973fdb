/* command.c - a program line of the plan: a command, run and measured. */
#include "probe/command.h"

#include "measure/around.h"
#include "measure/mark.h"
#include "measure/program.h"
#include "measure/watch.h"
#include "plat/count.h"
#include "probe/out.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_NS INT64_C(1000000000)

static char *const nothing[] = { NULL };
static char *const *environment = nothing;

void command_environment(char *const *env)
{
	environment = env;
}

char *const *command_env(void)
{
	return environment;
}

/* -- A keeper ------------------------------------------------------------ */

/* What is left for it to do: wait, pass on a reason to stop, and end as the
 * other one did. */
static void keep(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		watch_wait(-1, LOOK_NS);
		if (watch_stopped())
			kill(pid, SIGTERM);
	}
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	plat_kill_descendants();
	watch_reset();
	raise(WTERMSIG(status));
	_exit(2);
}

/* Whoever is killed before it can end what it has started (kill -9, a lack of
 * memory, the command itself): with the first command this process becomes two.
 * The one that goes on is told when the keeper dies, the keeper kills what the
 * other one leaves. A process that cannot be started is done without. */
void command_split(void)
{
	static bool done;
	pid_t keeper = getpid(), pid = done ? -1 : fork();

	done = true;
	if (pid > 0)
		keep(pid);
	if (pid < 0)
		return;
	plat_adopt_orphans();
	watch_init();
	plat_die_with_parent(SIGTERM, keeper);
}

/* -- A line -------------------------------------------------------------- */

static void fail(const struct plan_line *p, int error, const char *why)
{
	struct measure_result r = { .outcome = OUTCOME_FAIL,
		.error = error,
		.phase = PHASE_RUN };

	snprintf(r.why, sizeof(r.why), "%s", why);
	out_result(p->id, p->key, NULL, NULL, &r);
}

/* Why there is no time of it. NULL: there is one. */
static const char *trouble(const struct plan_line *p,
    const struct program_result *r, char *why, size_t size)
{
	switch (r->end) {
	case PROGRAM_LATE:
		snprintf(why, size, "it had not ended after %.3g s",
		    (double)p->deadline_ns / 1e9);
		return why;
	case PROGRAM_TERMINAL:
		return "it wants the terminal, which it cannot have here";
	case PROGRAM_HALTED:
		snprintf(why, size,
		    "it stopped by signal %d, and nothing made it go on",
		    r->code);
		return why;
	case PROGRAM_STOPPED:
		return "it was killed, as the probe was told to end";
	case PROGRAM_EXITED:
	case PROGRAM_KILLED:
		break;
	}
	return NULL;
}

void command_step(struct measurer *m, const struct plan_line *p)
{
	const struct program program = { .argv = p->argv,
		.env = environment,
		.in = p->in,
		.out = p->out,
		.errors = p->errors,
		.deadline_ns = p->deadline_ns,
		.keep = p->keep,
		.counts = m->clock.id == PLAT_COUNT };
	struct around around;
	struct program_result r;
	const char *why;
	char late[80];
	struct err e;
	int code;

	command_split();
	out_start(p->id, p->key);
	if (m->clock_error.code < 0) {
		fail(p, -m->clock_error.code, m->clock_error.text);
		return;
	}
	mark(MARK_STEP);
	around_begin(&around, p->counters);
	code = program_run(&program, &r, &e);
	around_end(&around);
	m->keeps |= code == 0 && r.left && p->keep;
	if (code < 0) {
		fail(p, -code, e.text);
		return;
	}
	why = trouble(p, &r, late, sizeof(late));
	if (why)
		fail(p, 0, why);
	else
		out_program(p->id, p->key, r.start_ns - m->began_ns, &r,
		    &around);
}
