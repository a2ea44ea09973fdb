/* compare.c - perfloss compare: judge two or more runs. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "judge/judge.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>

static struct {
	const char *store;
	double delta;
	bool json, all, need, across;
} opt;

static const struct opt compare_opts[] = {
	{ 0, "delta", "PCT",
	    "the change that matters (default: 2%; never less "
	    "than what the two runs can tell)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 'v', "all", NULL, "every row, every fact that differs", OPT_FLAG,
	    &opt.all, 0 },
	{ 0, "need-decision", NULL, "exit status 3 when a row cannot tell",
	    OPT_FLAG, &opt.need, 0 },
	{ 0, "across", NULL,
	    "judge runs of different machines or of different builds of "
	    "perfloss-probe, too",
	    OPT_FLAG, &opt.across, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_compare_usage = {
	"perfloss compare",
	"BASE NOW...",
	"judge runs against a first one: what became slower, what faster",
	"A run is a label, a number, @1 (the last), the start of a uuid, or a "
	"file that\n'perfloss export' wrote. Exit status: 0 nothing is slower, "
	"1 something is, 2\ntrouble.",
	compare_opts,
};

static void put(const struct run *a, const struct run *b,
    const struct verdict_set *v, struct json *j, struct buf *out)
{
	struct report_opts o = { out_style(), opt.all, NULL };

	if (opt.json)
		report_compare_json(a, b, v, j);
	else
		report_compare(a, b, v, &o, out);
}

/* The worst of all pairs: 1 before 3 before 0. */
static int worse(int a, int b)
{
	return a == 1 || b == 1 ? 1 : a > b ? a : b;
}

static int judge_all(const struct run *runs, int n, struct buf *out)
{
	struct judge_opts o = judge_defaults;
	int i, status = 0;
	struct verdict_set v;
	struct json j;

	if (opt.delta > 0)
		o.delta = opt.delta;
	o.across = opt.across;
	json_init(&j, out);
	if (opt.json) {
		json_begin_object(&j);
		json_key(&j, "comparisons");
		json_begin_array(&j);
	}
	for (i = 1; i < n; i++) {
		judge_compare(&runs[0], &runs[i], &o, &v);
		if (i > 1 && !opt.json)
			buf_add_char(out, '\n');
		put(&runs[0], &runs[i], &v, &j, out);
		status = worse(status, judge_exit_status(&v, opt.need));
		verdict_set_release(&v);
	}
	if (opt.json) {
		json_end_array(&j);
		json_end_object(&j);
		buf_add_char(out, '\n');
	}
	return status;
}

int cmd_compare(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	struct run *runs;
	int n, i, read = 0, status,
		  ret = opt_parse(&cmd_compare_usage, argc, argv, &n, e);

	if (ret != 0)
		return ret < 0 ? ret : 0;
	if (n < 2)
		return err_set(e, -EINVAL,
		    "two runs are needed: 'perfloss "
		    "compare @2 @1' takes the last two");
	runs = xcalloc((size_t)n, sizeof(*runs));
	for (i = 0; i < n && ret == 0; i++, read++)
		ret = source_run(&runs[i], argv[1 + i], opt.store, e);
	if (ret == 0) {
		status = judge_all(runs, n, &out);
		ret = out_write(&out, e);
		ret = ret < 0 ? ret : status;
	}
	for (i = 0; i < read; i++)
		run_release(&runs[i]);
	free(runs);
	buf_release(&out);
	return ret;
}
