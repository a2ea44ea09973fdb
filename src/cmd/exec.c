/* exec.c - perfloss exec: times commands, and judges between them. */
#include "cmd/exec.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/setup.h"
#include "drive/stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define S 1000000000ll

#define LEAST     10       /* runs of each, at least */
#define MOST      80       /* METHOD, section 7: looks at 10, 20, 40, 80 */
#define MOST_ONE  40       /* of a single command */
#define BUDGET_NS (60 * S) /* beyond the least number of runs */
#define UNTIL     0.01     /* of a single command */
#define DAY_NS    (86400 * S)

static struct {
	struct setup_opts setup;
	struct opt_list hook[CELL_HOOKS], name, factor, set, status;
	const char *shell, *in, *out, *errors, *store, *reference, *like;
	int64_t runs, least, most, warmup, budget_ns, deadline_ns;
	double until, delta;
	const char *format, *file;
	int as; /* enum exec_format */
	struct picture_opts picture;
	bool no_shell, ignore, keep, json, all, need, append, counters, join;
	bool plot;
} opt = { .shell = "/bin/sh",
	.warmup = -1,
	.budget_ns = BUDGET_NS,
	.setup = SETUP_OPTS_INIT };

static const struct opt exec_opts[] = {
	{ 'r', "runs", "N", "exactly N runs of each", OPT_INT, &opt.runs, 1 },
	{ 'm', "min-runs", "N", "at least N runs of each (default: 10)",
	    OPT_INT, &opt.least, 1 },
	{ 'M', "max-runs", "N", "at most N runs of each (default: 80)", OPT_INT,
	    &opt.most, 1 },
	{ 'w', "warmup", "N",
	    "runs of each that do not count (default: one, if it takes less "
	    "than 10 s)",
	    OPT_INT, &opt.warmup, 0 },
	{ 'u', "until", "PCT",
	    "stop when the time (of several: the change) is known within PCT "
	    "(default: 1% of one command)",
	    OPT_PERCENT, &opt.until, 0 },
	{ 'b', "budget", "TIME",
	    "no more than the least number of runs after that (default: 1m)",
	    OPT_DURATION, &opt.budget_ns, 1 },
	{ 's', "setup", "CMD",
	    "run before all runs of a command; of several "
	    "the first is for the first command",
	    OPT_LIST, &opt.hook[CELL_SETUP], 0 },
	{ 'p', "prepare", "CMD", "run before each run", OPT_LIST,
	    &opt.hook[CELL_PREPARE], 0 },
	{ 'C', "conclude", "CMD", "run after each run", OPT_LIST,
	    &opt.hook[CELL_CONCLUDE], 0 },
	{ 'c', "cleanup", "CMD", "run after all runs of a command", OPT_LIST,
	    &opt.hook[CELL_CLEANUP], 0 },
	{ 'P', "factor", "NAME=LIST",
	    "run each command for each value: {NAME} in it, in hooks and in "
	    "names; v1,v2 or 1..64 or 0..1:0.25; of several all combinations",
	    OPT_LIST, &opt.factor, 0 },
	{ 0, "set", "NAME=VALUE",
	    "the level of a factor that is not switched here: compare knows "
	    "which changed alone",
	    OPT_LIST, &opt.set, 0 },
	{ 0, "join", NULL,
	    "run nothing: the words are stored runs, of other boots or "
	    "machines too, joined to one table of their factors",
	    OPT_FLAG, &opt.join, 0 },
	{ 'n', "command-name", "NAME", "call it so; may be given again",
	    OPT_LIST, &opt.name, 0 },
	{ 0, "reference", "NAME",
	    "compare the others with this one (default: the first)", OPT_STRING,
	    &opt.reference, 0 },
	{ 'S', "shell", "SHELL", "what runs commands given as one word",
	    OPT_STRING, &opt.shell, 0 },
	{ 'N', "no-shell", NULL, "no shell: words are split at blanks",
	    OPT_FLAG, &opt.no_shell, 0 },
	{ 'i', "ignore-failure", NULL, "times of runs that fail count",
	    OPT_FLAG, &opt.ignore, 0 },
	{ 0, "ignore-status", "N",
	    "times of runs that end with this status "
	    "count; may be given again",
	    OPT_LIST, &opt.status, 0 },
	{ 0, "input", "FILE", "standard input (default: nothing)", OPT_STRING,
	    &opt.in, 0 },
	{ 0, "output", "FILE",
	    "where standard output goes (default: nowhere; '-' shows it and "
	    "errors)",
	    OPT_STRING, &opt.out, 0 },
	{ 0, "keep-running", NULL,
	    "leave alone what a command leaves in the background", OPT_FLAG,
	    &opt.keep, 0 },
	{ 0, "counters", NULL,
	    "count what CPU and kernel count (cycles, instructions, misses, "
	    "signals), where they can be counted; a run then takes longer",
	    OPT_FLAG, &opt.counters, 0 },
	{ 0, "deadline", "TIME", "a run that takes longer is a failure",
	    OPT_DURATION, &opt.deadline_ns, 1 },
	SETUP_OPT_SETTLE(opt.setup),
	{ 0, "delta", "PCT", "the change that matters (default: 2%)",
	    OPT_PERCENT, &opt.delta, 0 },
	SETUP_OPT_SEED(opt.setup),
	{ 'v', "all", NULL, "every row, every fact that differs", OPT_FLAG,
	    &opt.all, 0 },
	{ 0, "need-decision", NULL, "exit status 3 when a row cannot tell",
	    OPT_FLAG, &opt.need, 0 },
	{ 'o', "export", "FILE",
	    "write there, not to standard output: .md, .csv or .json; or a "
	    "picture beside the text: .svg or .png",
	    OPT_STRING, &opt.file, 0 },
	{ 'f', "format", "FORMAT",
	    "text, markdown, csv (a run a line), json, hyperfine (its JSON), "
	    "svg or png",
	    OPT_STRING, &opt.format, 0 },
	{ 0, "like", "LAYOUT",
	    "run it once, with this terminal, and print on standard error (or "
	    "to -o) what time does: bsd (time -al) or gnu (time -v); nothing "
	    "is kept",
	    OPT_STRING, &opt.like, 0 },
	{ 0, "append", NULL, "with --like: add to the file of -o", OPT_FLAG,
	    &opt.append, 0 },
	{ 0, "plot", NULL, "show how the values of each are distributed",
	    OPT_FLAG, &opt.plot, 0 },
	PICTURE_OPTS(&opt.picture),
	CMD_OPT_STORE(&opt.store),
	SETUP_OPT_NO_STORE(opt.setup),
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt.setup),
	CMD_OPT_END,
};

