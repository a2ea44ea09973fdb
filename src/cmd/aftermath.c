/* aftermath.c - perfloss aftermath: does a load leave damage behind? */
#include "cmd/aftermath.h"

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/cmd.h"
#include "cmd/picture.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "judge/aftermath.h"
#include "model/name.h"
#include "report/aftermath.h"
#include "report/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

/* The block of Story 0, 15 s; some 30 rounds of the default rows. */
#define BASELINE_NS (15 * S)
#define LOAD_NS     (20 * S)
#define RECOVERY_NS (20 * S)

static struct {
	struct setup_opts setup;
	const char *load, *command, *label, *store, *file;
	struct picture_opts picture;
	int64_t baseline_ns, load_ns, recovery_ns;
	double delta;
	bool png, plot, keep, json, all;
} opt = { .baseline_ns = BASELINE_NS,
	.load_ns = LOAD_NS,
	.recovery_ns = RECOVERY_NS,
	.setup = SETUP_OPTS_INIT };

static const struct opt aftermath_opts[] = {
	{ 'L', "load", "LOAD", "copies of a row, or one of those above",
	    OPT_STRING, &opt.load, 0 },
	{ 'c', "load-cmd", "CMD", "a command of the shell is the load",
	    OPT_STRING, &opt.command, 0 },
	{ 'f', "for", "TIME",
	    "how long the load lasts, at most: a command may end before "
	    "(default: 20s)",
	    OPT_DURATION, &opt.load_ns, 1 },
	{ 0, "baseline", "TIME", "measure so long before (default: 15s)",
	    OPT_DURATION, &opt.baseline_ns, 1 },
	{ 'r', "recover", "TIME", "measure so long after (default: 20s)",
	    OPT_DURATION, &opt.recovery_ns, 1 },
	{ 'l', "label", "NAME",
	    "a name: the runs are called NAME-baseline, NAME-load and "
	    "NAME-recovery (default: aftermath)",
	    OPT_STRING, &opt.label, 0 },
	{ 0, "keep-running", NULL,
	    "leave alone what a command leaves running, in the end, too",
	    OPT_FLAG, &opt.keep, 0 },
	SETUP_OPT_DIR(opt.setup),
	{ 0, "delta", "PCT", "the change that matters (default: 2%)",
	    OPT_PERCENT, &opt.delta, 0 },
	SETUP_OPT_SEED(opt.setup),
	SETUP_OPT_SETTLE(opt.setup),
	{ 'o', "output", "FILE",
	    "draw the course of the rows there too: .svg or .png", OPT_STRING,
	    &opt.file, 0 },
	{ 0, "plot", NULL, "show the course of the rows", OPT_FLAG, &opt.plot,
	    0 },
	PICTURE_OPTS(&opt.picture),
	{ 'v', "all", NULL, "of each unclear row, why", OPT_FLAG, &opt.all, 0 },
	CMD_OPT_STORE(&opt.store),
	SETUP_OPT_NO_STORE(opt.setup),
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt.setup),
	CMD_OPT_END,
};

const struct opt_cmd cmd_aftermath_usage = {
	"perfloss aftermath",
	"--load LOAD | --load-cmd CMD [ROW...]",
	"does a load leave damage behind?",
	"Rows are measured before, during and after a load, each in fresh "
	"processes and\nin one that survives from the first moment on; then "
	"what differs in the system's\nstate is named.\n\n"
	"LOAD is 'NAME x COPIES', NAME a row or one of these: compute (x 50), "
	"forks,\nfiles (make and remove files), net (TCP connections), cache "
	"(a file of at most a\nquarter of the available memory and half of the "
	"disk's free room), fragment\n(every second page of 40 % of the "
	"available memory).\n\n"
	"  perfloss aftermath --load 'compute x 50' --for 60s\n"
	"  perfloss aftermath --load-cmd 'make -j8'\n\n"
	"Exit status: 0 recovered or cannot tell, 1 something is still slower, "
	"2 trouble.",
	aftermath_opts,
};

/* -- What is measured ----------------------------------------------------- */

/* Story 0's program at 10 ms, memory beyond the second cache, fork, faults of
 * small and huge pages, the null call. */
