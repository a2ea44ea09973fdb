/* compare.c - perfloss compare: judge two or more runs. */
#include "cmd/cmd.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/judged.h"
#include "cmd/picture.h"
#include "judge/judge.h"
#include "report/functions.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Floors above this are said: twice the spread that makes a row noisy. */
#define WIDE_FLOOR (2 * JUDGE_NOISY)

static struct {
	const char *store, *against, *format, *file;
	double delta, band;
	struct opt_list rows, fail;
	struct picture_opts picture;
	bool json, all, need, across, neighbours, plot, all_batches;
} opt;

static const struct opt compare_opts[] = {
	{ 0, "against", "RUN",
	    "which of the runs the others are compared with (default: first)",
	    OPT_STRING, &opt.against, 0 },
	{ 0, "neighbours", NULL, "each run with the one before it", OPT_FLAG,
	    &opt.neighbours, 0 },
	{ 'r', "rows", "GLOB",
	    "only these rows; may be given again. As in 'perfloss run': name, "
	    "pattern, lmbench's name",
	    OPT_LIST, &opt.rows, 0 },
	{ 0, "delta", "PCT",
	    "the change that matters (default: 2%; never less "
	    "than what the two runs can tell)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "band", "PCT", "rows are SAME within this (default: as --delta)",
	    OPT_PERCENT, &opt.band, 0 },
	{ 'v', "all", NULL,
	    "every row, every fact that differs; several runs: a report for "
	    "each",
	    OPT_FLAG, &opt.all, 0 },
	{ 0, "fail-on", "WHAT",
	    "exit status 1 when a row is: slower (default), maybe (slower, or "
	    "maybe), cannot-tell (none of these is excluded), faster, "
	    "different (slower or faster); may be given again",
	    OPT_LIST, &opt.fail, 0 },
	{ 0, "need-decision", NULL, "exit status 3 when a row cannot tell",
	    OPT_FLAG, &opt.need, 0 },
	{ 0, "across", NULL,
	    "judge runs of different machines or of different builds of "
	    "perfloss-probe, too",
	    OPT_FLAG, &opt.across, 0 },
	{ 'f', "format", "NAME",
	    "text, markdown, csv, json, svg or png (a picture)", OPT_STRING,
	    &opt.format, 0 },
	{ 'o', "output", "FILE",
	    "write a file; its ending (md, csv, json, svg, png, txt) is the "
	    "format unless -f says it",
	    OPT_STRING, &opt.file, 0 },
	{ 0, "plot", NULL, "show each change and its interval as a line",
	    OPT_FLAG, &opt.plot, 0 },
	PICTURE_OPTS(&opt.picture),
	CMD_OPT_ALL(&opt.all_batches),
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_compare_usage = {
	"perfloss compare",
	"BASE NOW...",
	"judge runs against a first one: what became slower, what faster",
	"A run is a label, a number, @1 (the last), the start of a uuid, or a "
	"file that\n'perfloss export' or another tool wrote. Exit status: 0 "
	"nothing is slower, 1\nsomething is, 2 trouble. 'perfloss why' says "
	"what goes with a change.",
	compare_opts,
};

enum format { TEXT, MARKDOWN, CSV, JSON, SVG, PNG, FORMATS };

static const struct out_format formats[FORMATS] = { [TEXT] = { "text", "txt" },
	[MARKDOWN] = { "markdown", "md" },
	[CSV] = { "csv", "csv" },
	[JSON] = { "json", "json" },
	[SVG] = { "svg", "svg" },
	[PNG] = { "png", "png" } };

/* -- Exit status --------------------------------------------------------- */

#define BIT(v) (1u << (v))
#define SLOWER BIT(VERDICT_SLOWER)
#define MAYBE  (SLOWER | BIT(VERDICT_MAYBE_SLOWER))

static const struct {
	const char *word;
	unsigned verdicts;
} fails[] = {
	{ "slower", SLOWER },
	{ "maybe", MAYBE },
	{ "cannot-tell", MAYBE | BIT(VERDICT_CANNOT_TELL) },
	{ "faster", BIT(VERDICT_FASTER) },
	{ "different", SLOWER | BIT(VERDICT_FASTER) },
};
#define N_FAILS (sizeof(fails) / sizeof(fails[0]))

/* The verdicts that mean exit status 1. */
static int fail_mask(unsigned *mask, struct err *e)
{
	const char *words[N_FAILS], *near;
	size_t i, k;

	*mask = opt.fail.n ? 0 : SLOWER;
	for (k = 0; k < N_FAILS; k++)
		words[k] = fails[k].word;
	for (i = 0; i < opt.fail.n; i++) {
		for (k = 0; k < N_FAILS; k++)
			if (strcmp(opt.fail.item[i], fails[k].word) == 0)
				break;
		if (k < N_FAILS) {
			*mask |= fails[k].verdicts;
			continue;
		}
		near = text_nearest(opt.fail.item[i], words, N_FAILS);
		return err_set(e, -EINVAL,
		    "bad value '%s' of '--fail-on', %s%s%s", opt.fail.item[i],
		    near ? "did you mean '" :
			   "there are slower, maybe, cannot-tell, faster and "
			   "different",
		    near ? near : "", near ? "'?" : "");
	}
	return 0;
}

static int exit_status(const struct verdict_set *v, unsigned mask)
{
	if (v->not_comparable)
		return CMD_TROUBLE;
	for (unsigned i = 0; i < VERDICTS; i++)
		if ((mask & BIT(i)) && v->count[i] > 0)
			return 1;
	return opt.need && v->count[VERDICT_CANNOT_TELL] > 0 ? 3 : 0;
}

/* The worst of all columns: 1 before 2 before 3 before 0. */
static int worse(int a, int b)
{
	static const int rank[] = { 0, 3, 2, 1 };

	return rank[a] > rank[b] ? a : b;
}

/* -- Which pairs --------------------------------------------------------- */

/* The place of the run that all others are compared with. */
static int base_of(char *const *words, int n, struct err *e)
{
	int i;

	if (opt.against && opt.neighbours)
		return err_set(e, -EINVAL,
		    "'--against' and '--neighbours' exclude one another");
	if (!opt.against)
		return 0;
	for (i = 0; i < n; i++)
		if (strcmp(words[i], opt.against) == 0)
			return i;
	if (strcmp(opt.against, "first") == 0)
		return 0;
	return err_set(e, -EINVAL,
	    "'%s' of '--against' is none of the runs given, name it as there "
	    "or say 'first'",
	    opt.against);
}

/* -- Output -------------------------------------------------------------- */

static void put_text(const struct report_pair *p, size_t n,
    const struct report_opts *o, struct buf *out)
{
	if (n > 1 && !o->all) {
		report_compare_many(p, n, o, out);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			buf_add_char(out, '\n');
		report_compare(p[i].base, p[i].now, p[i].v, o, out);
		report_where(p[i].base, p[i].now, &o->style, out);
		report_findings(p[i].base, p[i].now, &o->style, out);
		report_functions_where(p[i].v, o->all, &o->style, out);
		report_counted_facts(p[i].base, p[i].now, o, out);
	}
}

static int put(const struct report_pair *p, size_t n, enum format format,
    struct buf *out, struct err *e)
{
	const struct figure_data d = { .pair = p, .n_pairs = n };
	struct report_opts o = { out_style(), opt.all, NULL };

	if (opt.file)
		o.style.colour = false;
	if (format == SVG || format == PNG)
		return picture_draw(&opt.picture, NULL, &d, format == PNG, out,
		    e);
	if (format == JSON)
		report_comparisons_json(p, n, out);
	else if (format == CSV)
		report_compare_csv(p, n, out);
	else if (format == MARKDOWN)
		report_compare_markdown(p, n, &o, out);
	else
		put_text(p, n, &o, out);
	if (format == TEXT && opt.plot) {
		buf_add_char(out, '\n');
		plot_forest(&d, &o.style, out);
	}
	return 0;
}

/* A history in which runs of one state differ much hides what it is asked. */
static void warn_floors(const struct verdict_set *v, size_t n, double delta)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < v[i].n; k++) {
			const struct margin *m = &v[i].rows[k].margins;

			if (m->from == MARGIN_MEASURED && m->alarm > delta)
				most = fmax(most, m->alarm);
		}
	if (most > WIDE_FLOOR)
		log_warn("floors of up to %.0f %%: stored runs of one state "
			 "differ by that much, as on a busy machine; "
			 "'perfloss show --floors RUN' lists them",
		    100 * most);
}

