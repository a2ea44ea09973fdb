/* lab_boots.c - boots of the lab, several at once, to their ends. */
#include "cmd/lab.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/cmd.h"
#include "cmd/progress.h"
#include "drive/clocks.h"
#include "drive/drive.h"
#include "drive/stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

/* How often the line on the terminal is written anew. */
#define LOOK_NS (S / 2)

#define TRIES 2

struct boots {
	struct lab_job *job;
	size_t n;
	const struct lab_how *how;
	void (*done)(void *arg, size_t i);
	void *arg;
	size_t *at; /* jobs under way; probe: theirs */
	struct probe **probe;
	size_t running, next, ended;
	int64_t took_ns; /* of all that ended well */
};

static void forget(struct lab_job *job)
{
	for (size_t i = 0; i < job->n; i++)
		wire_msg_release(&job->msg[i]);
	free(job->msg);
	job->msg = NULL;
	job->n = job->cap = job->answers = 0;
	job->bye = false;
	job->why = (struct err){ 0, "" };
	buf_release(&job->console);
}

void lab_job_release(struct lab_job *job)
{
	forget(job);
	free(job->plan);
	job->plan = NULL;
}

static int start(struct boots *b, size_t i, struct err *e)
{
	struct lab_job *job = &b->job[i];
	const struct lab_boot boot = { .kernel = job->kernel,
		.cmdline = job->cmdline,
		.seed = job->seed,
		.accel = b->how->accel,
		.memory_mb = b->how->memory_mb,
		.settle_ns = b->how->settle_ns,
		.limit_ns = b->how->limit_ns,
		.set = job->set,
		.args = job->args,
		.plan = job->plan,
		.file = job->file,
		.n_file = job->n_file,
		.plugin = job->plugin,
		.plugin_out = job->plugin_out,
		.console = &job->console };
	int r;

	forget(job);
	job->tries++;
	job->from_ns = clocks_now_ns();
	r = lab_start(&job->probe, &boot, e);
	if (r < 0)
		return r;
	probe_ask(job->probe, b->how->limit_ns);
	b->at[b->running] = i;
	b->probe[b->running++] = job->probe;
	return 0;
}

/* Its probe is gone; the last one under way takes its place. */
static void leave(struct boots *b, size_t k)
{
	b->job[b->at[k]].probe = NULL;
	b->running--;
	b->at[k] = b->at[b->running];
	b->probe[k] = b->probe[b->running];
}

/* -- One boot ------------------------------------------------------------ */

static bool is_answer(const struct wire_msg *m)
{
	return m->kind == WIRE_DONE || m->kind == WIRE_SKIP ||
	    m->kind == WIRE_FAIL;
}

static void keep(struct lab_job *job, struct wire_msg *m)
{
	job->answers += is_answer(m);
	job->bye |= m->kind == WIRE_BYE;
	if (m->kind == WIRE_ERROR && !job->why.code)
		err_set(&job->why, -EPROTO, "%s",
		    m->why ? m->why : "the probe refuses its plan");
	job->msg = xgrow(job->msg, job->n, &job->cap, sizeof(*job->msg));
	job->msg[job->n++] = *m;
}

static void keep_console(const struct boots *b, const struct lab_job *job)
{
	struct err why;

	if (b->how->console && job->console.len > 0 &&
	    out_file(b->how->console, &job->console, &why) < 0)
		log_warn("%s", why.text);
}

/* It failed: once more, where that may help, or the end of all. */
static int failed(struct boots *b, size_t i, const struct err *why,
    struct err *e)
{
	struct lab_job *job = &b->job[i];

	keep_console(b, job);
	if (job->tries < TRIES && !job->why.code &&
	    lab_again(why->code, b->how->accel)) {
		log_warn("%s %zu of %zu, '%s', failed: %s; it is tried again",
		    b->how->what, i + 1, b->n, job->name, why->text);
		return start(b, i, e);
	}
	return err_set(e, why->code, "%s %zu of %zu, '%s', failed%s: %s",
	    b->how->what, i + 1, b->n, job->name,
	    job->tries > 1 ? " twice" : "", why->text);
}

/* The k-th of those under way has said its last word, or never will. */
static int finish(struct boots *b, size_t k, int r, struct err *why,
    struct err *e)
{
	size_t i = b->at[k];
	struct lab_job *job = &b->job[i];
	struct err ended = { 0, "" };

	if (probe_stop(job->probe, &ended) < 0 && (r >= 0 || r == -ETIMEDOUT))
		r = err_set(why, ended.code, "%s", ended.text);
	leave(b, k);
	if (job->why.code)
		r = err_set(why, job->why.code, "%s", job->why.text);
	if (r >= 0 && !job->bye)
		r = err_set(why, -EPIPE, "it ended before its work was done");
	if (r < 0)
		return failed(b, i, why, e);
	job->ok = true;
	b->ended++;
	b->took_ns += clocks_now_ns() - job->from_ns;
	b->done(b->arg, i);
	return 0;
}

/* What the k-th of those under way has to say. */
static int hear(struct boots *b, size_t k, struct err *e)
{
	struct lab_job *job = &b->job[b->at[k]];
	struct err why = { 0, "" };
	struct wire_msg m;
	int r = probe_next(job->probe, &m, &why);

	if (r == -EINTR)
		return err_set(e, r, "%s", why.text);
	if (r != 1)
		return finish(b, k, r, &why, e);
	keep(job, &m);
	return 0;
}

/* -- All of them --------------------------------------------------------- */

static void show(const struct boots *b)
{
	const struct lab_job *job;
	size_t left = b->n - b->ended;
	double s = (double)b->took_ns / 1e9 / (double)(b->ended + !b->ended);
	char span[32] = "";

	if (!progress_wanted() || b->running == 0)
		return;
	job = &b->job[b->at[0]];
	if (b->ended > 0)
		num_span(s * (double)left / (double)b->how->at_once, span,
		    sizeof(span));
	progress_show("%s %zu of %zu  %s  row %zu of %zu%s%s%s", b->how->what,
	    b->ended + 1, b->n, job->name, job->answers, b->how->rows,
	    span[0] ? "  " : "", span, span[0] ? " left" : "");
}

static int look(struct boots *b, struct err *e)
{
	int k, r = 0;

	while (r == 0 && b->running < b->how->at_once && b->next < b->n)
		r = start(b, b->next++, e);
	if (r < 0)
		return r;
	show(b);
	k = probe_poll(b->probe, b->running, LOOK_NS);
	if (k == -EINTR)
		return err_set(e, -EINTR, "interrupted");
	return k < 0 ? 0 : hear(b, (size_t)k, e);
}

int lab_boots(struct lab_job *job, size_t n, const struct lab_how *how,
    void (*done)(void *arg, size_t i), void *arg, struct err *e)
{
	struct boots b = { .job = job,
		.n = n,
		.how = how,
		.done = done,
		.arg = arg };
	struct err none;
	int r = 0;

	b.at = xcalloc(how->at_once + 1, sizeof(*b.at));
	b.probe = xcalloc(how->at_once + 1, sizeof(struct probe *));
	progress_begin(how->quiet);
	while (r == 0 && b.ended < n)
		r = look(&b, e);
	for (size_t k = 0; k < b.running; k++) {
		probe_stop(b.probe[k], &none);
		b.job[b.at[k]].probe = NULL;
	}
	progress_end();
	free(b.at);
	free(b.probe);
	return r;
}
