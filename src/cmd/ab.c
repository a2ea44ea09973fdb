/* ab.c - perfloss ab: two states of this machine, in random pairs. */
#include "cmd/cmd.h"

#include "base/log.h"
#include "base/mem.h"
#include "cmd/arms.h"
#include "cmd/catalogue.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "judge/judge.h"
#include "model/name.h"
#include "model/tails.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

/* METHOD, section 7: looks at 10, 20, 40, 80. */
#define PAIRS 80

#define TIMEOUT_NS (10 * S)

static struct {
	struct setup_opts setup;
	const char *make[ARMS], *check[ARMS], *print, *restore;
	const char *wrap[ARMS], *label[ARMS];
	struct opt_list env[ARMS];
	const char *profile, *pin, *store;
	int64_t pairs, most, block, budget_ns, deadline_ns;
	int64_t timeout_ns;
	double until, delta;
	bool json, all, need, all_batches;
} opt = { .timeout_ns = TIMEOUT_NS, .setup = SETUP_OPTS_INIT };

/* How many rows were measured in one state; 0 = it did not come to that. */
static size_t blocks;

static const struct opt ab_opts[] = {
	{ 0, "a", "CMD", "makes state a; a command of the shell", OPT_STRING,
	    &opt.make[0], 0 },
	{ 0, "b", "CMD", "makes state b", OPT_STRING, &opt.make[1], 0 },
	{ 0, "check", "CMD",
	    "prints something of the state: what it prints has to differ, "
	    "and to stay the same for each of them",
	    OPT_STRING, &opt.print, 0 },
	{ 0, "check-a", "CMD", "succeeds in state a", OPT_STRING, &opt.check[0],
	    0 },
	{ 0, "check-b", "CMD", "succeeds in state b", OPT_STRING, &opt.check[1],
	    0 },
	{ 0, "restore", "CMD", "run at the end (default: that of --a)",
	    OPT_STRING, &opt.restore, 0 },
	{ 0, "switch-timeout", "TIME",
	    "kill such a command after so long (default: 10s)", OPT_DURATION,
	    &opt.timeout_ns, 1 },
	{ 0, "env-a", "NAME=VALUE",
	    "environment of what is measured in state a; may be given again",
	    OPT_LIST, &opt.env[0], 0 },
	{ 0, "env-b", "NAME=VALUE", "the same in state b", OPT_LIST,
	    &opt.env[1], 0 },
	{ 0, "wrap-a", "CMD",
	    "runs what is measured in state a: 'taskset -c 0', 'chrt -f 1'",
	    OPT_STRING, &opt.wrap[0], 0 },
	{ 0, "wrap-b", "CMD", "the same in state b", OPT_STRING, &opt.wrap[1],
	    0 },
	{ 0, "label-a", "NAME", "a name for state a (default: a)", OPT_STRING,
	    &opt.label[0], 0 },
	{ 0, "label-b", "NAME", "a name for state b (default: b)", OPT_STRING,
	    &opt.label[1], 0 },
	{ 'p', "profile", "NAME", "quick, default or full (default: quick)",
	    OPT_STRING, &opt.profile, 0 },
	{ 'n', "pairs", "N", "exactly N pairs of each row", OPT_INT, &opt.pairs,
	    1 },
	{ 0, "max", "N",
	    "at most N pairs; decided rows leave at 10, 20, 40, ... "
	    "(default: 80)",
	    OPT_INT, &opt.most, 1 },
	{ 'b', "budget", "TIME", "for all of it (default: none)", OPT_DURATION,
	    &opt.budget_ns, 1 },
	{ 'u', "until", "PCT",
	    "a row leaves as well when its change is known within PCT",
	    OPT_PERCENT, &opt.until, 0 },
	{ 0, "delta", "PCT", "the change that matters (default: 2%)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "block", "N",
	    "measure N rows in one state before the other (default: as "
	    "switching costs)",
	    OPT_INT, &opt.block, 1 },
	{ 0, "pin", "CPU",
	    "pin to this CPU first, or 'free' for none (default: as each row "
	    "says)",
	    OPT_STRING, &opt.pin, 0 },
	SETUP_OPT_DIR(opt.setup),
	SETUP_OPT_SEED(opt.setup),
	SETUP_OPT_SETTLE(opt.setup),
	{ 0, "deadline", "TIME",
	    "end an invocation that takes longer (default: 20s)", OPT_DURATION,
	    &opt.deadline_ns, 1 },
	{ 'v', "all", NULL, "every row, every fact that differs", OPT_FLAG,
	    &opt.all, 0 },
	{ 0, "need-decision", NULL, "exit status 3 when a row cannot tell",
	    OPT_FLAG, &opt.need, 0 },
	CMD_OPT_ALL(&opt.all_batches),
	CMD_OPT_STORE(&opt.store),
	SETUP_OPT_NO_STORE(opt.setup),
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt.setup),
	CMD_OPT_END,
};

