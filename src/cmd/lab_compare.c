/* lab_compare.c - perfloss lab run and lab compare: count, keep, judge. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "cmd/lab_cli.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "judge/judge.h"
#include "report/functions.h"
#include "report/rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_LISTED 6 /* of the configurations that differ */

static const struct opt_cmd lab_run_usage = {
	"perfloss lab run",
	"KERNEL...",
	"count the instructions of each row on a kernel",
	"In several boots of a virtual machine, with seeds of their own. The "
	"runs are kept,\nand 'perfloss show' and 'perfloss compare' take them.",
	lab_cli_opts,
};

static const struct opt_cmd lab_compare_usage = {
	"perfloss lab compare",
	"KERNEL [KERNEL...]",
	"judge kernels by the instructions that each row takes",
	"One kernel is compared with itself, under another command line "
	"(--cmdline-b) or\nsettings (--set-b). Boots of both in random pairs. "
	"Repeated, it prints the same\nnumbers. Exit status: 0 nothing is "
	"slower, 1 something is, 2 trouble.",
	lab_cli_opts,
};

/* -- Keeping ------------------------------------------------------------- */

static int open_store(struct store **s, struct lab_made *m, struct err *e)
{
	struct err none;
	int r = source_store(s, lab_cli.store, STORE_WRITE, e);

	for (size_t a = 0; a < m->o.n_arms && r == 0; a++) {
		r = store_begin_run(*s, &m->run[a], e);
		for (size_t k = 0; k < a && r < 0; k++)
			store_delete(*s, m->run[k].id, &none);
	}
	return r;
}

/* "seed 1 boots the same again; stored as #3 a and #4 b in ..." */
static void put_trailer(const struct lab_made *m, const struct store *s,
    const struct style *style, struct buf *out)
{
	struct buf line = BUF_INIT;
	char name[96];

	buf_addf(&line, "%s; seed %" PRIu64 " boots the same again",
	    m->run[0].stop ? m->run[0].stop : "?", m->o.seed);
	report_line("counted", buf_str(&line), style, out);
	if (s) {
		buf_clear(&line);
		for (size_t a = 0; a < m->o.n_arms; a++)
			buf_addf(&line, "%s%s", a ? ", " : "",
			    report_run_name(&m->run[a], name, sizeof(name)));
		buf_addf(&line, " in %s", store_path(s));
		report_line("stored", buf_str(&line), style, out);
	}
	buf_release(&line);
}

/* -- Output -------------------------------------------------------------- */

static int print_runs(const struct lab_made *m, const struct store *s,
    struct err *e)
{
	struct report_opts o = { out_style(), false, NULL };
	struct buf out = BUF_INIT;
	struct json j;
	int r;

	json_init(&j, &out);
	if (lab_cli.json && m->o.n_arms > 1) {
		json_begin_object(&j);
		json_key(&j, "runs");
		json_begin_array(&j);
	}
	for (size_t a = 0; a < m->o.n_arms; a++) {
		const struct run *run = &m->run[a];
		struct estimate *est =
		    xcalloc(run->n_results + 1, sizeof(*est));

		judge_run(run, est);
		if (lab_cli.json) {
			report_run_json(run, est, NULL, &j);
		} else {
			buf_add(&out, a ? "\n" : "");
			report_run_head(run, &o.style, &out);
			buf_add(&out, "\n\n");
			report_run(run, est, &o, &out);
		}
		free(est);
	}
	if (lab_cli.json && m->o.n_arms > 1) {
		json_end_array(&j);
		json_end_object(&j);
	}
	if (lab_cli.json)
		buf_add_char(&out, '\n');
	else
		put_trailer(m, s, &o.style, &out);
	r = out_write(&out, e);
	buf_release(&out);
	return r;
}

struct judged_lab {
	struct report_pair *pair;
	struct judge_pair *in;
	struct verdict_set *v;
	size_t n;
};

/* What the kernel after the i-th is judged against. */
static size_t base_of(const struct lab_made *m, size_t i)
{
	return lab_cli.neighbours || m->git.series ? i : 0;
}

static void judge_all(struct judged_lab *l, const struct lab_made *m)
{
	l->n = m->o.n_arms - 1;
	l->pair = xcalloc(l->n, sizeof(*l->pair));
	l->in = xcalloc(l->n, sizeof(*l->in));
	l->v = xcalloc(l->n, sizeof(*l->v));
	for (size_t i = 0; i < l->n; i++) {
		l->in[i] = (struct judge_pair){ .base = &m->run[base_of(m, i)],
			.now = &m->run[i + 1],
			.opts = judge_defaults };
		l->in[i].opts.counts = lab_cli.delta;
		if (lab_cli.delta > 0)
			l->in[i].opts.delta = lab_cli.delta;
	}
	judge_compare_many(l->in, l->n, l->v);
	for (size_t i = 0; i < l->n; i++)
		l->pair[i] = (struct report_pair){ l->in[i].base, l->in[i].now,
			&l->v[i] };
}

static void judged_lab_release(struct judged_lab *l)
{
	for (size_t i = 0; i < l->n; i++)
		verdict_set_release(&l->v[i]);
	free(l->pair);
	free(l->in);
	free(l->v);
}

