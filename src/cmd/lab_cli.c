/* lab_cli.c - the command line of perfloss lab run and lab compare. */
#include "cmd/lab_cli.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/setup.h"
#include "model/name.h"
#include "model/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define S 1000000000ll

/* A comparison of two kernels takes a minute or two, and up to five rows may
 * jump before a word gets a "maybe" (judge/exact.h); of three boots none may.
 * Of more kernels five do. Of time, which is noisy, so few pairs say
 * nothing. */
#define BOOTS      4
#define BOOTS_MANY 5
#define BOOTS_TIME 12

/* Of a boot, on a busy host. */
#define LIMIT_NS (300 * S)

/* Of one that only tries whether it can be done. */
#define TRY_NS (60 * S)

/* The same for whoever asks the same again. */
#define SEED 1

#define BOOTS_MOST 1000

struct lab_cli lab_cli = { .seed = SEED, .memory = LAB_MEMORY_USUAL };

const struct opt lab_cli_opts[] = {
	{ 'n', "boots", "N",
	    "boots of each kernel, each with a seed of its own (default: 4; "
	    "5 of more than two kernels; 12 of time)",
	    OPT_INT, &lab_cli.boots, 1 },
	{ 'r', "rows", "GLOB",
	    "only these rows; may be given again (default: some 30 that never "
	    "wait)",
	    OPT_LIST, &lab_cli.rows, 0 },
	{ 0, "cmdline", "TEXT", "further words of the kernels' command line",
	    OPT_STRING, &lab_cli.cmdline, 0 },
	{ 0, "cmdline-a", "TEXT", "the same, of the first kernel", OPT_STRING,
	    &lab_cli.cmdline_of[0], 0 },
	{ 0, "cmdline-b", "TEXT", "the same, of the second", OPT_STRING,
	    &lab_cli.cmdline_of[1], 0 },
	{ 0, "set", "NAME=VALUE",
	    "a sysctl, or a file by its path, to be set after booting; may be "
	    "given again",
	    OPT_LIST, &lab_cli.set, 0 },
	{ 0, "set-a", "NAME=VALUE", "the same, of the first kernel", OPT_LIST,
	    &lab_cli.set_of[0], 0 },
	{ 0, "set-b", "NAME=VALUE", "the same, of the second", OPT_LIST,
	    &lab_cli.set_of[1], 0 },
	{ 0, "inject-b", "WHAT",
	    "slow the second down on purpose: seccomp:N[,INSNS], spin:TURNS "
	    "(doc/WIRE.md)",
	    OPT_STRING, &lab_cli.inject_b, 0 },
	{ 'l', "label", "NAME", "a name for the run of one kernel", OPT_STRING,
	    &lab_cli.label, 0 },
	{ 0, "label-a", "NAME",
	    "a name for the run of the first kernel (default: its release, or "
	    "what --cmdline-a or --set-a say)",
	    OPT_STRING, &lab_cli.label_of[0], 0 },
	{ 0, "label-b", "NAME", "the same, of the second", OPT_STRING,
	    &lab_cli.label_of[1], 0 },
	{ 0, "git", "DIR",
	    "not kernels but commits of this repository, or a series of them, "
	    "A..B; they are built",
	    OPT_STRING, &lab_cli.git.repo, 0 },
	{ 0, "build", "CMD",
	    "makes arch/x86/boot/bzImage of a commit: 'make -j8 bzImage'; a "
	    "command of the shell, in a working tree of its own",
	    OPT_STRING, &lab_cli.git.build, 0 },
	{ 0, "build-b", "CMD",
	    "the same, of the second kernel: another configuration", OPT_STRING,
	    &lab_cli.git.build_b, 0 },
	{ 0, "dir", "DIR",
	    "for what is built (default: one in $XDG_CACHE_HOME/perfloss)",
	    OPT_STRING, &lab_cli.git.dir, 0 },
	{ 0, "neighbours", NULL,
	    "judge each kernel against the one before it (a series is)",
	    OPT_FLAG, &lab_cli.neighbours, 0 },
	{ 0, "seed", "N", "of the seeds and of the order of boots (default: 1)",
	    OPT_UINT, &lab_cli.seed, 0 },
	{ 0, "delta", "PCT", "the change that matters (default: 0.2%)",
	    OPT_PERCENT, &lab_cli.delta, 0 },
	{ 0, "functions", NULL,
	    "which functions of the kernel make the difference, of all rows",
	    OPT_FLAG, &lab_cli.functions, 0 },
	{ 0, "no-functions", NULL,
	    "not even of the rows that differ (default: of these)", OPT_FLAG,
	    &lab_cli.no_functions, 0 },
	{ 0, "accel", "NAME",
	    "icount counts instructions (the default); tcg and kvm take time",
	    OPT_STRING, &lab_cli.accel, 0 },
	{ 0, "memory", "SIZE", "of the virtual machine (default: 512M)",
	    OPT_BYTES, &lab_cli.memory, 0 },
	{ 0, "settle", "TIME",
	    "its own time between booting and the first row (default: 15s)",
	    OPT_DURATION, &lab_cli.settle_ns, 1 },
	{ 0, "limit", "TIME", "end a boot that takes longer (default: 5m)",
	    OPT_DURATION, &lab_cli.limit_ns, 1 },
	{ 'j', "jobs", "N", "boots at once (default: as there are CPUs)",
	    OPT_INT, &lab_cli.jobs, 1 },
	{ 0, "console", "FILE",
	    "write there what the kernel of a boot that failed has printed",
	    OPT_STRING, &lab_cli.console, 0 },
	{ 'v', "all", NULL, "every row, every fact and option that differs",
	    OPT_FLAG, &lab_cli.all, 0 },
	{ 0, "need-decision", NULL, "exit status 3 when a row cannot tell",
	    OPT_FLAG, &lab_cli.need, 0 },
	CMD_OPT_STORE(&lab_cli.store),
	SETUP_OPT_NO_STORE(lab_cli),
	CMD_OPT_JSON(&lab_cli.json),
	SETUP_OPT_QUIET(lab_cli),
	CMD_OPT_END,
};