const struct opt_cmd cmd_exec_usage = {
	"perfloss exec",
	"COMMAND... | -- PROGRAM [ARG...]",
	"time commands, and judge between them",
	"Each word is a command of the shell; after '--' stand the words of "
	"one that\nneeds none. Commands are run in turn, in random order, "
	"until it is certain how\nthey compare.\n\n"
	"  perfloss exec -- make -j2\n"
	"  perfloss exec 'sort big' 'sort -S 1G big'\n"
	"  perfloss exec -P j=1..4 -p 'make clean' 'make -j{j}'\n\n"
	"Exit status: 0 nothing is slower than the first, 1 something is, 2 "
	"trouble.",
	exec_opts,
};

/* -- Options ------------------------------------------------------------- */

/* How many words stood behind "--". */
static int behind_dashes(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return argc - i - 1;
	return 0;
}

static int check_hooks(size_t commands, struct err *e)
{
	static const char *const names[] = { "setup", "prepare", "conclude",
		"cleanup" };

	for (int k = 0; k < CELL_HOOKS; k++)
		if (opt.hook[k].n > 1 && opt.hook[k].n != commands)
			return err_set(e, -EINVAL,
			    "'--%s' is given %zu times for %zu commands: once "
			    "for all or once for each",
			    names[k], opt.hook[k].n, commands);
	if (opt.name.n > commands)
		return err_set(e, -EINVAL,
		    "'--command-name' is given %zu times for %zu commands",
		    opt.name.n, commands);
	return 0;
}

