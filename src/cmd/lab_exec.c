/* lab_exec.c - perfloss lab exec: the instructions of programs, counted in a
 * virtual machine. */
#include "cmd/lab_exec.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/cells.h"
#include "cmd/cmd.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "report/programs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

/* In which programs of the machine look for programs. */
#define PATH "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"

#define BOOTS       2 /* the second shows that the first was no accident */
#define TOP         10
#define OUTPUT_MOST (1 << 19) /* bytes that are brought out of the machine */
#define DEADLINE_NS (600 * S) /* of the guest: 6 * 10^11 instructions */
#define LIMIT_NS    (600 * S)

static struct {
	struct opt_list file, env;
	const char *kernel, *cmdline, *in, *out, *against, *label, *store,
	    *console;
	int64_t boots, limit, top, memory, deadline_ns, limit_ns;
	uint64_t seed;
	double delta;
	bool ignore, json, no_store, quiet;
} opt = { .boots = BOOTS,
	.top = TOP,
	.seed = 1,
	.memory = LAB_MEMORY_USUAL,
	.delta = PROGRAM_DELTA,
	.deadline_ns = DEADLINE_NS,
	.limit_ns = LIMIT_NS };

static const struct opt lab_exec_opts[] = {
	{ 'k', "kernel", "KERNEL",
	    "on which they run, as 'perfloss lab' has them (default: running, "
	    "where its file is here, else deb:linux-image-cloud-amd64)",
	    OPT_STRING, &opt.kernel, 0 },
	{ 0, "file", "HOST[:GUEST]",
	    "a file or directory to take along; may be given again", OPT_LIST,
	    &opt.file, 0 },
	{ 0, "in", "FILE", "standard input (default: nothing)", OPT_STRING,
	    &opt.in, 0 },
	{ 0, "output", "FILE",
	    "where standard output of the first program goes (default: "
	    "nowhere; '-' shows it)",
	    OPT_STRING, &opt.out, 0 },
	{ 0, "env", "NAME=VALUE",
	    "more in the environment, which is PATH, LC_ALL=C and TZ=UTC",
	    OPT_LIST, &opt.env, 0 },
	{ 'i', "ignore-failure", NULL, "count one that fails, too", OPT_FLAG,
	    &opt.ignore, 0 },
	{ 'r', "repeat", "N",
	    "boots of each program (default: 2; the first two of one seed, "
	    "further ones of others)",
	    OPT_INT, &opt.boots, 1 },
	{ 0, "seed", "N", "of the machine (default: 1)", OPT_UINT, &opt.seed,
	    0 },
	{ 0, "limit", "N", "exit status 1 above so many instructions", OPT_INT,
	    &opt.limit, 1 },
	{ 0, "against", "RUN",
	    "exit status 1 when it grew: a stored run of this command, or its "
	    "file",
	    OPT_STRING, &opt.against, 0 },
	{ 0, "delta", "PCT", "the change that matters (default: 0.2%)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "top", "N", "functions that are named (default: 10)", OPT_INT,
	    &opt.top, 0 },
	{ 0, "cmdline", "WORDS", "more on the kernel's command line",
	    OPT_STRING, &opt.cmdline, 0 },
	{ 0, "memory", "SIZE", "of the machine (default: 512M)", OPT_BYTES,
	    &opt.memory, 0 },
	{ 0, "deadline", "TIME",
	    "one that takes longer is a failure; the machine's time: an "
	    "instruction is 1 ns (default: 10m)",
	    OPT_DURATION, &opt.deadline_ns, 1 },
	{ 0, "boot-limit", "TIME",
	    "of a boot, in time of this machine "
	    "(default: 10m)",
	    OPT_DURATION, &opt.limit_ns, 1 },
	{ 0, "console", "FILE", "where that of a boot that failed goes",
	    OPT_STRING, &opt.console, 0 },
	{ 'l', "label", "NAME", "of the run", OPT_STRING, &opt.label, 0 },
	CMD_OPT_STORE(&opt.store),
	SETUP_OPT_NO_STORE(opt),
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt),
	CMD_OPT_END,
};

const struct opt_cmd lab_exec_usage = {
	"perfloss lab exec",
	"COMMAND... | -- PROGRAM [ARG...]",
	"count the instructions of programs, in a virtual machine",
	"Each word is a command, split at blanks; after '--' stand the words "
	"of one. It\nruns in a machine of its own, with its loader and "
	"libraries and what --file\nnames; the current directory here is / "
	"there. Counted are its instructions and\nthose of the kernel for it, "
	"the same each time.\n\n"
	"  perfloss lab exec --file words -- sort words\n"
	"  perfloss lab exec --file words 'sort words' 'sort -u words'\n"
	"  perfloss lab exec --against last-release -- ./prog\n\n"
	"Exit status: 0 nothing is slower than the first (or than --against "
	"and --limit\nallow), 1 something is, 2 trouble.",
	lab_exec_opts,
};

/* -- Programs ------------------------------------------------------------ */