const struct opt_cmd cmd_ab_usage = {
	"perfloss ab",
	"[ROW...]",
	"judge two states of this machine, switching between them",
	"States differ by commands, environment or wrapper; with no "
	"difference it is an\nA/A test. Each row is measured in both, one "
	"right after the other, in random\norder. The two runs are kept, and "
	"'perfloss compare a b' judges them again.\n\n"
	"  perfloss ab --a 'sysctl -qw vm.overcommit_memory=0' \\\n"
	"      --b 'sysctl -qw vm.overcommit_memory=2' 'vm_*'\n"
	"  perfloss ab --wrap-b 'chrt -b 0' sched_ctx ipc_pipe\n\n"
	"Exit status: 0 nothing is slower in b, 1 something is, 2 trouble.",
	ab_opts,
};

/* -- Options ------------------------------------------------------------- */

static int check_env(const struct opt_list *l, char side, struct err *e)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		if (l->item[i][0] == '=' || !strchr(l->item[i], '='))
			return err_set(e, -EINVAL,
			    "bad value '%s' of '--env-%c', wanted NAME=VALUE",
			    l->item[i], side);
	return 0;
}

static const char *label(unsigned arm)
{
	static const char *const names[ARMS] = { "a", "b" };

	return opt.label[arm] ? opt.label[arm] : names[arm];
}

static int check_opts(struct err *e)
{
	bool switched = opt.make[0] && opt.make[1];
	int r = check_env(&opt.env[0], 'a', e);

	r = r < 0 ? r : check_env(&opt.env[1], 'b', e);
	if (r < 0)
		return r;
	if (!opt.make[0] != !opt.make[1])
		return err_set(e, -EINVAL,
		    "'--%c' alone makes no two states, '--%c' is missing",
		    opt.make[0] ? 'a' : 'b', opt.make[0] ? 'b' : 'a');
	if (!switched && (opt.print || opt.restore))
		return err_set(e, -EINVAL, "'%s' needs '--a' and '--b'",
		    opt.print ? "--check" : "--restore");
	if (opt.pairs && opt.most)
		return err_set(e, -EINVAL,
		    "'-n' says exactly how many pairs, '--max' at most: give "
		    "one of them");
	r = setup_rounds(opt.pairs, "-n", e);
	r = r < 0 ? r : setup_rounds(opt.most, "--max", e);
	r = r < 0 ? r : name_check_label(opt.label[0], e);
	r = r < 0 ? r : name_check_label(opt.label[1], e);
	if (r == 0 && strcmp(label(0), label(1)) == 0)
		return err_set(e, -EINVAL,
		    "both states are called '%s'; '--label-a' and '--label-b' "
		    "name them",
		    label(0));
	return r;
}

/* -- The two runs -------------------------------------------------------- */

/* How the state of an arm is made, in words: the same words, the same
 * state. NULL = nothing was done. */
