/* lab_exec_count.c - boots of programs, and what they executed. */
#include "cmd/lab_exec.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/counts.h"
#include "model/plan.h"
#include "model/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where they are in the machine. */
#define OUTPUT "/tmp/output"
#define ERRORS "/tmp/errors"

#define STEP 1 /* the program is the first and only one */

struct work {
	struct lab_exec *x;
	struct lab_job *job; /* of boot b of program k: at k * boots + b */
	FILE **counts;       /* what the plugin of each writes */
	char **path;         /* and its path, for another process */
	char *plugin;
	size_t n;
};

/* -- Before -------------------------------------------------------------- */

static void put_line(struct buf *all, struct buf *line)
{
	buf_addf(all, "%s\n", buf_str(line));
	buf_release(line);
}

static char *make_plan(const struct lab_exec *x, const struct lab_program *p)
{
	const struct plan_program step = { .id = STEP,
		.key = LAB_EXEC_KEY,
		.argv = (char **)(uintptr_t)p->argv,
		.in = x->in ? LAB_EXEC_INPUT : NULL,
		.out = OUTPUT,
		.errors = ERRORS,
		.deadline_ns = x->deadline_ns };
	struct buf all = BUF_INIT, line = BUF_INIT;
	struct plan plan;

	plan_init(&plan, x->seed);
	plan.counts = true;
	plan_head(&plan, &line);
	put_line(&all, &line);
	plan_release(&plan);
	plan_program(&step, &line);
	put_line(&all, &line);
	plan_file(OUTPUT, x->most, &line);
	put_line(&all, &line);
	plan_file(ERRORS, x->most, &line);
	put_line(&all, &line);
	plan_symbols(&line);
	put_line(&all, &line);
	plan_end(&line);
	put_line(&all, &line);
	return buf_take(&all);
}

/* A file without a name, which ends with this program; QEMU reaches it through
 * this process. */
static int make_file(struct work *w, size_t i, struct err *e)
{
	w->counts[i] = tmpfile();
	if (!w->counts[i])
		return err_sys(e, -errno, "cannot make a temporary file");
	w->path[i] =
	    xasprintf("/proc/%ld/fd/%d", (long)getpid(), fileno(w->counts[i]));
	return 0;
}

static int make_job(struct work *w, size_t k, size_t b, struct err *e)
{
	struct lab_exec *x = w->x;
	struct lab_program *p = &x->program[k];
	size_t i = k * x->boots + b;
	int r = make_file(w, i, e);

	w->job[i] = (struct lab_job){ .kernel = x->kernel,
		.name = p->text,
		.cmdline = x->cmdline,
		.args = p->args,
		.seed = x->seed + (b > 1 ? b - 1 : 0),
		.plan = make_plan(x, p),
		.plugin = w->plugin,
		.plugin_out = w->path[i],
		.file = p->file,
		.n_file = p->n_file };
	w->n = i + 1;
	return r;
}

/* -- What a boot said ---------------------------------------------------- */

static void take_file(struct lab_counted *c, const struct wire_msg *m)
{
	bool errors = m->key && strcmp(m->key, ERRORS) == 0;

	if (!m->end && m->list)
		buf_add_mem(errors ? &c->errors : &c->out, m->list,
		    (size_t)m->bytes);
	if (m->end && !errors)
		c->out_size = m->bytes;
}

static void take_done(struct lab_counted *c, const struct wire_msg *m)
{
	const char *status = invocation_noted(&m->inv, "status");
	const char *sig = invocation_noted(&m->inv, "signal");

	if (sig)
		c->status = xasprintf("signal %s", sig);
	else if (status && strcmp(status, "0") != 0)
		c->status = xasprintf("status %s", status);
	c->ok = true;
}

static void take(struct lab_counted *c, const struct wire_msg *m,
    struct symbols *kernel)
{
	if (m->kind == WIRE_SYMBOLS && m->list)
		symbols_add_kallsyms(kernel, m->list, strlen(m->list));
	else if (m->kind == WIRE_FILE)
		take_file(c, m);
	else if (m->kind == WIRE_DONE)
		take_done(c, m);
	else if (m->kind == WIRE_SKIP || m->kind == WIRE_FAIL)
		err_set(&c->why, -ECHILD, "%s",
		    m->why ? m->why : "it could not be run");
}

/* Instructions of the probe, which starts it, are not the program's. */
static void without_probe(struct functions *f)
{
	size_t kept = 0;

	for (size_t i = 0; i < f->n; i++) {
		struct function *at = &f->at[i];

		if (!at->file || strcmp(at->file, "perfloss-probe") != 0) {
			f->at[kept++] = *at;
			continue;
		}
		f->user -= at->n;
		free(at->name);
		free(at->file);
	}
	f->n = kept;
}

