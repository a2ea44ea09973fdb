/* report.c - perfloss report: runs in other formats. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "cmd/judged.h"
#include "cmd/phases.h"
#include "cmd/picture.h"
#include "judge/judge.h"
#include "model/run_json.h"
#include "report/html.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *store, *out, *format, *over, *figure;
	struct opt_list rows;
	struct picture_opts picture;
	double delta;
	bool across, neighbours, all_batches;
} opt;

static const struct opt report_opts[] = {
	{ 'f', "format", "NAME",
	    "html (a page with everything), markdown, csv, json, openmetrics, "
	    "lmbench (its six tables), svg or png (pictures)",
	    OPT_STRING, &opt.format, 0 },
	{ 'o', "output", "FILE",
	    "write a file; its ending (html, md, csv, json, prom, lmbench, "
	    "svg, png) is the format unless -f says it. A format alone: on "
	    "standard output",
	    OPT_STRING, &opt.out, 0 },
	{ 0, "figure", "NAME",
	    "which picture (default: the first that there is something for); "
	    "'list' lists them",
	    OPT_STRING, &opt.figure, 0 },
	{ 'r', "rows", "GLOB",
	    "only these rows; may be given again. As in 'perfloss run': name, "
	    "pattern, lmbench's name",
	    OPT_LIST, &opt.rows, 0 },
	{ 0, "over", "PARAM",
	    "pictures: the argument that curves are over (default: the one "
	    "that takes most values)",
	    OPT_STRING, &opt.over, 0 },
	PICTURE_OPTS(&opt.picture),
	{ 0, "delta", "PCT",
	    "several runs: the change that matters, as 'perfloss compare' has "
	    "it",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "neighbours", NULL,
	    "several runs: each against the one before it, not the first",
	    OPT_FLAG, &opt.neighbours, 0 },
	{ 0, "across", NULL,
	    "several runs: judge those of different machines or builds, too",
	    OPT_FLAG, &opt.across, 0 },
	CMD_OPT_ALL(&opt.all_batches),
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_END,
};

const struct opt_cmd cmd_report_usage = {
	"perfloss report",
	"-f FORMAT RUN...",
	"write runs in another format",
	"html, markdown, csv and json take one run, or several, which are "
	"judged as\n'perfloss compare' does (json of one is the run itself). "
	"lmbench, svg and\npng take any number, openmetrics one.\n\n"
	"  perfloss report before after -o report.html\n"
	"  perfloss report @1 -o curves.svg\n"
	"  perfloss report @1 --figure histogram --rows sched_wakeup -o x.png",
	report_opts,
};

static void as_json(const struct run *run, struct buf *out)
{
	run_to_json(run, out);
	buf_add_char(out, '\n');
}

enum format {
	HTML,
	MARKDOWN,
	CSV,
	JSON,
	OPENMETRICS,
	LMBENCH,
	SVG,
	PNG,
	FORMATS
};

static const struct out_format formats[FORMATS] = { [HTML] = { "html", "html" },
	[MARKDOWN] = { "markdown", "md" },
	[CSV] = { "csv", "csv" },
	[JSON] = { "json", "json" },
	[OPENMETRICS] = { "openmetrics", "prom" },
	[LMBENCH] = { "lmbench", "lmbench" },
	[SVG] = { "svg", "svg" },
	[PNG] = { "png", "png" } };

static bool is_picture(enum format f)
{
	return f == SVG || f == PNG;
}

/* All that is written, of the runs and of the pairs that judge them (none of
 * one run). */
static int write_as(enum format f, const struct figure_data *d, struct buf *out,
    struct err *e)
{
	const struct figure *fig = NULL;
	const struct report_opts all = { out_style(), true, NULL };
	const bool *show = d->show ? d->show[0] : NULL;

	if (opt.over || opt.figure)
		fig = figure_find(opt.figure ? opt.figure : "curves", e);
	if (is_picture(f))
		return picture_draw(&opt.picture, fig, d, f == PNG, out, e);
	if (f == HTML)
		report_html(d, picture_theme(&opt.picture), out);
	else if (f == OPENMETRICS)
		report_run_openmetrics(d->run[0], d->est[0], show, out);
	else if (f == MARKDOWN && d->n_pairs > 0)
		report_compare_markdown(d->pair, d->n_pairs, &all, out);
	else if (f == MARKDOWN)
		report_run_markdown(d->run[0], d->est[0], show, out);
	else if (f == CSV && d->n_pairs > 0)
		report_compare_csv(d->pair, d->n_pairs, out);
	else if (f == CSV)
		report_run_csv(d->run[0], d->est[0], show, out);
	else if (f == LMBENCH)
		report_lmbench(d->run, d->n, out);
	else if (d->n_pairs > 0)
		report_comparisons_json(d->pair, d->n_pairs, out);
	else
		as_json(d->run[0], out);
	return 0;
}

/* Each run estimated, and the rows of it that are asked for. */
static int write_estimated(enum format f, struct figure_data *d,
    struct buf *out, struct err *e)
{
	struct estimate **est = xcalloc(d->n + 1, sizeof(*est));
	bool **show = xcalloc(d->n + 1, sizeof(*show));
	int r = 0;

	d->est = (const struct estimate *const *)est;
	d->show = opt.rows.n ? (const bool *const *)show : NULL;
	for (size_t i = 0; i < d->n && r == 0; i++) {
		est[i] = xcalloc(d->run[i]->n_results + 1, sizeof(**est));
		judge_run(d->run[i], est[i]);
		/* of several that are judged together, judged.c looks */
		if (d->n_pairs == 0)
			r = source_rows(d->run[i], opt.rows.item, opt.rows.n,
			    &show[i], e);
	}
	if (d->n_pairs > 0)
		d->show = NULL;
	r = r < 0 ? r : write_as(f, d, out, e);
	for (size_t i = 0; i < d->n; i++) {
		free(est[i]);
		free(show[i]);
	}
	free(show);
	free(est);
	return r;
}