static int behind_dashes(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return argc - i - 1;
	return 0;
}

/* The commands, as 'perfloss exec -N' takes them. */
static int make_cells(struct cells *c, int words, int behind, char **argv,
    struct err *e)
{
	size_t plain = (size_t)(words - behind), n = plain + (behind > 0);
	struct cell_command *command = xcalloc(n + 1, sizeof(*command));
	const char *(*hook)[CELL_HOOKS] = xcalloc(n + 1, sizeof(*hook));
	int r = 0;

	for (size_t i = 0; i < n; i++) {
		command[i].text = i < plain ? argv[1 + i] : NULL;
		command[i].words = argv + 1 + plain;
	}
	if (n == 0)
		r = err_set(e, -EINVAL,
		    "no program is given ('perfloss lab exec -h' helps)");
	r = r < 0 ? r : cells_make(c, command, n, hook, "", e);
	free(command);
	free(hook);
	return r;
}

static int pack_one(struct lab_program *p, struct err *e)
{
	int r;

	pack_init(&p->pack);
	r = pack_program(&p->pack, p->argv[0], e);
	for (size_t i = 0; r == 0 && i < opt.file.n; i++)
		r = pack_add(&p->pack, opt.file.item[i], e);
	for (size_t i = 0; r == 0 && i < p->pack.n; i++)
		r = images_add(&p->images, p->pack.file[i].host, e);
	return r;
}

/* What the machine gets: all that was packed, and standard input. */
static void list_files(struct lab_program *p)
{
	size_t n = p->pack.n;

	p->file = xcalloc(n + 1, sizeof(*p->file));
	for (size_t i = 0; i < n; i++)
		p->file[i] = (struct lab_file){ .guest = p->pack.file[i].guest,
			.host = p->pack.file[i].host,
			.mode = p->pack.file[i].mode };
	p->n_file = n;
	if (opt.in)
		p->file[p->n_file++] =
		    (struct lab_file){ .guest = LAB_EXEC_INPUT,
			    .host = opt.in,
			    .mode = 0644 };
}

/* The same everywhere, and where the program is. */
static char *search_path(const struct lab_program *p)
{
	const char *guest = p->pack.file[0].guest;
	const char *slash = strrchr(guest, '/');

	return xasprintf("PATH=" PATH "%s%.*s", slash > guest ? ":" : "",
	    (int)(slash - guest), guest);
}

/* "--env", "NAME=VALUE" of each, what the user says last. */
static void make_args(struct lab_program *p)
{
	const char **args = xcalloc(2 * opt.env.n + 5, sizeof(*args));
	size_t n = 0;

	p->args = args;
	p->env[0] = search_path(p);
	p->env[1] = p->pack.library_path ?
	    xasprintf("LD_LIBRARY_PATH=%s", p->pack.library_path) :
	    NULL;
	for (size_t i = 0; i < 2 && p->env[i]; i++) {
		args[n++] = "--env";
		args[n++] = p->env[i];
	}
	for (size_t i = 0; i < opt.env.n; i++) {
		args[n++] = "--env";
		args[n++] = opt.env.item[i];
	}
}

static int make_program(struct lab_exec *x, const struct cell *c,
    const char *command, struct err *e)
{
	struct lab_program *p = &x->program[x->n++];
	int r;

	p->text = c->text;
	p->argv = c->argv;
	p->boot = xcalloc(x->boots, sizeof(*p->boot));
	run_init(&p->run);
	p->run.started_ns = setup_now_ns();
	p->run.seed = x->seed;
	p->run.label = xstrdup(opt.label && x->n == 1 ? opt.label : c->name);
	p->run.command = xstrdup(command);
	p->run.profile = xstrdup("lab exec");
	host_set(&p->run.host, FACT_COMMAND, FACT_SETTING, c->text);
	r = pack_one(p, e);
	if (r < 0)
		return r;
	list_files(p);
	make_args(p);
	return 0;
}

/* What the probe does before and after a program is counted, too. */
static int add_probe(struct lab_exec *x, struct err *e)
{
	char *probe = lab_probe(e);
	int r = probe ? 0 : e->code;

	for (size_t i = 0; r == 0 && i < x->n; i++)
		r = images_add(&x->program[i].images, probe, e);
	free(probe);
	return r;
}

static void release_program(struct lab_program *p, size_t boots)
{
	for (size_t b = 0; b < boots; b++)
		lab_counted_release(&p->boot[b]);
	free(p->boot);
	free(p->file);
	free(p->args);
	free(p->env[0]);
	free(p->env[1]);
	pack_release(&p->pack);
	images_release(&p->images);
	run_release(&p->run);
}

/* -- All ----------------------------------------------------------------- */

/* The kernel that a person names; else the newest that can be had. */
static int open_kernel(struct kernel *k, struct err *e)
{
	struct err why;

	if (opt.kernel)
		return kernel_open(k, opt.kernel, e);
	if (kernel_open(k, "running", &why) == 0)
		return 0;
	kernel_release(k);
	return kernel_open(k, "deb:linux-image-cloud-amd64", e);
}

