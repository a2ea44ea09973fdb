/* export.c - perfloss export: a run as one JSON file. */
#include "cmd/cmd.h"

#include "model/run_json.h"

#include <errno.h>

static struct {
	const char *store, *out;
	bool json;
} opt;

static const struct opt export_opts[] = {
	{ 'o', "output", "FILE", "instead of standard output", OPT_STRING,
	    &opt.out, 0 },
	CMD_OPT_STORE(&opt.store),
	{ 0, "json", NULL, "what it prints is JSON anyway", OPT_FLAG, &opt.json,
	    0 },
	CMD_OPT_END,
};

const struct opt_cmd cmd_export_usage = {
	"perfloss export",
	"RUN",
	"write a run with all its values as JSON",
	"'perfloss import' reads it into another store; compare, show and "
	"report take the\nfile itself. doc/RUN.md describes it.",
	export_opts,
};

int cmd_export(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	struct run run;
	int n, r = opt_parse(&cmd_export_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	if (n != 1)
		return err_set(e, -EINVAL,
		    n < 1 ? "which run? 'perfloss runs' "
			    "lists them, @1 is the last" :
			    "one run at a time, not %d",
		    n);
	r = source_run(&run, argv[1], opt.store, e);
	if (r == 0) {
		run_to_json(&run, &out);
		buf_add_char(&out, '\n');
		r = opt.out ? out_file(opt.out, &out, e) : out_write(&out, e);
	}
	run_release(&run);
	buf_release(&out);
	return r;
}
