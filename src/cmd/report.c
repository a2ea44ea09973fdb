/* report.c - perfloss report: runs in other formats. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/text.h"
#include "judge/curve.h"
#include "model/run_json.h"
#include "report/figure.h"
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *store, *out, *format, *over;
} opt;

static const struct opt report_opts[] = {
	{ 'f', "format", "NAME",
	    "lmbench (its six tables), json, or svg (a picture of curves)",
	    OPT_STRING, &opt.format, 0 },
	{ 0, "over", "PARAM",
	    "svg: the argument that curves are over (default: the one that "
	    "takes most values)",
	    OPT_STRING, &opt.over, 0 },
	{ 'o', "output", "FILE",
	    "write a file; its ending (lmbench, json, svg) is the format "
	    "unless -f says it. A format alone: on standard output",
	    OPT_STRING, &opt.out, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_END,
};

const struct opt_cmd cmd_report_usage = {
	"perfloss report",
	"-f FORMAT RUN...",
	"write runs in another format",
	"lmbench takes any number of runs, a line for each; json exactly one; "
	"svg any\nnumber, their curves in one picture: what 'perfloss sweep' "
	"has measured, or the\nmemory curve.",
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

/* The argument that takes most values in a row of a run. */
static int find_over(const struct run *r, char *param, size_t size,
    struct err *e)
{
	size_t most = 1;

	for (size_t i = 0; i < r->n_results; i++) {
		const char *at = strchr(r->results[i].key, '/');

		for (; at; at = strchr(at + 1, '/')) {
			size_t len = strcspn(at + 1, "="), n, points = 0;
			char *name = xstrndup(at + 1, len);
			struct curve *c = curves_of(r, name, &n);

			for (size_t k = 0; k < n; k++)
				points = c[k].n > points ? c[k].n : points;
			if (points > most) {
				most = points;
				snprintf(param, size, "%s", name);
			}
			curves_free(c, n);
			free(name);
		}
	}
	return most > 1 ? 0 :
			  err_set(e, -ENODATA,
			      "there is no curve: no row was measured with "
			      "several values of an argument");
}

/* Curves of all runs in one picture. */
static int as_svg(const struct run *runs, size_t n, struct buf *out,
    struct err *e)
{
	const struct run **p = xcalloc(n + 1, sizeof(*p));
	struct estimate **est = xcalloc(n + 1, sizeof(*est));
	char param[64] = "";
	int r = 0;

	if (opt.over)
		snprintf(param, sizeof(param), "%s", opt.over);
	else
		r = find_over(&runs[0], param, sizeof(param), e);
	for (size_t i = 0; i < n; i++) {
		p[i] = &runs[i];
		est[i] = xcalloc(runs[i].n_results + 1, sizeof(**est));
		judge_run(p[i], est[i]);
	}
	if (r == 0 &&
	    figure_sweep(p, (const struct estimate *const *)est, n, param,
		out) == 0)
		r = err_set(e, -ENODATA, "there is no curve over '%s'", param);
	for (size_t i = 0; i < n; i++)
		free(est[i]);
	free(est);
	free(p);
	return r;
}

enum format { JSON, LMBENCH, SVG, FORMATS };

static const struct out_format formats[FORMATS] = { [JSON] = { "json", "json" },
	[LMBENCH] = { "lmbench", "lmbench" },
	[SVG] = { "svg", "svg" } };

/* "-o lmbench" is a format, "-o x.lmbench" a file; what is no format and has
 * no ending is one only after -f. */
static bool is_file(const char *out)
{
	return opt.format || strchr(out, '.') || strchr(out, '/');
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
	return 0;
}

int cmd_report(int argc, char **argv, struct err *e)
{
	enum format f = LMBENCH;
	struct buf out = BUF_INIT;
	bool file = false;
	struct run *runs;
	int n, i, read = 0, r = opt_parse(&cmd_report_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	r = check(&f, &file, n, e);
	if (r < 0)
		return r;
	runs = xcalloc((size_t)n, sizeof(*runs));
	for (i = 0; i < n && r == 0; i++, read++)
		r = source_run(&runs[i], argv[1 + i], opt.store, e);
	if (r == 0) {
		if (f == JSON)
			as_json(runs, &out);
		else if (f == SVG)
			r = as_svg(runs, (size_t)n, &out, e);
		else
			as_lmbench(runs, (size_t)n, &out);
		r = r < 0 ? r : out_put(file ? opt.out : NULL, &out, e);
	}
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
	free(runs);
	buf_release(&out);
	return r;
}