/* Returns the exit status, or -errno. */
static int judge_all(const struct run *runs, int n_runs, int base,
    unsigned mask, enum format format, struct buf *out, struct err *e)
{
	const struct judged_opts o = { .store = opt.store,
		.rows = opt.rows.item,
		.n_rows = opt.rows.n,
		.base = (size_t)base,
		.neighbours = opt.neighbours,
		.delta = opt.delta,
		.band = opt.band,
		.across = opt.across };
	struct judged j;
	int status = 0, r = judged_init(&j, runs, (size_t)n_runs, &o, e);

	for (size_t i = 0; i < j.n; i++)
		status = worse(status, exit_status(&j.v[i], mask));
	if (r == 0)
		r = put(j.pair, j.n, format, out, e);
	warn_floors(j.v, j.n, opt.delta > 0 ? opt.delta : judge_defaults.delta);
	judged_release(&j);
	return r < 0 ? r : status;
}

/* What the options mean, before anything is read. */
static int check(char *const *words, int n, int *base, unsigned *mask,
    int *format, struct err *e)
{
	int r;

	if (n < 2)
		return err_set(e, -EINVAL,
		    "two runs are needed: 'perfloss "
		    "compare @2 @1' takes the last two");
	if (opt.json && opt.format && strcmp(opt.format, "json") != 0)
		return err_set(e, -EINVAL,
		    "'--json' and '-f %s' exclude one another", opt.format);
	*format = out_choose(opt.json ? "json" : opt.format, opt.file, formats,
	    FORMATS, TEXT, e);
	if (*format < 0)
		return *format;
	if (opt.plot && *format != TEXT)
		return err_set(e, -EINVAL,
		    "'--plot' is of the text, '-o x.svg' of a picture");
	*base = base_of(words, n, e);
	if (*base < 0)
		return *base;
	r = picture_check(&opt.picture, *format == SVG || *format == PNG,
	    *format == PNG, opt.file, e);
	return r < 0 ? r : fail_mask(mask, e);
}

int cmd_compare(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	struct run *runs;
	int n, i, base = 0, format = TEXT, read = 0, status = 0, ret;
	unsigned mask = 0;

	ret = opt_parse(&cmd_compare_usage, argc, argv, &n, e);
	if (ret == 0)
		ret = check(argv + 1, n, &base, &mask, &format, e);
	if (ret != 0) {
		opt_list_release(&opt.rows);
		opt_list_release(&opt.fail);
		return ret < 0 ? ret : 0;
	}
	runs = xcalloc((size_t)n, sizeof(*runs));
	for (i = 0; i < n && ret == 0; i++, read++) {
		ret = source_run(&runs[i], argv[1 + i], opt.store, e);
		runs[i].all_batches = opt.all_batches;
	}
	if (ret == 0) {
		status = judge_all(runs, n, base, mask, (enum format)format,
		    &out, e);
		ret = status < 0 ? status : out_put(opt.file, &out, e);
	}
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
	free(runs);
	opt_list_release(&opt.rows);
	opt_list_release(&opt.fail);
	buf_release(&out);
	return ret < 0 ? ret : status;
}