/* -- Checks -------------------------------------------------------------- */

static int accel_of(enum lab_accel *to, struct err *e)
{
	static const char *const names[] = { "icount", "tcg", "kvm" };
	const char *near;

	*to = LAB_ICOUNT;
	for (size_t i = 0; lab_cli.accel && i < 3; i++)
		if (strcmp(lab_cli.accel, names[i]) == 0) {
			*to = (enum lab_accel)i;
			return 0;
		}
	if (!lab_cli.accel)
		return 0;
	near = text_nearest(lab_cli.accel, names, 3);
	return err_set(e, -EINVAL, "bad value '%.40s' of '--accel', %s%s%s",
	    lab_cli.accel,
	    near ? "did you mean '" : "there are icount, tcg and kvm",
	    near ? near : "", near ? "'?" : "");
}

/* Options of the first or second of several arms. */
static const char *of_side(void)
{
	return lab_cli.cmdline_of[0] ? "--cmdline-a" :
	    lab_cli.cmdline_of[1]    ? "--cmdline-b" :
	    lab_cli.set_of[0].n      ? "--set-a" :
	    lab_cli.set_of[1].n      ? "--set-b" :
	    lab_cli.inject_b         ? "--inject-b" :
	    lab_cli.label_of[0]      ? "--label-a" :
	    lab_cli.label_of[1]      ? "--label-b" :
				       NULL;
}

static int check_git(size_t arms, struct err *e)
{
	if (!lab_cli.git.repo &&
	    (lab_cli.git.build || lab_cli.git.build_b || lab_cli.git.dir))
		return err_set(e, -EINVAL, "'%s' is of '--git'",
		    lab_cli.git.build       ? "--build" :
			lab_cli.git.build_b ? "--build-b" :
					      "--dir");
	if (lab_cli.git.repo && !lab_cli.git.build)
		return err_set(e, -EINVAL,
		    "'--git' takes a '--build', such as 'make -j8 bzImage'");
	if (lab_cli.git.build_b && arms < 2)
		return err_set(e, -EINVAL,
		    "'--build-b' is of 'perfloss lab compare'");
	return 0;
}