/* Several runs in a format that holds verdicts are judged. */
static int write_judged(enum format f, const struct run *runs,
    struct figure_data *d, struct buf *out, struct err *e)
{
	const struct judged_opts o = { .store = opt.store,
		.rows = opt.rows.item,
		.n_rows = opt.rows.n,
		.neighbours = opt.neighbours,
		.delta = opt.delta,
		.across = opt.across };
	struct judged j;
	int r = judged_init(&j, runs, d->n, &o, e);

	d->pair = j.pair;
	d->n_pairs = j.n;
	r = r < 0 ? r : write_estimated(f, d, out, e);
	judged_release(&j);
	return r;
}

/* "-o lmbench" is a format, "-o x.lmbench" a file; what is no format and has
 * no ending is one only after -f. */
static bool is_file(const char *out)
{
	return opt.format || strchr(out, '.') || strchr(out, '/');
}

/* What is of some formats alone. */
static int check_options(enum format f, int n, const char *file, struct err *e)
{
	bool drawn = is_picture(f), judged = f <= JSON && n > 1;
	const char *vain = drawn ? NULL :
	    opt.figure           ? "figure" :
	    opt.over             ? "over" :
				   NULL;
	const char *alone = judged ? NULL :
	    opt.delta > 0          ? "delta" :
	    opt.neighbours         ? "neighbours" :
	    opt.across             ? "across" :
				     NULL;

	if (vain)
		return err_set(e, -EINVAL,
		    "'--%s' is of pictures: '-o x.svg' or '-o x.png' makes one",
		    vain);
	if (alone)
		return err_set(e, -EINVAL,
		    "'--%s' is of several runs that are judged, as html, "
		    "markdown, csv and json do",
		    alone);
	if (opt.rows.n && ((f == JSON && n == 1) || f == LMBENCH))
		return err_set(e, -EINVAL,
		    "the format '%s' holds all rows, without '--rows'",
		    formats[f].name);
	if (drawn && opt.figure && !figure_find(opt.figure, e))
		return e->code;
	if (drawn && opt.figure && opt.over &&
	    strcmp(opt.figure, "curves") != 0)
		return err_set(e, -EINVAL,
		    "'--over' is of the picture 'curves', not of '%s'",
		    opt.figure);
	if (f == HTML && opt.picture.width)
		return err_set(e, -EINVAL,
		    "'--width' is of pictures: a page is as wide as its "
		    "window");
	return picture_check(&opt.picture, drawn || f == HTML, f == PNG, file,
	    e);
}

static int check(enum format *f, bool *file, int n, struct err *e)
{
	int r;

	if (!opt.out && !opt.format)
		return err_set(e, -EINVAL,
		    "which format? '-o report.html', or '-f' with one that "
		    "'perfloss report -h' lists");
	*file = opt.out && is_file(opt.out);
	r = out_choose(opt.out && !*file ? opt.out : opt.format,
	    *file ? opt.out : NULL, formats, FORMATS, FORMATS, e);
	if (r < 0)
		return r;
	*f = (enum format)r;
	if (n < 1)
		return err_set(e, -EINVAL,
		    "which run? 'perfloss runs' lists "
		    "them, @1 is the last");
	if (*f == OPENMETRICS && n > 1)
		return err_set(e, -EINVAL,
		    "the format '%s' holds one run, not %d", formats[*f].name,
		    n);
	return check_options(*f, n, *file ? opt.out : NULL, e);
}

static int list_figures(struct err *e)
{
	struct buf out = BUF_INIT;
	int r;

	for (const struct figure *f = figure_table; f->name; f++)
		buf_addf(&out, "%-10s %s\n", f->name, f->summary);
	r = out_write(&out, e);
	buf_release(&out);
	return r;
}

/* The runs are read, and written. */
static int report(int n, char **words, enum format f, bool file, struct err *e)
{
	struct run *runs = xcalloc((size_t)n, sizeof(*runs));
	const struct run **p = xcalloc((size_t)n, sizeof(*p));
	struct figure_data d = { .run = p, .n = (size_t)n, .param = opt.over };
	struct phases phases = { .found = false };
	struct buf out = BUF_INIT;
	int i, read = 0, r = 0;

	for (i = 0; i < n && r == 0; i++, read++) {
		r = source_run(&runs[i], words[i], opt.store, e);
		runs[i].all_batches = opt.all_batches;
		p[i] = &runs[i];
	}
	if (r == 0)
		phases_init(&phases, p, d.n, opt.store);
	d.aftermath = phases.found ? &phases.a : NULL;
	if (r == 0 && n > 1 && f <= JSON)
		r = write_judged(f, runs, &d, &out, e);
	else if (r == 0)
		r = write_estimated(f, &d, &out, e);
	if (r == 0)
		r = out_put(file ? opt.out : NULL, &out, e);
	phases_release(&phases);
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
	free(p);
	free(runs);
	buf_release(&out);
	return r;
}

int cmd_report(int argc, char **argv, struct err *e)
{
	enum format f = LMBENCH;
	bool file = false;
	int n, r = opt_parse(&cmd_report_usage, argc, argv, &n, e);

	if (r != 0) {
		r = r < 0 ? r : 0;
	} else if (opt.figure && strcmp(opt.figure, "list") == 0) {
		r = list_figures(e);
	} else {
		r = check(&f, &file, n, e);
		r = r < 0 ? r : report(n, argv + 1, f, file, e);
	}
	opt_list_release(&opt.rows);
	return r;
}
