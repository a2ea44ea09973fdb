/* report.c - perfloss report: runs in other formats. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "cmd/picture.h"
#include "judge/judge.h"
#include "model/run_json.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *store, *out, *format, *over, *figure;
	struct opt_list rows;
	struct picture_opts picture;
} opt;

static const struct opt report_opts[] = {
	{ 'f', "format", "NAME",
	    "lmbench (its six tables), json, svg or png (pictures)", OPT_STRING,
	    &opt.format, 0 },
	{ 'o', "output", "FILE",
	    "write a file; its ending (lmbench, json, svg, png) is the format "
	    "unless -f says it. A format alone: on standard output",
	    OPT_STRING, &opt.out, 0 },
	{ 0, "figure", "NAME",
	    "which picture (default: the first that there is something for); "
	    "'list' lists them",
	    OPT_STRING, &opt.figure, 0 },
	{ 'r', "rows", "GLOB",
	    "pictures: only these rows; may be given again. As in 'perfloss "
	    "run': name, pattern, lmbench's name",
	    OPT_LIST, &opt.rows, 0 },
	{ 0, "over", "PARAM",
	    "pictures: the argument that curves are over (default: the one "
	    "that takes most values)",
	    OPT_STRING, &opt.over, 0 },
	PICTURE_OPTS(&opt.picture),
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_END,
};

const struct opt_cmd cmd_report_usage = {
	"perfloss report",
	"-f FORMAT RUN...",
	"write runs in another format",
	"lmbench takes any number of runs, a line for each; json exactly one; "
	"svg and\npng any number in one picture.\n\n"
	"  perfloss report @1 -o curves.svg\n"
	"  perfloss report @1 --figure histogram --rows sched_wakeup -o x.png",
	report_opts,
};

static void as_lmbench(const struct run *runs, size_t n, struct buf *out)
{
	const struct run **p = xcalloc(n + 1, sizeof(*p));
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = &runs[i];
	report_lmbench(p, n, out);
	free(p);
}

static void as_json(const struct run *run, struct buf *out)
{
	run_to_json(run, out);
	buf_add_char(out, '\n');
}

/* All runs in one picture. */
static int as_picture(const struct run *runs, size_t n, bool png,
    struct buf *out, struct err *e)
{
	const struct run **p = xcalloc(n + 1, sizeof(*p));
	struct estimate **est = xcalloc(n + 1, sizeof(*est));
	bool **show = xcalloc(n + 1, sizeof(*show));
	const struct figure *fig = NULL;
	struct figure_data d = { .run = p,
		.est = (const struct estimate *const *)est,
		.show = (const bool *const *)show,
		.n = n,
		.param = opt.over };
	int r = 0;

	if (opt.over || opt.figure)
		fig = figure_find(opt.figure ? opt.figure : "curves", e);
	for (size_t i = 0; i < n && r == 0; i++) {
		p[i] = &runs[i];
		est[i] = xcalloc(runs[i].n_results + 1, sizeof(**est));
		judge_run(p[i], est[i]);
		r = source_rows(p[i], opt.rows.item, opt.rows.n, &show[i], e);
	}
	r = r < 0 ? r : picture_draw(&opt.picture, fig, &d, png, out, e);
	for (size_t i = 0; i < n; i++) {
		free(est[i]);
		free(show[i]);
	}
	free(show);
	free(est);
	free(p);
	return r;
}

enum format { JSON, LMBENCH, SVG, PNG, FORMATS };

static const struct out_format formats[FORMATS] = { [JSON] = { "json", "json" },
	[LMBENCH] = { "lmbench", "lmbench" },
	[SVG] = { "svg", "svg" },
	[PNG] = { "png", "png" } };

/* "-o lmbench" is a format, "-o x.lmbench" a file; what is no format and has
 * no ending is one only after -f. */
static bool is_file(const char *out)
{
	return opt.format || strchr(out, '.') || strchr(out, '/');
}

/* What is of pictures alone. */
static int check_picture(bool drawn, bool png, const char *file, struct err *e)
{
	const char *vain = opt.figure ? "figure" :
	    opt.rows.n                ? "rows" :
	    opt.over                  ? "over" :
					NULL;

	if (!drawn && vain)
		return err_set(e, -EINVAL,
		    "'--%s' is of pictures: '-o x.svg' or '-o x.png' makes one",
		    vain);
	if (drawn && opt.figure && !figure_find(opt.figure, e))
		return e->code;
	if (drawn && opt.figure && opt.over &&
	    strcmp(opt.figure, "curves") != 0)
		return err_set(e, -EINVAL,
		    "'--over' is of the picture 'curves', not of '%s'",
		    opt.figure);
	return picture_check(&opt.picture, drawn, png, file, e);
}

static int check(enum format *f, bool *file, int n, struct err *e)
{
	int r;

	if (!opt.out && !opt.format)
		return err_set(e, -EINVAL,
		    "which format? '-f lmbench', '-f "
		    "json', or '-o' with a file that ends so");
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
	if (*f == JSON && n > 1)
		return err_set(e, -EINVAL,
		    "the format 'json' holds one run, not %d", n);
	return check_picture(*f == SVG || *f == PNG, *f == PNG,
	    *file ? opt.out : NULL, e);
}

static int write_as(enum format f, const struct run *runs, size_t n,
    struct buf *out, struct err *e)
{
	if (f == SVG || f == PNG)
		return as_picture(runs, n, f == PNG, out, e);
	if (f == JSON)
		as_json(runs, out);
	else
		as_lmbench(runs, n, out);
	return 0;
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
	struct buf out = BUF_INIT;
	int i, read = 0, r = 0;

	for (i = 0; i < n && r == 0; i++, read++)
		r = source_run(&runs[i], words[i], opt.store, e);
	if (r == 0)
		r = write_as(f, runs, (size_t)n, &out, e);
	if (r == 0)
		r = out_put(file ? opt.out : NULL, &out, e);
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
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