static int check(size_t n, size_t arms, struct err *e)
{
	int r;

	if (of_side() && (arms < 2 || n > 2))
		return err_set(e, -EINVAL,
		    n > 2 ? "'%s' is of two kernels, and there are %zu" :
			    "'%s' is of 'perfloss lab compare'",
		    of_side(), n);
	if (lab_cli.label && arms * n > 1)
		return err_set(e, -EINVAL,
		    "'--label' names one run; '--label-a' and '--label-b' are "
		    "of 'perfloss lab compare'");
	if (lab_cli.functions && lab_cli.no_functions)
		return err_set(e, -EINVAL,
		    "'--functions' and '--no-functions' exclude one another");
	if (lab_cli.boots > BOOTS_MOST)
		return err_set(e, -EINVAL,
		    "value '%lld' of '--boots' is out of range, at most %d",
		    (long long)lab_cli.boots, BOOTS_MOST);
	r = name_check_label(lab_cli.label, e);
	r = r < 0 ? r : name_check_label(lab_cli.label_of[0], e);
	r = r < 0 ? r : name_check_label(lab_cli.label_of[1], e);
	if (r == 0 && lab_cli.label_of[0] && lab_cli.label_of[1] &&
	    strcmp(lab_cli.label_of[0], lab_cli.label_of[1]) == 0)
		return err_set(e, -EINVAL, "both runs are called '%s'",
		    lab_cli.label_of[0]);
	return r < 0 ? r : out_check(lab_cli.console, e);
}

/* -- Arms ---------------------------------------------------------------- */

static char *own(struct lab_made *m, char *text)
{
	m->text = xgrow(m->text, m->n_text, &m->cap_text, sizeof(*m->text));
	m->text[m->n_text++] = text;
	return text;
}

static int add_sets(struct lab_made *m, const struct opt_list *l,
    const char *option, const char **to, size_t *n, struct err *e)
{
	for (size_t i = 0; i < l->n; i++) {
		char *path = lab_set_path(l->item[i], option, e);

		if (!path)
			return -EINVAL;
		to[(*n)++] = own(m, path);
	}
	return 0;
}

static int make_sets(struct lab_made *m, size_t a, struct err *e)
{
	const struct opt_list *mine = a < 2 ? &lab_cli.set_of[a] : NULL;
	size_t n = 0;
	int r;

	m->set[a] =
	    xcalloc(lab_cli.set.n + (mine ? mine->n : 0) + 1, sizeof(**m->set));
	r = add_sets(m, &lab_cli.set, "--set", m->set[a], &n, e);
	if (r == 0 && mine)
		r = add_sets(m, mine, a ? "--set-b" : "--set-a", m->set[a], &n,
		    e);
	m->arm[a].set = m->set[a];
	return r;
}

static void make_cmdline(struct lab_made *m, size_t a)
{
	const char *mine = a < 2 ? lab_cli.cmdline_of[a] : NULL;

	if (lab_cli.cmdline && mine)
		m->arm[a].cmdline =
		    own(m, xasprintf("%s %s", lab_cli.cmdline, mine));
	else
		m->arm[a].cmdline = lab_cli.cmdline ? lab_cli.cmdline : mine;
}

static int make_arms(struct lab_made *m, size_t n, struct err *e)
{
	int r = 0;

	m->arm = xcalloc(n, sizeof(*m->arm));
	m->run = xcalloc(n, sizeof(*m->run));
	m->set = xcalloc(n, sizeof(*m->set));
	m->o.arm = m->arm;
	m->o.n_arms = n;
	for (size_t a = 0; a < n; a++) {
		run_init(&m->run[a]);
		m->arm[a].r = &m->run[a];
		make_cmdline(m, a);
		r = r < 0 ? r : make_sets(m, a, e);
	}
	if (lab_cli.inject_b) {
		m->args[0] = "--inject";
		m->args[1] = lab_cli.inject_b;
		m->arm[n - 1].args = m->args;
	}
	return r;
}

static int open_kernels(struct lab_made *m, char *const *words, size_t n,
    struct err *e)
{
	int r = 0;

	m->kernel = xcalloc(n, sizeof(*m->kernel));
	while (r == 0 && m->n_kernels < n) {
		r = kernel_open(&m->kernel[m->n_kernels], words[m->n_kernels],
		    e);
		m->n_kernels++;
	}
	for (size_t a = 0; a < m->o.n_arms && r == 0; a++)
		m->arm[a].kernel = &m->kernel[n == 1 ? 0 : a];
	return r;
}

static unsigned at_once(size_t boots)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	size_t n = lab_cli.jobs ? (size_t)lab_cli.jobs :
	    cpus > 0            ? (size_t)cpus :
				  1;

	return (unsigned)(n < boots ? n : boots);
}

/* Without one the counts are as good; that is said. */
static void make_counter(struct lab_made *m)
{
	struct err why;

	if (lab_cli.no_functions || m->o.how.accel != LAB_ICOUNT)
		return;
	if (lab_counter_init(&m->counter, &why) == 0)
		m->o.counter = &m->counter;
	else
		log_warn("no functions: %s", why.text);
}