static int make_cells(struct cells *c, int words, int behind, char **argv,
    struct err *e)
{
	size_t shell = (size_t)(words - behind), n = shell + (behind > 0);
	struct cell_command *command = xcalloc(n + 1, sizeof(*command));
	const char *(*hook)[CELL_HOOKS] = xcalloc(n + 1, sizeof(*hook));
	int r = check_hooks(n, e);

	for (size_t i = 0; i < n; i++) {
		command[i].text = i < shell ? argv[1 + i] : NULL;
		command[i].words = argv + 1 + shell;
		command[i].name = i < opt.name.n ? opt.name.item[i] : NULL;
		for (int k = 0; k < CELL_HOOKS; k++)
			if (opt.hook[k].n > 0)
				hook[i][k] =
				    opt.hook[k].item[opt.hook[k].n > 1 ? i : 0];
	}
	if (r == 0 && n == 0)
		r = err_set(e, -EINVAL,
		    "no command is given ('perfloss exec -h' helps)");
	for (size_t i = 0; i < opt.factor.n && r == 0; i++)
		r = cells_factor(c, opt.factor.item[i], e);
	for (size_t i = 0; i < opt.set.n && r == 0; i++)
		r = cells_set(c, opt.set.item[i], e);
	if (r == 0)
		r = cells_make(c, command, n, hook,
		    opt.no_shell ? "" : opt.shell, e);
	free(command);
	free(hook);
	return r;
}

static int find_reference(const struct cells *c, size_t *at, struct err *e)
{
	*at = 0;
	if (!opt.reference)
		return 0;
	for (size_t k = 0; k < c->n; k++)
		if (strcmp(c->cell[k].name, opt.reference) == 0 ||
		    strcmp(c->cell[k].text, opt.reference) == 0) {
			*at = k;
			return 0;
		}
	return err_set(e, -ENOENT, "no command is called '%s'", opt.reference);
}

/* Each run opens it anew, in the probe, whose own standard input is the plan.
 * A file that is not there yet may be made by a hook. */
static int check_input(struct err *e)
{
	struct stat st;

	if (!opt.in)
		return 0;
	if (strcmp(opt.in, "/dev/stdin") == 0 ||
	    text_starts(opt.in, "/dev/fd/") ||
	    text_starts(opt.in, "/proc/self/") ||
	    (stat(opt.in, &st) == 0 &&
		(S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))))
		return err_set(e, -EINVAL,
		    "'--input' wants a file that each run can read from its "
		    "beginning, not '%s'",
		    opt.in);
	return 0;
}

/* What would fail after minutes of work fails before. */
static int choose_format(struct err *e)
{
	int r;

	if (opt.json && opt.format && strcmp(opt.format, "json") != 0)
		return err_set(e, -EINVAL,
		    "'--json' and '-f %s' exclude one another", opt.format);
	opt.as = exec_choose(opt.json ? "json" : opt.format, opt.file, e);
	if (opt.as < 0)
		return opt.as;
	if (opt.plot && opt.as != EXEC_TEXT &&
	    !(opt.file && (opt.as == EXEC_SVG || opt.as == EXEC_PNG)))
		return err_set(e, -EINVAL,
		    "'--plot' is of the text, '-o x.svg' of a picture");
	r = picture_check(&opt.picture,
	    opt.as == EXEC_SVG || opt.as == EXEC_PNG, opt.as == EXEC_PNG,
	    opt.file, e);
	r = r < 0 ? r : check_input(e);
	return r < 0 ? r : out_check(opt.file, e);
}

