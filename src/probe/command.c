/* command.c - a program line of the plan: a command, run and measured. */
#include "probe/command.h"

#include "measure/program.h"
#include "measure/watch.h"
#include "probe/out.h"

#include <errno.h>
#include <string.h>

static char *const nothing[] = { NULL };
static char *const *environment = nothing;

void command_environment(char *const *env)
{
	environment = env;
}

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
	case PROGRAM_STOPPED:
		return "stopped";
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
		.keep = p->keep };
	struct disturb d;
	struct program_result r;
	const char *why;
	char late[64];
	struct err e;
	int code;

	out_start(p->id, p->key);
	disturb_begin(&d);
	code = program_run(&program, &r, &e);
	disturb_end(&d);
	m->keeps |= code == 0 && r.left && p->keep;
	if (code < 0) {
		fail(p, -code, e.text);
		return;
	}
	why = trouble(p, &r, late, sizeof(late));
	if (why)
		fail(p, 0, why);
	else
		out_program(p->id, p->key, r.start_ns - m->began_ns, &r, &d);
}