static int make_how(struct lab_made *m, struct err *e)
{
	struct lab_how *how = &m->o.how;
	struct err none;
	char *path;
	int r = accel_of(&how->accel, e);

	r = r < 0 ? r : lab_memory(lab_cli.memory, &how->memory_mb, e);
	if (r < 0)
		return r;
	path = lab_qemu(e);
	if (!path)
		return e->code ? e->code : -ENOENT;
	m->qemu = lab_qemu_version(path, &none);
	free(path);
	how->qemu = m->qemu;
	how->settle_ns = lab_cli.settle_ns;
	how->limit_ns = lab_cli.limit_ns ? lab_cli.limit_ns : LIMIT_NS;
	how->what = "boot";
	how->console = lab_cli.console;
	how->quiet = lab_cli.quiet;
	how->rows = m->rows.n;
	make_counter(m);
	m->o.seed = lab_cli.seed;
	m->o.rows = &m->rows;
	m->o.boots = (uint32_t)(lab_cli.boots ? lab_cli.boots :
		how->accel != LAB_ICOUNT      ? BOOTS_TIME :
		m->o.n_arms > 2               ? BOOTS_MANY :
						BOOTS);
	how->at_once = at_once(m->o.n_arms * m->o.boots);
	return 0;
}

/* There may be a /dev/kvm that boots nothing: only a boot tells. */
static int try_kvm(const struct lab_made *m, struct err *e)
{
	const struct lab_boot boot = { .kernel = m->arm[0].kernel,
		.accel = LAB_KVM,
		.memory_mb = m->o.how.memory_mb };

	if (m->o.how.accel != LAB_KVM || lab_try(&boot, TRY_NS, e) == 0)
		return 0;
	return err_prefix(e, "'--accel kvm' cannot be used");
}

/* Called before anything is built. */
static int list_commits(struct lab_made *m, char *const *words, size_t *n,
    struct err *e)
{
	int r;

	if (!lab_cli.git.repo)
		return 0;
	r = lab_git_list(&m->git, &lab_cli.git, words, *n, e);
	*n = m->git.at.n;
	return r;
}

/* What is booted is named after the commit. */
static int open_commits(struct lab_made *m, struct err *e)
{
	int r = lab_git_build(&m->git, lab_cli.quiet, e);

	r = r < 0 ? r : open_kernels(m, m->git.path, m->git.at.n, e);
	for (size_t i = 0; i < m->git.at.n && r == 0; i++) {
		const struct bisect_place *at = &m->git.at.at[i];

		free(m->kernel[i].name);
		m->kernel[i].name = xasprintf("%.12s %s", at->word,
		    at->subject ? at->subject : "");
	}
	return r;
}

int lab_make(struct lab_made *m, char *const *kernels, size_t n, size_t arms,
    struct err *e)
{
	int r;

	*m = (struct lab_made){ .git.lock = -1 };
	if (n == 0)
		return err_set(e, -EINVAL,
		    "which kernel? 'perfloss lab -h' tells how to name one");
	r = check_git(arms, e);
	r = r < 0 ? r : list_commits(m, kernels, &n, e);
	r = r < 0 ? r : check(n, arms, e);
	r = r < 0 ?
	    r :
	    lab_rows_choose(&m->rows, lab_cli.rows.item, lab_cli.rows.n, e);
	r = r < 0 ? r : make_arms(m, n > arms ? n : arms, e);
	r = r < 0 ? r : make_how(m, e);
	if (r == 0)
		r = lab_cli.git.repo ? open_commits(m, e) :
				       open_kernels(m, kernels, n, e);
	return r < 0 ? r : try_kvm(m, e);
}

void lab_made_release(struct lab_made *m)
{
	for (size_t i = 0; i < m->n_kernels; i++)
		kernel_release(&m->kernel[i]);
	for (size_t a = 0; a < m->o.n_arms; a++) {
		run_release(&m->run[a]);
		free(m->set[a]);
	}
	for (size_t i = 0; i < m->n_text; i++)
		free(m->text[i]);
	lab_rows_release(&m->rows);
	lab_git_release(&m->git);
	free(m->kernel);
	free(m->arm);
	free(m->run);
	free(m->set);
	free(m->text);
	free(m->qemu);
	lab_counter_release(&m->counter);
	opt_list_release(&lab_cli.set);
	opt_list_release(&lab_cli.set_of[0]);
	opt_list_release(&lab_cli.set_of[1]);
	opt_list_release(&lab_cli.rows);
}