/* The first option that has no place beside --like, or --join. */
static const char *beside_like(bool json)
{
	static const char *const hooks[] = { "-s", "-p", "-C", "-c" };

	for (int k = 0; k < CELL_HOOKS; k++)
		if (opt.hook[k].n > 0)
			return hooks[k];
	return opt.runs       ? "-r" :
	    opt.least         ? "-m" :
	    opt.most          ? "-M" :
	    opt.warmup >= 0   ? "-w" :
	    opt.until > 0     ? "-u" :
	    opt.factor.n > 0  ? "-P" :
	    opt.set.n > 0     ? "--set" :
	    opt.in            ? "--input" :
	    opt.out           ? "--output" :
	    opt.json && !json ? "--json" :
	    opt.format        ? "-f" :
	    opt.deadline_ns   ? "--deadline" :
	    opt.plot          ? "--plot" :
				NULL;
}

static int as_time_does(const struct cells *c, struct err *e)
{
	int r = exec_check_like(c, opt.like, beside_like(false), e);

	r = r < 0 ? r : out_check(opt.file, e);
	return r < 0 ? r : exec_like(c, opt.like, opt.file, opt.append, e);
}

static int fill(struct exec_opts *o, const struct cells *c, struct err *e)
{
	int r = setup_rounds(opt.runs, "-r", e);

	r = r < 0 ? r : setup_rounds(opt.most, "-M", e);
	r = r < 0 ? r : setup_rounds(opt.least, "-m", e);
	r = r < 0 ? r : setup_rounds(opt.warmup, "-w", e);
	r = r < 0 ? r : find_reference(c, &o->reference, e);
	if (r == 0 && opt.runs && (opt.least || opt.most))
		r = err_set(e, -EINVAL,
		    "'-r' says exactly how many runs, '-m' and '-M' at least "
		    "and at most");
	if (r == 0 && opt.least && opt.most && opt.least > opt.most)
		r = err_set(e, -EINVAL, "'-m' is more than '-M'");
	o->warmup = opt.warmup;
	o->fixed = opt.runs > 0;
	o->least = (uint32_t)(opt.least ? opt.least : LEAST);
	o->most = (uint32_t)(opt.runs ? opt.runs :
		opt.most              ? opt.most :
		c->n > 1              ? MOST :
					MOST_ONE);
	o->most =
	    o->most < o->least && !o->fixed && !opt.most ? o->least : o->most;
	o->least = o->least < o->most ? o->least : o->most;
	o->until = opt.until > 0 || c->n > 1 ? opt.until : UNTIL;
	o->budget_ns = opt.budget_ns;
	o->settle_ns = opt.setup.settle_ns;
	o->deadline_ns = opt.deadline_ns ? opt.deadline_ns : DAY_NS;
	o->hook_ns = DAY_NS;
	o->in = opt.in;
	o->out = opt.out;
	o->errors = opt.out && strcmp(opt.out, "-") == 0 ? "-" : NULL;
	o->keep = opt.keep;
	o->counters = opt.counters;
	o->ignore = opt.ignore;
	o->ignored = &opt.status;
	o->judge = judge_defaults;
	if (opt.delta > 0)
		o->judge.delta = opt.delta;
	o->quiet = opt.setup.quiet;
	return r < 0 ? r : choose_format(e);
}

/* -- Runs ---------------------------------------------------------------- */

static struct run *make_runs(const struct cells *c, const char *command)
{
	struct run *r = xcalloc(c->n + 1, sizeof(*r));
	uint64_t seed = setup_seed(opt.setup.seed);

	for (size_t k = 0; k < c->n; k++) {
		run_init(&r[k]);
		r[k].started_ns = setup_now_ns();
		r[k].seed = seed;
		r[k].label = xstrdup(c->cell[k].name);
		r[k].command = xstrdup(command);
		r[k].profile = xstrdup("exec");
	}
	return r;
}