static int split(struct work *w, size_t i, struct symbols *kernel,
    struct lab_counted *c, struct err *e)
{
	struct lab_program *p = &w->x->program[i / w->x->boots];
	const struct functions_code code = { kernel, &p->images };
	const struct counts_step *step;
	struct counts counts;
	int r = counts_read(&counts, w->path[i], e);

	step = r == 0 ? counts_find(&counts, STEP, false) : NULL;
	if (r == 0 && (!counts.whole || !step))
		r = err_set(e, -EIO,
		    "the plugin of QEMU did not write what it counted");
	if (r == 0) {
		symbols_sort(kernel);
		functions_split(&c->functions, step, NULL, 1, &code);
		without_probe(&c->functions);
		c->user = c->functions.user;
		c->kernel = c->functions.kernel;
	}
	counts_release(&counts);
	return r;
}

/* The run has a value of each boot; the first one's functions go along. */
static void add_value(struct lab_program *p, const struct lab_counted *c,
    size_t b)
{
	struct result *res = run_add(&p->run, LAB_EXEC_KEY);
	struct buf text = BUF_INIT;
	struct invocation *inv;
	char number[32];

	res->unit = UNIT_INSN;
	res->outcome = OUTCOME_OK;
	inv = result_add(res);
	inv->round = (uint32_t)b;
	inv->ops = 1;
	inv->run = xcalloc(1, sizeof(*inv->run));
	inv->run[0] = (uint64_t)(c->user + c->kernel);
	inv->n_run = 1;
	inv->cpu[0] = inv->cpu[1] = -1;
	snprintf(number, sizeof(number), "%lld", (long long)c->user);
	invocation_note(inv, "user", number);
	snprintf(number, sizeof(number), "%lld", (long long)c->kernel);
	invocation_note(inv, "kernel", number);
	if (b == 0) {
		functions_write(&c->functions, &text);
		invocation_note(inv, "functions", buf_str(&text));
		buf_release(&text);
	}
	p->run.rounds = (uint32_t)b + 1;
}

static void done(void *arg, size_t i)
{
	struct work *w = arg;
	struct lab_job *job = &w->job[i];
	struct lab_program *p = &w->x->program[i / w->x->boots];
	struct lab_counted *c = &p->boot[i % w->x->boots];
	struct symbols kernel;

	symbols_init(&kernel);
	for (size_t k = 0; k < job->n; k++) {
		struct wire_msg *m = &job->msg[k];

		take(c, m, &kernel);
		if (i % w->x->boots == 0 &&
		    (m->kind == WIRE_FACT || m->kind == WIRE_CLOCK ||
			m->kind == WIRE_ENV))
			wire_apply(m, &p->run, 0);
	}
	if (c->ok)
		c->ok = split(w, i, &kernel, c, &c->why) == 0;
	symbols_release(&kernel);
	lab_job_release(job);
}

void lab_counted_release(struct lab_counted *c)
{
	functions_release(&c->functions);
	free(c->status);
	buf_release(&c->out);
	buf_release(&c->errors);
}

/* -- All ----------------------------------------------------------------- */

static int make_jobs(struct work *w, struct err *e)
{
	int r = 0;

	w->plugin = plugin_find(e);
	if (!w->plugin)
		return e->code;
	for (size_t k = 0; k < w->x->n; k++)
		for (size_t b = 0; b < w->x->boots && r == 0; b++)
			r = make_job(w, k, b, e);
	return r;
}

static int check(struct lab_exec *x, struct err *e)
{
	for (size_t k = 0; k < x->n; k++)
		for (size_t b = 0; b < x->boots; b++) {
			struct lab_program *p = &x->program[k];

			if (!p->boot[b].ok)
				return err_set(e, -ECHILD, "'%.120s': %s",
				    p->text,
				    p->boot[b].why.code ?
					p->boot[b].why.text :
					"the machine did not run it");
			add_value(p, &p->boot[b], b);
		}
	return 0;
}

int lab_exec_count(struct lab_exec *x, struct err *e)
{
	struct work w = { .x = x };
	size_t n = x->n * x->boots;
	int r;

	w.job = xcalloc(n, sizeof(*w.job));
	w.counts = xcalloc(n, sizeof(FILE *));
	w.path = xcalloc(n, sizeof(char *));
	r = make_jobs(&w, e);
	if (r == 0)
		r = lab_boots(w.job, n, &x->how, done, &w, e);
	if (r == 0)
		r = check(x, e);
	for (size_t i = 0; i < w.n; i++) {
		lab_job_release(&w.job[i]);
		if (w.counts[i])
			fclose(w.counts[i]);
		free(w.path[i]);
	}
	free(w.job);
	free(w.counts);
	free(w.path);
	free(w.plugin);
	return r;
}