static char *state_words(unsigned arm)
{
	struct buf b = BUF_INIT;
	size_t i;

	if (opt.make[arm])
		buf_addf(&b, "'%s'", opt.make[arm]);
	for (i = 0; i < opt.env[arm].n; i++)
		buf_addf(&b, "%s%s", b.len ? ", " : "", opt.env[arm].item[i]);
	if (opt.wrap[arm])
		buf_addf(&b, "%sunder '%s'", b.len ? ", " : "", opt.wrap[arm]);
	return b.len > 0 ? buf_take(&b) : NULL;
}

static void describe(struct run *r[ARMS], int n_words, char **words,
    char *command)
{
	const char *profile = opt.profile || n_words ? opt.profile : "quick";
	uint64_t seed = setup_seed(opt.setup.seed);
	unsigned k;

	for (k = 0; k < ARMS; k++) {
		r[k]->started_ns = setup_now_ns();
		r[k]->seed = seed;
		r[k]->all_batches = opt.all_batches;
		r[k]->label = xstrdup(label(k));
		r[k]->command = xstrdup(command);
		r[k]->profile = setup_profile(profile, n_words, words);
		r[k]->state = state_words(k);
	}
	free(command);
}

static const char *const *list(struct opt_list *l)
{
	l->item = xgrow(l->item, l->n, &l->cap, sizeof(*l->item));
	l->item[l->n] = NULL;
	return l->n > 0 ? l->item : NULL;
}

static void fill(struct arms_opts *o)
{
	unsigned k;

	for (k = 0; k < ARMS; k++) {
		o->arm[k].wrap = opt.wrap[k];
		o->arm[k].env = list(&opt.env[k]);
		o->states.make[k] = opt.make[k];
		o->states.check[k] = opt.check[k];
	}
	o->states.print = opt.print;
	o->states.restore = opt.restore;
	o->states.timeout_ns = opt.timeout_ns;
	o->states.quiet = opt.setup.quiet;
	o->judge = judge_defaults;
	if (opt.delta > 0)
		o->judge.delta = opt.delta;
	o->fixed = opt.pairs > 0;
	o->pairs = (uint32_t)(o->fixed ? opt.pairs :
		opt.most               ? opt.most :
					 PAIRS);
	o->until = opt.until;
	o->block = (size_t)opt.block;
	o->blocks = &blocks;
	o->budget_ns = opt.budget_ns;
	o->settle_ns = opt.setup.settle_ns;
	o->deadline_ns = opt.deadline_ns;
	o->quiet = opt.setup.quiet;
}

/* -- Before and after ---------------------------------------------------- */

static void say_start(const struct run *r)
{
	if (opt.setup.quiet)
		return;
	log_note("seed %" PRIu64, r->seed);
	if (opt.make[0])
		log_note("at the end '%s' restores the state",
		    opt.restore ? opt.restore : opt.make[0]);
}

static int open_store(struct store **s, struct run *r[ARMS], struct err *e)
{
	struct err none;
	int ret = source_store(s, opt.store, STORE_WRITE, e);

	if (ret == 0)
		ret = store_begin_run(*s, r[0], e);
	if (ret == 0) {
		ret = store_begin_run(*s, r[1], e);
		if (ret < 0)
			store_delete(*s, r[0]->id, &none);
	}
	return ret;
}

/* How it was made, and where it is. The seed alone does not say how many rows
 * are a block: that follows from what switching took. */
static void put_trailer(struct run *r[ARMS], const struct store *s,
    const struct style *style, struct buf *out)
{
	struct buf line = BUF_INIT;
	char name[2][96];

	buf_addf(&line, "%s; seed %" PRIu64, r[0]->stop ? r[0]->stop : "?",
	    r[0]->seed);
	if (opt.make[0] && blocks > 0)
		buf_addf(&line, " with '--block %zu'", blocks);
	buf_add(&line, " replays the order");
	report_line("measured", buf_str(&line), style, out);
	if (s) {
		buf_clear(&line);
		buf_addf(&line, "%s and %s in %s",
		    report_run_name(r[0], name[0], sizeof(name[0])),
		    report_run_name(r[1], name[1], sizeof(name[1])),
		    store_path(s));
		report_line("stored", buf_str(&line), style, out);
	}
	buf_release(&line);
}

