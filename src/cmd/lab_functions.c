/* lab_functions.c - of which functions the instructions of a boot were. */
#include "cmd/lab.h"

#include "base/mem.h"
#include "drive/drive.h"
#include "judge/functions.h"
#include "model/counts.h"
#include "model/plan.h"
#include "model/symbols.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int lab_counter_init(struct lab_counter *c, struct err *e)
{
	char *probe = probe_find(e);
	int r = probe ? 0 : e->code;

	memset(c, 0, sizeof(*c));
	c->plugin = r == 0 ? plugin_find(e) : NULL;
	r = r == 0 && !c->plugin ? e->code : r;
	r = r < 0 ? r : images_add(&c->images, probe, e);
	free(probe);
	return r;
}

void lab_counter_release(struct lab_counter *c)
{
	free(c->plugin);
	images_release(&c->images);
	memset(c, 0, sizeof(*c));
}

/* A file without a name, which ends with this program; QEMU reaches it through
 * this process. */
int lab_counts_open(struct lab_counts *f, struct err *e)
{
	f->file = tmpfile();
	if (!f->file)
		return err_sys(e, -errno, "cannot make a temporary file");
	f->path = xasprintf("/proc/%ld/fd/%d", (long)getpid(), fileno(f->file));
	return 0;
}

void lab_counts_close(struct lab_counts *f)
{
	if (f->file)
		fclose(f->file);
	free(f->path);
	*f = (struct lab_counts){ NULL, NULL };
}

/* -- What a boot counted ------------------------------------------------- */

static void kernel_symbols(const struct lab_job *job, struct symbols *s)
{
	symbols_init(s);
	for (size_t i = 0; i < job->n; i++)
		if (job->msg[i].kind == WIRE_SYMBOLS && job->msg[i].list)
			symbols_add_kallsyms(s, job->msg[i].list,
			    strlen(job->msg[i].list));
	symbols_sort(s);
}

/* The plugin numbers steps as they begin. */
static uint64_t ordinal_of(const struct lab_job *job, const struct wire_msg *m)
{
	uint64_t n = 0;

	for (size_t i = 0; i < job->n; i++) {
		n += job->msg[i].kind == WIRE_START;
		if (job->msg[i].kind == WIRE_START && job->msg[i].id == m->id)
			return n;
	}
	return 0;
}

/* The text of the functions of one answer goes along with its invocation. */
static void note_functions(const struct lab_job *job, struct wire_msg *m,
    const struct counts *counts, const struct functions_code *code)
{
	double marked = invocation_number(&m->inv, "marked");
	uint64_t at = ordinal_of(job, m);
	const struct counts_step *run = counts_find(counts, at, false);
	const struct counts_step *base = counts_find(counts, at, true);
	struct buf text = BUF_INIT;
	struct functions f;

	if (!run || !(marked >= (double)run->batches) ||
	    (base && base->batches != run->batches))
		return;
	functions_split(&f, run, base,
	    (double)run->batches * (double)m->inv.ops, code);
	functions_write(&f, &text);
	invocation_note(&m->inv, FUNCTIONS_NOTE, buf_str(&text));
	functions_release(&f);
	buf_release(&text);
}

int lab_functions(struct lab_job *job, const struct lab_counter *c,
    const struct lab_counts *f, struct err *e)
{
	struct symbols kernel;
	struct counts counts;
	const struct functions_code code = { &kernel, &c->images };
	int r = counts_read(&counts, f->path, e);

	kernel_symbols(job, &kernel);
	if (r == 0 && !counts.whole)
		r = err_set(e, -EIO,
		    "the plugin of QEMU did not write all that it counted");
	for (size_t i = 0; i < job->n && r == 0; i++)
		if (job->msg[i].kind == WIRE_DONE)
			note_functions(job, &job->msg[i], &counts, &code);
	counts_release(&counts);
	symbols_release(&kernel);
	return r;
}
