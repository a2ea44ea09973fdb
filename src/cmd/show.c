/* show.c - perfloss show: one run again, its facts, its raw values. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "cmd/history.h"
#include "cmd/phases.h"
#include "judge/aftermath.h"
#include "judge/judge.h"
#include "report/aftermath.h"
#include "report/figure.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
	const char *store;
	bool json, facts, raw, floors, aftermath, csv, plot, all_batches;
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
	{ 0, "aftermath", NULL,
	    "of a run that 'perfloss aftermath' made: what the load did and "
	    "left, from all its phases that are in the store",
	    OPT_FLAG, &opt.aftermath, 0 },
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

/* That there is more to see. */
static void put_phase(const struct run *r, const struct style *s,
    struct buf *out)
{
	struct buf line = BUF_INIT;

	if (!r->after)
		return;
	buf_addf(&line,
	    "%s of an aftermath: '%s show --aftermath %s%s%s' shows what the "
	    "load did and left",
	    after_phase_words[r->after->phase], cmd_program, r->source,
	    opt.store ? " --store " : "", opt.store ? opt.store : "");
	report_line("phase", buf_str(&line), s, out);
	buf_release(&line);
}

static void put_text(const struct run *r, const struct estimate *est,
    const bool *show, struct buf *out)
{
	struct report_opts o = { out_style(), false, show };
	struct buf line = BUF_INIT;

	report_run_head(r, &o.style, out);
	buf_add_char(out, '\n');
	report_run_command(r, &o.style, out);
	buf_add_char(out, '\n');
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
		report_variance(r, show, &o.style, out);
		buf_addf(&line, "%s; seed %" PRIu64,
		    r->stop      ? r->stop :
			r->grows ? "until now, and still is" :
				   "never ended",
		    r->seed);
		report_line("measured", buf_str(&line), &o.style, out);
		put_phase(r, &o.style, out);
	}
	buf_release(&line);
}

static int put_aftermath(const struct run *r, struct buf *out, struct err *e)
{
	const struct report_opts o = { .style = out_style(), .all = true };
	struct figure_data d = { .n = 0 };
	struct after_judged judged;
	struct phases p;
	struct json j;
	int ret = 0;

	phases_init(&p, &r, 1, opt.store);
	d.aftermath = &p.a;
	if (!p.found) {
		ret = err_set(e, -ENODATA,
		    "the run is no phase of an aftermath that was kept: "
		    "'perfloss aftermath' makes such runs");
		goto out;
	}
	judge_aftermath(&p.a, &judge_defaults, &judged);
	if (opt.json) {
		json_init(&j, out);
		report_aftermath_json(&p.a, &judged, &j);
		buf_add_char(out, '\n');
	} else {
		report_aftermath(&p.a, &judged, &o, out);
		if (opt.plot)
			buf_add_char(out, '\n');
		if (opt.plot)
			plot_aftermath(&d, &o.style, out);
	}
	after_judged_release(&judged);
out:
	phases_release(&p);
	return ret;
}

static int put(const struct run *r, const bool *show, struct buf *out,
    struct err *e)
{
	struct estimate *est;

	if (opt.aftermath)
		return put_aftermath(r, out, e);
	est = xcalloc(r->n_results + 1, sizeof(*est));
	judge_run(r, est);
	if (opt.csv)
		report_run_csv(r, est, show, out);
	else if (opt.json)
		put_json(r, est, show, out);
	else
		put_text(r, est, show, out);
	free(est);
	return 0;
}

/* What excludes one another. */
static int check(int n, struct err *e)
{
	const char *of = opt.aftermath ? "aftermath" :
	    opt.facts                  ? "facts" :
	    opt.raw                    ? "raw" :
	    opt.floors                 ? "floors" :
					 NULL;

	if (n < 1)
		return err_set(e, -EINVAL,
		    "which run? 'perfloss runs' lists "
		    "them, @1 is the last");
	if (opt.csv && (opt.json || of))
		return err_set(e, -EINVAL,
		    "'--csv' is of the rows' values alone, without '--%s'",
		    of ? of : "json");
	if (opt.plot && !opt.aftermath && (opt.csv || opt.json || of))
		return err_set(e, -EINVAL, "'--plot' stands alone");
	if (opt.aftermath && (opt.facts || opt.raw || opt.floors))
		return err_set(e, -EINVAL,
		    "'--aftermath' stands alone, or with '--json' or '--plot'");
	if (opt.aftermath && opt.json && opt.plot)
		return err_set(e, -EINVAL, "'--plot' is of the text");
	if (opt.aftermath && n > 1)
		return err_set(e, -EINVAL, "'--aftermath' is of all rows");
	return 0;
}

int cmd_show(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	bool *show = NULL;
	struct run r;
	int n, ret = opt_parse(&cmd_show_usage, argc, argv, &n, e);

	if (ret != 0)
		return ret < 0 ? ret : 0;
	ret = check(n, e);
	if (ret < 0)
		return ret;
	ret = source_run(&r, argv[1], opt.store, e);
	r.all_batches = opt.all_batches;
	if (ret == 0)
		ret = source_rows(&r, (const char *const *)argv + 2,
		    (size_t)n - 1, &show, e);
	ret = ret < 0 ? ret : put(&r, show, &out, e);
	ret = ret < 0 ? ret : out_write(&out, e);
	buf_release(&out);
	free(show);
	run_release(&r);
	return ret;
}