static const char *const rows[] = {
	"sched_periodic/us=10000/work=0/share=90",
	"mem_lat/size=16M",
	"proc_fork",
	"vm_fault/kind=anon",
	"vm_fault/kind=thp",
	"sys_null",
};

static int choose(struct catalogue *c, int n, char **words, struct err *e)
{
	int r;

	if (n > 0) {
		r = catalogue_load(c, NULL, 0, e);
		return r < 0 ? r :
			       catalogue_select(c, NULL,
				   (const char *const *)words, (size_t)n, e);
	}
	r = catalogue_load(c, rows, sizeof(rows) / sizeof(rows[0]), e);
	for (size_t i = 0; i < c->n; i++)
		c->chosen[i] = true;
	return r;
}

/* -- Runs ----------------------------------------------------------------- */

static void describe(struct aftermath *a, const char *command, int n,
    char **words)
{
	uint64_t seed = setup_seed(opt.setup.seed);

	for (int i = 0; i < AFTER_PHASES; i++) {
		struct run *r = &a->phase[i];

		r->started_ns = setup_now_ns();
		r->seed = seed;
		r->label = xasprintf("%s-%s",
		    opt.label ? opt.label : "aftermath", after_phase_words[i]);
		r->command = xstrdup(command);
		r->profile = setup_profile("aftermath", n, words);
	}
}

static int begin_runs(struct store *s, struct aftermath *a, struct err *e)
{
	struct err none;
	int r = 0, i = 0;

	while (r == 0 && i < AFTER_PHASES)
		r = store_begin_run(s, &a->phase[i++], e);
	for (i -= r < 0 && i > 0; r < 0 && i > 0;)
		store_delete(s, a->phase[--i].id, &none);
	return r;
}

static void forecast(const struct aftermath_opts *o)
{
	char base[32], load[32], after[32];

	if (opt.setup.quiet)
		return;
	log_note("%s before, %s of load, %s after",
	    num_span((double)o->baseline_ns / 1e9, base, sizeof(base)),
	    num_span((double)o->load_ns / 1e9, load, sizeof(load)),
	    num_span((double)o->recovery_ns / 1e9, after, sizeof(after)));
}

/* -- Output --------------------------------------------------------------- */

/* How it was made, where it is, and what shows it again. */
static void put_trailer(const struct aftermath *a, struct store *s,
    const struct style *style, struct buf *out)
{
	const struct run *base = &a->phase[AFTER_BASELINE];
	const struct run *after = &a->phase[AFTER_RECOVERY];
	struct buf line = BUF_INIT;

	buf_addf(&line,
	    "%u, %u and %u rounds; seed %" PRIu64 " replays the order",
	    base->rounds, a->phase[AFTER_LOAD].rounds, after->rounds,
	    base->seed);
	report_line("measured", buf_str(&line), style, out);
	if (s) {
		buf_clear(&line);
		buf_addf(&line, "#%lld %s, #%lld %s, #%lld %s in %s",
		    (long long)base->id, base->label,
		    (long long)a->phase[AFTER_LOAD].id,
		    a->phase[AFTER_LOAD].label, (long long)after->id,
		    after->label, store_path(s));
		report_line("stored", buf_str(&line), style, out);
	}
	if (s && run_has_values(after)) {
		buf_clear(&line);
		buf_addf(&line, "%s compare %s %s", cmd_program, base->label,
		    after->label);
		if (opt.store)
			buf_addf(&line, " --store %s", opt.store);
		table_hold(&line, 0); /* it is to be copied */
		report_line("next", buf_str(&line), style, out);
	}
	buf_release(&line);
}

static int draw(const struct figure_data *d, struct err *e)
{
	struct buf out = BUF_INIT;
	int r = picture_draw(&opt.picture, NULL, d, opt.png, &out, e);

	if (r == 0)
		r = out_file(opt.file, &out, e);
	buf_release(&out);
	return r;
}

static int print(const struct aftermath *a, struct store *s, int *status,
    struct err *e)
{
	const struct report_opts o = { .style = out_style(), .all = opt.all };
	const struct figure_data d = { .aftermath = a };
	struct judge_opts judge = judge_defaults;
	struct buf out = BUF_INIT;
	struct after_judged j;
	struct json js;
	int r;