static int print(struct run *run[ARMS], const struct store *s,
    const struct judge_opts *jo, int *status, struct err *e)
{
	struct report_opts o = { out_style(), opt.all, NULL };
	struct run view[ARMS], *r[ARMS] = { &view[0], &view[1] };
	struct buf out = BUF_INIT;
	struct verdict_set v;
	const struct report_pair p = { .base = r[0], .now = r[1], .v = &v };
	int ret;

	for (unsigned k = 0; k < ARMS; k++)
		run_view(run[k], &view[k]);
	judge_compare(r[0], r[1], jo, &v);
	*status = judge_exit_status(&v, opt.need);
	if (opt.json) {
		report_comparisons_json(&p, 1, &out);
	} else {
		report_compare(r[0], r[1], &v, &o, &out);
		put_trailer(r, s, &o.style, &out);
	}
	verdict_set_release(&v);
	for (unsigned k = 0; k < ARMS; k++)
		run_view_release(&view[k]);
	ret = out_write(&out, e);
	buf_release(&out);
	return ret;
}

/* Measure, keep, print; the verdict is the exit status. */
static int measure_and_print(struct run *r[ARMS], const struct catalogue *c,
    struct store *s, const struct arms_opts *o, struct err *e)
{
	int ret, stored, status = 0;
	struct err printing;

	stop_catch();
	ret = arms_measure(r, c, s, o, e);
	stored = setup_keep(s, r[0]);
	stored = setup_keep(s, r[1]) < 0 ? -1 : stored;
	if (r[0]->rounds > 0 &&
	    print(r, stored < 0 ? NULL : s, &o->judge, &status, &printing) <
		0 &&
	    ret == 0)
		ret = err_set(e, printing.code, "%s", printing.text);
	if (ret == -EINTR)
		return setup_interrupted(r[0]->rounds > 0,
		    "no pair of rows was measured");
	if (ret == 0 && r[0]->rounds == 0)
		ret = err_set(e, -ENODATA, "no pair of rows was measured%s",
		    o->budget_ns > 0 ? ": the budget is too small" : "");
	if (ret < 0)
		return ret;
	return stored < 0 ? CMD_TROUBLE : status;
}

int cmd_ab(int argc, char **argv, struct err *e)
{
	char *dir = NULL, *command = setup_command(argc, argv);
	struct run run[ARMS], *r[ARMS] = { &run[0], &run[1] };
	struct arms_opts o = { .pairs = PAIRS };
	struct store *s = NULL;
	struct catalogue c;
	int n, ret = opt_parse(&cmd_ab_usage, argc, argv, &n, e);

	catalogue_init(&c);
	run_init(r[0]);
	run_init(r[1]);
	if (ret != 0) {
		ret = ret < 0 ? ret : 0;
		free(command);
		goto out;
	}
	describe(r, n, argv + 1, command);
	ret = check_opts(e);
	ret = ret < 0 ? ret : setup_pin(opt.pin, &o.pin, e);
	ret = ret < 0 ? ret : setup_dir(opt.setup.dir, &dir, e);
	fill(&o);
	o.dir = dir;
	arms_pair(r, &o);
	ret = ret < 0 ? ret : catalogue_load(&c, NULL, 0, e);
	if (ret == 0)
		ret = catalogue_select(&c,
		    opt.profile || n ? opt.profile : "quick",
		    (const char *const *)argv + 1, (size_t)n, e);
	if (ret == 0 && !opt.setup.no_store)
		ret = open_store(&s, r, e);
	if (ret < 0)
		goto out;
	say_start(r[0]);
	ret = measure_and_print(r, &c, s, &o, e);
out:
	store_close(s);
	run_release(r[0]);
	run_release(r[1]);
	catalogue_release(&c);
	opt_list_release(&opt.env[0]);
	opt_list_release(&opt.env[1]);
	free(dir);
	return ret;
}
