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
	const char *store, *out;
} opt;

static const struct opt report_opts[] = {
	{ 'o', "output", "FORMAT",
	    "lmbench (its six tables) or json, on "
	    "standard output; or FILE.lmbench, FILE.json",
	    OPT_STRING, &opt.out, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_END,
};

const struct opt_cmd cmd_report_usage = {
	"perfloss report",
	"-o FORMAT RUN...",
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

static void as_json(const struct run *runs, size_t n, struct buf *out)
{
	(void)n;
	run_to_json(&runs[0], out);
	buf_add_char(out, '\n');
}

static const struct format {
	const char *name;
	size_t most; /* runs; 0 = any number */
	void (*write)(const struct run *runs, size_t n, struct buf *out);
} formats[] = {
	{ "json", 1, as_json },
	{ "lmbench", 0, as_lmbench },
};
#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

/* "lmbench", or the ending of a file's name. */
static const struct format *find_format(const char *out, bool *file)
{
	const char *dot = strrchr(out, '.');
	size_t i;

	*file = strchr(out, '.') != NULL || strchr(out, '/') != NULL;
	for (i = 0; i < N_FORMATS; i++)
		if (strcmp(*file && dot ? dot + 1 : out, formats[i].name) == 0)
			return &formats[i];
	return NULL;
}

static int check(const struct format **f, bool *file, int n, struct err *e)
{
	if (!opt.out)
		return err_set(e, -EINVAL,
		    "which format? '-o lmbench', '-o "
		    "json', or a file that ends so");
	*f = find_format(opt.out, file);
	if (!*f)
		return err_set(e, -EINVAL,
		    "unknown format '%s', there are "
		    "lmbench and json",
		    opt.out);
	if (n < 1)
		return err_set(e, -EINVAL,
		    "which run? 'perfloss runs' lists "
		    "them, @1 is the last");
	if ((*f)->most && (size_t)n > (*f)->most)
		return err_set(e, -EINVAL,
		    "the format '%s' holds one run, not "
		    "%d",
		    (*f)->name, n);
	return 0;
}

int cmd_report(int argc, char **argv, struct err *e)
{
	const struct format *f = NULL;
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
		f->write(runs, (size_t)n, &out);
		r = file ? out_file(opt.out, &out, e) : out_write(&out, e);
	}
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
	free(runs);
	buf_release(&out);
	return r;
}