static void put_json(const struct judged_lab *l, const struct lab_made *m,
    struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	report_comparisons_members(l->pair, l->n, &j);
	json_key(&j, "configs");
	json_begin_array(&j);
	for (size_t i = 0; i < l->n; i++) {
		json_begin_object(&j);
		lab_config_json(m->arm[base_of(m, i)].kernel,
		    m->arm[i + 1].kernel, &j);
		json_end_object(&j);
	}
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

/* What each differs in from its base, behind what it costs. */
static void put_differences(const struct judged_lab *l,
    const struct lab_made *m, const struct report_opts *o, bool facts,
    struct buf *out)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct kernel *a = m->arm[base_of(m, i)].kernel;
		const struct kernel *b = m->arm[i + 1].kernel;

		if (facts)
			report_counted_facts(l->pair[i].base, l->pair[i].now, o,
			    out);
		if (a != b)
			lab_config_text(a, b,
			    o->all ? SIZE_MAX : OPTIONS_LISTED, &o->style, out);
	}
}

static void put_text(const struct judged_lab *l, const struct lab_made *m,
    const struct store *s, struct buf *out)
{
	struct report_opts o = { out_style(), lab_cli.all, NULL };
	bool many = l->n > 1 && !lab_cli.all;

	if (many)
		report_compare_many(l->pair, l->n, &o, out);
	for (size_t i = 0; i < l->n && !many; i++) {
		buf_add(out, i ? "\n" : "");
		report_compare(l->pair[i].base, l->pair[i].now, l->pair[i].v,
		    &o, out);
	}
	for (size_t i = 0; i < l->n; i++)
		report_functions_where(l->pair[i].v,
		    lab_cli.functions || lab_cli.all, &o.style, out);
	put_differences(l, m, &o, !many, out);
	put_trailer(m, s, &o.style, out);
}

static int print_judged(const struct lab_made *m, const struct store *s,
    int *status, struct err *e)
{
	struct judged_lab l;
	struct buf out = BUF_INIT;
	int r;

	judge_all(&l, m);
	for (size_t i = 0; i < l.n; i++) {
		int one = judge_exit_status(&l.v[i], lab_cli.need);

		/* 1 before 2 before 3 */
		if (one > 0 && (*status == 0 || one < *status))
			*status = one;
	}
	if (lab_cli.json)
		put_json(&l, m, &out);
	else
		put_text(&l, m, s, &out);
	judged_lab_release(&l);
	r = out_write(&out, e);
	buf_release(&out);
	return r;
}

/* -- All of it ----------------------------------------------------------- */

static void say_start(const struct lab_made *m)
{
	char rows[32], boots[32];

	if (lab_cli.quiet)
		return;
	log_note("%s, %s of each kernel, %u at once; seed %" PRIu64,
	    rows_count(m->rows.n, "row", rows, sizeof(rows)),
	    rows_count(m->o.boots, "boot", boots, sizeof(boots)),
	    m->o.how.at_once, m->o.seed);
}

/* Boots that were whole in every arm. */
static bool any_boot(const struct lab_made *m)
{
	for (size_t a = 0; a < m->o.n_arms; a++)
		if (m->run[a].rounds == 0)
			return false;
	return true;
}

static int count_and_print(struct lab_made *m, struct store *s, bool judge,
    struct err *e)
{
	int r, stored = 0, status = 0, printed = 0;
	struct err printing = { 0, "" };

	say_start(m);
	r = lab_measure(&m->o, s, e);
	for (size_t a = 0; a < m->o.n_arms; a++)
		stored = setup_keep(s, &m->run[a]) < 0 ? -1 : stored;
	if (stored < 0)
		s = NULL;
	if (any_boot(m))
		printed = judge ? print_judged(m, s, &status, &printing) :
				  print_runs(m, s, &printing);
	if (printed < 0 && r == 0)
		r = err_set(e, printing.code, "%s", printing.text);
	if (r == -EINTR)
		return setup_interrupted(any_boot(m),
		    "no boot of each kernel came to its end");
	if (r < 0)
		return r;
	return stored < 0 ? CMD_TROUBLE : status;
}

static int lab(const struct opt_cmd *usage, bool judge, int argc, char **argv,
    struct err *e)
{
	char *typed = setup_command(argc, argv), *command;
	struct store *s = NULL;
	struct lab_made m;
	int n, r = opt_parse(usage, argc, argv, &n, e);

	command = xasprintf("perfloss lab%s", typed + strlen("perfloss"));
	free(typed);
	if (r != 0) {
		free(command);
		return r < 0 ? r : 0;
	}
	stop_catch();
	r = lab_make(&m, argv + 1, (size_t)n, judge ? 2 : 1, e);
	if (r == 0)
		lab_describe(&m, command, m.o.n_arms > 1);
	if (r == 0 && !lab_cli.no_store)
		r = open_store(&s, &m, e);
	if (r == 0)
		r = count_and_print(&m, s, judge, e);
	if (r == -EINTR) /* while a kernel was fetched or unpacked */
		r = setup_interrupted(false, "nothing was booted");
	store_close(s);
	lab_made_release(&m);
	free(command);
	return r;
}

int lab_run(int argc, char **argv, struct err *e)
{
	return lab(&lab_run_usage, false, argc, argv, e);
}

int lab_compare(int argc, char **argv, struct err *e)
{
	return lab(&lab_compare_usage, true, argc, argv, e);
}