	if (opt.delta > 0)
		judge.delta = opt.delta;
	judge_aftermath(a, &judge, &j);
	*status = j.word == AFTER_SLOWER && a->to_ns[AFTER_RECOVERY] > 0;
	if (opt.json) {
		json_init(&js, &out);
		report_aftermath_json(a, &j, &js);
		buf_add_char(&out, '\n');
	} else {
		report_aftermath(a, &j, &o, &out);
		put_trailer(a, s, &o.style, &out);
		if (opt.plot) {
			buf_add_char(&out, '\n');
			plot_aftermath(&d, &o.style, &out);
		}
	}
	r = out_write(&out, e);
	if (r == 0 && opt.file)
		r = draw(&d, e);
	buf_release(&out);
	after_judged_release(&j);
	return r;
}

static int measure_and_print(struct aftermath *a, const struct catalogue *c,
    const struct load_spec *load, struct store *s,
    const struct aftermath_opts *o, struct err *e)
{
	bool kept = false;
	struct err printing;
	int ret, stored = 0, status = 0;

	stop_catch();
	ret = aftermath_measure(a, c, load, s, o, e);
	for (int i = 0; i < AFTER_PHASES; i++)
		stored = setup_keep(s, &a->phase[i]) < 0 ? -1 : stored;
	kept = run_has_values(&a->phase[AFTER_BASELINE]);
	if (kept && (ret == 0 || ret == -EINTR) &&
	    print(a, stored < 0 ? NULL : s, &status, &printing) < 0 && ret == 0)
		ret = err_set(e, printing.code, "%s", printing.text);
	if (ret == -EINTR)
		return setup_interrupted(kept && s,
		    kept ? "what was measured until then is not kept" :
			   "nothing was measured");
	if (ret < 0)
		return ret;
	return stored < 0 ? CMD_TROUBLE : status;
}

static int fill(struct aftermath_opts *o, char **dir, struct err *e)
{
	int r = setup_dir(opt.setup.dir, dir, e);

	r = r < 0 ? r : name_check_label(opt.label, e);
	r = r < 0 ? r :
		    picture_check_beside(&opt.picture, opt.file, &opt.png, e);
	if (r == 0 && opt.plot && opt.json)
		r = err_set(e, -EINVAL, "'--plot' is of the text");
	o->baseline_ns = opt.baseline_ns;
	o->load_ns = opt.load_ns;
	o->recovery_ns = opt.recovery_ns;
	o->settle_ns = opt.setup.settle_ns;
	o->dir = *dir;
	o->keep = opt.keep;
	o->quiet = opt.setup.quiet;
	return r;
}

int cmd_aftermath(int argc, char **argv, struct err *e)
{
	char *dir = NULL, *command = setup_command(argc, argv);
	struct aftermath_opts o = { 0 };
	struct load_spec load = { 0 };
	struct store *s = NULL;
	struct catalogue c;
	struct aftermath a;
	int n, ret = opt_parse(&cmd_aftermath_usage, argc, argv, &n, e);

	catalogue_init(&c);
	aftermath_init(&a);
	if (ret != 0) {
		ret = ret < 0 ? ret : 0;
		goto out;
	}
	ret = fill(&o, &dir, e);
	ret = ret < 0 ? ret : load_spec_parse(&load, opt.load, opt.command, e);
	ret = ret < 0 ? ret : choose(&c, n, argv + 1, e);
	if (ret < 0)
		goto out;
	describe(&a, command, n, argv + 1);
	if (!opt.setup.no_store)
		ret = source_store(&s, opt.store, STORE_WRITE, e);
	if (ret == 0 && s)
		ret = begin_runs(s, &a, e);
	if (ret < 0)
		goto out;
	forecast(&o);
	ret = measure_and_print(&a, &c, &load, s, &o, e);
out:
	store_close(s);
	aftermath_release(&a);
	catalogue_release(&c);
	load_spec_release(&load);
	free(dir);
	free(command);
	return ret;
}