/* What would fail after minutes fails before. */
static int check_stored(struct err *e)
{
	struct store *s = NULL;
	struct run run;
	int r = opt.no_store ? 0 : source_store(&s, opt.store, STORE_WRITE, e);

	store_close(s);
	if (r == 0 && opt.against) {
		r = source_run(&run, opt.against, opt.store, e);
		run_release(&run);
	}
	return r;
}

static int keep(struct lab_exec *x, struct err *e)
{
	struct store *s = NULL;
	int r = opt.no_store ? 0 : source_store(&s, opt.store, STORE_WRITE, e);

	for (size_t k = 0; k < x->n && r == 0 && s; k++) {
		struct run *run = &x->program[k].run;

		run->ended_ns = setup_now_ns();
		run->stop = xasprintf("%zu boots", x->boots);
		r = store_put_run(s, run, e);
	}
	store_close(s);
	return r;
}

/* What the first program wrote. */
static int put_output(const struct lab_exec *x, struct err *e)
{
	const struct lab_counted *c = &x->program[0].boot[0];

	if (!opt.out)
		return 0;
	if (c->out_size > c->out.len)
		log_warn("of its output only the first %zu bytes were brought "
			 "here",
		    c->out.len);
	return out_put(strcmp(opt.out, "-") == 0 ? NULL : opt.out, &c->out, e);
}

static int count_and_print(struct lab_exec *x, struct err *e)
{
	const struct lab_exec_say say = { .against = opt.against,
		.store = opt.store,
		.delta = opt.delta,
		.limit = opt.limit,
		.top = opt.top,
		.json = opt.json,
		.ignore = opt.ignore };
	int status = 0, r;

	r = lab_exec_count(x, e);
	if (r == -EINTR)
		return setup_interrupted(false, "no boot was finished");
	r = r < 0 ? r : put_output(x, e);
	r = r < 0 ? r : lab_exec_print(x, &say, &status, e);
	r = r < 0 ? r : keep(x, e);
	return r < 0 ? r : status;
}

static int make_and_count(struct cells *c, const char *command, struct err *e)
{
	struct lab_exec x = { .boots = (size_t)opt.boots,
		.seed = opt.seed,
		.cmdline = opt.cmdline,
		.in = opt.in,
		.deadline_ns = opt.deadline_ns,
		.most = OUTPUT_MOST,
		.how = { .accel = LAB_ICOUNT,
		    .limit_ns = opt.limit_ns,
		    .at_once = 2,
		    .rows = 1,
		    .what = "boot",
		    .console = opt.console,
		    .quiet = opt.quiet || opt.json } };
	struct kernel k = { 0 };
	int r = check_stored(e);

	r = r < 0 ? r : lab_memory(opt.memory, &x.how.memory_mb, e);

	x.program = xcalloc(c->n, sizeof(*x.program));
	while (r == 0 && x.n < c->n)
		r = make_program(&x, &c->cell[x.n], command, e);
	if (r == 0)
		r = add_probe(&x, e);
	if (r == 0)
		r = open_kernel(&k, e);
	if (r == 0) {
		x.kernel = &k;
		r = count_and_print(&x, e);
	}
	for (size_t i = 0; i < x.n; i++)
		release_program(&x.program[i], x.boots);
	kernel_release(&k);
	free(x.program);
	return r;
}

static int check(struct err *e)
{
	int64_t mb;

	if (opt.in && pack_is_file(opt.in, e) < 0)
		return e->code;
	for (size_t i = 0; i < opt.env.n; i++)
		if (!strchr(opt.env.item[i], '=') || opt.env.item[i][0] == '=')
			return err_set(e, -EINVAL,
			    "bad value '%s' of '--env', wanted NAME=VALUE",
			    opt.env.item[i]);
	if (opt.boots > 1000)
		return err_set(e, -EINVAL, "'--repeat' is at most 1000");
	if (lab_memory(opt.memory, &mb, e) < 0)
		return e->code;
	if (out_check(opt.console, e) < 0)
		return e->code;
	return opt.out && strcmp(opt.out, "-") != 0 ? out_check(opt.out, e) : 0;
}

int lab_exec(int argc, char **argv, struct err *e)
{
	char *command = setup_command(argc, argv);
	int behind = behind_dashes(argc, argv), n = 0;
	int r = opt_parse(&lab_exec_usage, argc, argv, &n, e);
	struct cells c = { 0 };

	if (r != 0) {
		r = r < 0 ? r : 0;
	} else {
		argv[1 + n] = NULL;
		stop_catch();
		r = check(e);
		r = r < 0 ? r : make_cells(&c, n, behind, argv, e);
		r = r < 0 ? r : make_and_count(&c, command, e);
		if (r == -EINTR) /* while a kernel was fetched or unpacked */
			r = setup_interrupted(false, "nothing was booted");
	}
	free(command);
	cells_release(&c);
	opt_list_release(&opt.file);
	opt_list_release(&opt.env);
	return r;
}