static int open_store(struct store **s, struct run *r, size_t n, struct err *e)
{
	struct err none;
	int ret = source_store(s, opt.store, STORE_WRITE, e);
	size_t k = 0;

	while (ret == 0 && k < n)
		ret = store_begin_run(*s, &r[k++], e);
	for (k -= ret < 0 && k > 0; ret < 0 && k > 0;)
		store_delete(*s, r[--k].id, &none);
	return ret;
}

/* -- All of it ----------------------------------------------------------- */

/* A command of which no run was whole is nothing to keep. */
static int keep(struct store *s, struct run *r)
{
	struct err e;

	if (r->rounds > 0 || !s)
		return setup_keep(s, r);
	return store_delete(s, r->id, &e);
}

static int measure_and_print(const struct cells *c, struct run *r,
    struct store *s, const struct exec_opts *o, struct err *e)
{
	const struct exec_as as = { .format = (enum exec_format)opt.as,
		.file = opt.file,
		.store = opt.store,
		.all = opt.all,
		.plot = opt.plot,
		.picture = &opt.picture,
		.need = opt.need };
	int ret, stored = 0, status = 0;
	struct err printing;

	stop_catch();
	ret = exec_measure(c, r, s, o, e);
	for (size_t k = 0; k < c->n; k++)
		stored = keep(s, &r[k]) < 0 ? -1 : stored;
	if (r[0].rounds > 0 &&
	    exec_print(c, r, o, &as, &status, &printing) < 0 && ret == 0)
		ret = err_set(e, printing.code, "%s", printing.text);
	if (ret == -EINTR)
		return setup_interrupted(r[0].rounds > 0,
		    "no round was finished");
	if (ret < 0)
		return ret;
	return stored < 0 ? CMD_TROUBLE : status;
}

static int measure_all(const struct cells *c, const char *command,
    struct err *e)
{
	struct exec_opts o = { 0 };
	struct store *s = NULL;
	struct run *r;
	int ret = fill(&o, c, e);

	if (ret < 0)
		return ret;
	r = make_runs(c, command);
	exec_pair(r, c->n, &o);
	if (!opt.setup.no_store)
		ret = open_store(&s, r, c->n, e);
	if (ret == 0)
		ret = measure_and_print(c, r, s, &o, e);
	for (size_t k = 0; k < c->n; k++)
		run_release(&r[k]);
	free(r);
	store_close(s);
	return ret;
}

static int join(char **word, int n, struct err *e)
{
	const struct exec_as as = { .file = opt.file, .store = opt.store };
	const char *not = beside_like(true);
	int r = 0;

	if (not || opt.like)
		r = err_set(e, -EINVAL,
		    "'--join' runs nothing: '%s' does not go with it",
		    not ? not : "--like");
	r = r < 0 ? r : out_check(opt.file, e);
	return r < 0 ? r : exec_join(word, n, &as, opt.json, e);
}

static void release_lists(void)
{
	for (int k = 0; k < CELL_HOOKS; k++)
		opt_list_release(&opt.hook[k]);
	opt_list_release(&opt.name);
	opt_list_release(&opt.factor);
	opt_list_release(&opt.set);
	opt_list_release(&opt.status);
}

int cmd_exec(int argc, char **argv, struct err *e)
{
	char *command = setup_command(argc, argv);
	int behind = behind_dashes(argc, argv), n = 0;
	int ret = opt_parse(&cmd_exec_usage, argc, argv, &n, e);
	struct cells c = { 0 };

	if (ret != 0) {
		ret = ret < 0 ? ret : 0;
	} else if (opt.append && !opt.like) {
		ret = err_set(e, -EINVAL, "'--append' goes with '--like'");
	} else if (opt.join) {
		ret = join(argv + 1, n, e);
	} else {
		argv[1 + n] = NULL; /* the words end there */
		ret = make_cells(&c, n, behind, argv, e);
		if (ret == 0 && opt.like)
			ret = as_time_does(&c, e);
		ret = ret < 0 ? ret : measure_all(&c, command, e);
	}
	free(command);
	cells_release(&c);
	release_lists();
	return ret;
}
