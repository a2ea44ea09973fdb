/* show.c - perfloss show: one run again, its facts, its raw values. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "cmd/history.h"
#include "judge/judge.h"
#include "report/figure.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
	const char *store;
	bool json, facts, raw, floors, csv, plot, all_batches;
} opt;

static const struct opt show_opts[] = {
	{ 0, "facts", NULL, "the facts of the machine at that time", OPT_FLAG,
	    &opt.facts, 0 },
	{ 0, "raw", NULL, "every value of the rows, in the order taken",
	    OPT_FLAG, &opt.raw, 0 },
	{ 0, "floors", NULL,
	    "how far runs and boots of its state differ, from all such runs in "
	    "the store",
	    OPT_FLAG, &opt.floors, 0 },
	{ 0, "csv", NULL,
	    "the rows as comma-separated values, each argument a column",
	    OPT_FLAG, &opt.csv, 0 },
	{ 0, "plot", NULL, "how the values of each row are distributed",
	    OPT_FLAG, &opt.plot, 0 },
	CMD_OPT_ALL(&opt.all_batches),
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_show_usage = {
	"perfloss show",
	"RUN [ROW...]",
	"show a run again, or some rows of it",
	"A RUN is a label, a number, @1 (the last), the start of a uuid, or a "
	"file that\n'perfloss export' wrote ('-' = standard input).",
	show_opts,
};

/* To j, or as text where there is none. */
static void put_floors(const struct run *r, const bool *show, struct json *j,
    struct buf *out)
{
	struct report_opts o = { out_style(), false, show };
	struct floors f;
	size_t n;

	history_of(opt.store, r, &f, &n);
	if (j) {
		json_begin_object(j);
		json_put_string(j, "uuid", r->uuid);
		report_floors_json(r, &f, n, show, j);
		json_end_object(j);
	} else {
		report_floors(r, &f, n, &o, out);
	}
	floors_release(&f);
}

static void put_json(const struct run *r, const struct estimate *est,
    const bool *show, struct buf *out)
{
	struct json j;

	json_init(&j, out);
	if (opt.facts)
		report_facts_json(r, &j);
	else if (opt.raw)
		report_raw_json(r, show, &j);
	else if (opt.floors)
		put_floors(r, show, &j, out);
	else
		report_run_json(r, est, show, &j);
	buf_add_char(out, '\n');
}

static void put_plot(const struct run *r, const struct estimate *est,
    const bool *show, const struct style *s, struct buf *out)
{
	const struct figure_data d = { .run = &r,
		.est = &est,
		.show = &show,
		.n = 1 };

	if (plot_strips(&d, s, out) == 0)
		buf_add(out, "no row has a value\n");
}

static void put_text(const struct run *r, const struct estimate *est,
    const bool *show, struct buf *out)
{
	struct report_opts o = { out_style(), false, show };
	struct buf line = BUF_INIT;

	report_run_head(r, &o.style, out);
	buf_add(out, "\n\n");
	if (opt.facts) {
		/* cut for people; a program that reads them gets all of it */
		if (!isatty(STDOUT_FILENO))
			o.style.width = SIZE_MAX;
		report_facts(r, &o.style, out);
	} else if (opt.raw) {
		report_raw(r, show, out);
	} else if (opt.floors) {
		put_floors(r, show, NULL, out);
	} else if (opt.plot) {
		put_plot(r, est, show, &o.style, out);
	} else {
		report_events(r, show, &o.style, out);
		report_run(r, est, &o, out);
		buf_addf(&line, "%s; seed %" PRIu64,
		    r->stop ? r->stop : "never ended", r->seed);
		report_line("measured", buf_str(&line), &o.style, out);
	}
	buf_release(&line);
}

int cmd_show(int argc, char **argv, struct err *e)
{
	struct estimate *est = NULL;
	struct buf out = BUF_INIT;
	bool *show = NULL;
	struct run r;
	int n, ret = opt_parse(&cmd_show_usage, argc, argv, &n, e);

	if (ret != 0)
		return ret < 0 ? ret : 0;
	if (n < 1)
		return err_set(e, -EINVAL,
		    "which run? 'perfloss runs' lists "
		    "them, @1 is the last");
	if (opt.csv && (opt.json || opt.facts || opt.raw || opt.floors))
		return err_set(e, -EINVAL,
		    "'--csv' is of the rows' values alone, without '--%s'",
		    opt.facts      ? "facts" :
			opt.raw    ? "raw" :
			opt.floors ? "floors" :
				     "json");
	if (opt.plot &&
	    (opt.csv || opt.json || opt.facts || opt.raw || opt.floors))
		return err_set(e, -EINVAL, "'--plot' stands alone");
	ret = source_run(&r, argv[1], opt.store, e);
	r.all_batches = opt.all_batches;
	if (ret == 0)
		ret = source_rows(&r, (const char *const *)argv + 2,
		    (size_t)n - 1, &show, e);
	if (ret == 0) {
		est = xcalloc(r.n_results + 1, sizeof(*est));
		judge_run(&r, est);
		if (opt.csv)
			report_run_csv(&r, est, show, &out);
		else if (opt.json)
			put_json(&r, est, show, &out);
		else
			put_text(&r, est, show, &out);
		ret = out_write(&out, e);
	}
	buf_release(&out);
	free(est);
	free(show);
	run_release(&r);
	return ret;
}
