/* report.c - perfloss report: runs in other formats. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/run_json.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *store, *out, *format;
} opt;

static const struct opt report_opts[] = {
	{ 'f', "format", "NAME", "lmbench (its six tables) or json", OPT_STRING,
	    &opt.format, 0 },
	{ 'o', "output", "FILE",
	    "write a file; its ending (lmbench, json) is the format unless -f "
	    "says it. A format alone: on standard output",
	    OPT_STRING, &opt.out, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_END,
};

const struct opt_cmd cmd_report_usage = {
	"perfloss report",
	"-f FORMAT RUN...",
	"write runs in another format",
	"lmbench takes any number of runs, a line for each; json exactly one.",
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

enum format { JSON, LMBENCH, FORMATS };

static const struct out_format formats[FORMATS] = { [JSON] = { "json", "json" },
	[LMBENCH] = { "lmbench", "lmbench" } };

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
		else
			as_lmbench(runs, (size_t)n, &out);
		r = out_put(file ? opt.out : NULL, &out, e);
	}
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
	free(runs);
	buf_release(&out);
	return r;
}
