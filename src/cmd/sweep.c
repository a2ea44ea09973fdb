/* sweep.c - perfloss sweep: a row over values of its arguments. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "cmd/catalogue.h"
#include "cmd/cells.h"
#include "cmd/measure.h"
#include "cmd/picture.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "judge/judge.h"
#include "model/name.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

#define ROUNDS 12 /* as 'perfloss run' */

static struct {
	struct setup_opts setup;
	struct opt_list over;
	const char *label, *pin, *store, *file;
	struct picture_opts picture;
	int64_t rounds, budget_ns, deadline_ns;
	double until;
	bool png, json;
} opt = { .setup = SETUP_OPTS_INIT };

static const struct opt sweep_opts[] = {
	{ 0, "over", "PARAM=LIST",
	    "the values of an argument: 1,2,4 or 80..90 or 0..64K:16K; given "
	    "again, a curve for each combination of the others",
	    OPT_LIST, &opt.over, 0 },
	{ 'l', "label", "NAME", "a name for the run", OPT_STRING, &opt.label,
	    0 },
	{ 'n', "rounds", "N", "every point once in each (default: 12)", OPT_INT,
	    &opt.rounds, 1 },
	{ 'b', "budget", "TIME", "for the whole of it (default: none)",
	    OPT_DURATION, &opt.budget_ns, 1 },
	{ 'u', "until", "PCT",
	    "go on until each point's 95 % interval is within PCT, or the "
	    "budget is used",
	    OPT_PERCENT, &opt.until, 0 },
	{ 0, "pin", "CPU",
	    "pin to this CPU first, or 'free' for none (default: as each row "
	    "says)",
	    OPT_STRING, &opt.pin, 0 },
	SETUP_OPT_DIR(opt.setup),
	SETUP_OPT_SEED(opt.setup),
	SETUP_OPT_SETTLE(opt.setup),
	{ 0, "deadline", "TIME",
	    "end an invocation that takes longer (default: 20s)", OPT_DURATION,
	    &opt.deadline_ns, 1 },
	{ 'o', "output", "FILE", "draw the curves there too: .svg or .png",
	    OPT_STRING, &opt.file, 0 },
	PICTURE_OPTS(&opt.picture),
	CMD_OPT_STORE(&opt.store),
	SETUP_OPT_NO_STORE(opt.setup),
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt.setup),
	CMD_OPT_END,
};

const struct opt_cmd cmd_sweep_usage = {
	"perfloss sweep",
	"ROW... --over PARAM=LIST",
	"measure rows over values of an argument: curves",
	"Every point is measured once in each round, in random order. A ROW "
	"may have\nother arguments (sched_ctx/size=16K); 'perfloss list ROW' "
	"shows which it takes.\n\n"
	"  perfloss sweep sched_hackbench --over groups=1..8\n"
	"  perfloss sweep sched_ctx --over procs=2..24:2 --over size=0,16K "
	"-o x.svg\n\n"
	"It is kept as a run: 'perfloss compare' judges two of them point by "
	"point.",
	sweep_opts,
};

/* -- Points -------------------------------------------------------------- */

struct keys {
	char **key;
	size_t n, cap;
};

static void keys_release(struct keys *k)
{
	for (size_t i = 0; i < k->n; i++)
		free(k->key[i]);
	free(k->key);
}

/* "ROW/a=1/b=2" for each combination of the values. */
static int add_keys(struct keys *k, const char *row, const struct cells *c,
    size_t factor, struct err *e)
{
	const struct factor *f = &c->factor[factor];
	int r = 0;

	for (size_t i = 0; i < f->n && r == 0; i++) {
		char *key = xasprintf("%s/%s=%s", row, f->name, f->level[i]);

		if (factor + 1 < c->n_factors) {
			r = add_keys(k, key, c, factor + 1, e);
			free(key);
		} else if (k->n == CELLS_MOST) {
			free(key);
			r = err_set(e, -ERANGE, "there are more than %d points",
			    CELLS_MOST);
		} else {
			k->key = xgrow(k->key, k->n, &k->cap, sizeof(*k->key));
			k->key[k->n++] = key;
		}
	}
	return r;
}

static int make_keys(struct keys *k, struct cells *c, int n, char **words,
    struct err *e)
{
	int r = 0;

	if (n == 0)
		return err_set(e, -EINVAL,
		    "no row is given ('perfloss sweep -h' helps)");
	if (opt.over.n == 0)
		return err_set(e, -EINVAL,
		    "'--over' is missing: which argument is to take which "
		    "values?");
	for (size_t i = 0; i < opt.over.n && r == 0; i++)
		r = cells_factor(c, opt.over.item[i], e);
	if (r == 0 && c->factor[0].n < 2)
		r = err_set(e, -EINVAL,
		    "a curve takes two values of '%s' or more: 'perfloss run' "
		    "measures one",
		    c->factor[0].name);
	for (int i = 0; i < n && r == 0; i++)
		r = add_keys(k, words[i], c, 0, e);
	return r;
}

/* -- Measuring and printing ---------------------------------------------- */

static void describe(struct run *r, char *command)
{
	r->started_ns = setup_now_ns();
	r->seed = setup_seed(opt.setup.seed);
	r->label = opt.label ? xstrdup(opt.label) : NULL;
	r->command = command;
	r->profile = xstrdup("sweep");
}

static void put_text(const struct run *r, const struct estimate *est,
    struct store *s, const char *param, struct buf *out)
{
	const struct report_opts o = { .style = out_style() };
	char *line;

	report_run_head(r, &o.style, out);
	buf_add_char(out, '\n');
	report_sweep(r, est, param, &o, out);
	report_missing(r, &o.style, out);
	line = xasprintf("%s; seed %" PRIu64, r->stop ? r->stop : "?", r->seed);
	report_line("measured", line, &o.style, out);
	free(line);
	if (s) {
		line =
		    xasprintf("#%lld in %s", (long long)r->id, store_path(s));
		report_line("stored", line, &o.style, out);
		free(line);
	}
}

static int draw(const struct run *r, const struct estimate *est,
    const char *param, struct err *e)
{
	const struct figure_data d = { .run = &r,
		.est = &est,
		.n = 1,
		.param = param };
	struct buf out = BUF_INIT;
	int ret = picture_draw(&opt.picture, figure_find("curves", e), &d,
	    opt.png, &out, e);

	if (ret == 0)
		ret = out_file(opt.file, &out, e);
	buf_release(&out);
	return ret;
}

static int print(const struct run *r, struct store *s, const char *param,
    struct err *e)
{
	struct estimate *est = xcalloc(r->n_results + 1, sizeof(*est));
	struct buf out = BUF_INIT;
	struct json j;
	int ret;

	judge_run(r, est);
	if (opt.json) {
		json_init(&j, &out);
		json_begin_object(&j);
		json_key(&j, "curves");
		report_sweep_json(r, est, param, &j);
		json_key(&j, "run");
		report_run_json(r, est, NULL, &j);
		json_end_object(&j);
		buf_add_char(&out, '\n');
	} else {
		put_text(r, est, s, param, &out);
	}
	ret = out_write(&out, e);
	if (ret == 0 && opt.file)
		ret = draw(r, est, param, e);
	buf_release(&out);
	free(est);
	return ret;
}

static int measure_and_print(struct run *r, const struct catalogue *c,
    struct store *s, const struct measure_opts *o, const char *param,
    struct err *e)
{
	struct err printing;
	int ret, stored;

	stop_catch();
	ret = measure_run(r, c, s, o, e);
	stored = setup_keep(s, r);
	if (r->n_results > 0 &&
	    print(r, stored < 0 ? NULL : s, param, &printing) < 0 && ret == 0)
		ret = err_set(e, printing.code, "%s", printing.text);
	if (ret == -EINTR)
		return setup_interrupted(run_has_values(r),
		    "nothing was measured");
	if (ret < 0)
		return ret;
	if (!run_has_values(r))
		return err_set(e, -ENODATA, "no point could be measured");
	return stored < 0 ? CMD_TROUBLE : 0;
}

static int fill(struct measure_opts *o, char **dir, struct err *e)
{
	int r = setup_pin(opt.pin, &o->pin, e);

	r = r < 0 ? r : setup_dir(opt.setup.dir, dir, e);
	r = r < 0 ? r : name_check_label(opt.label, e);
	r = r < 0 ? r : setup_rounds(opt.rounds, "-n", e);
	r = r < 0 ? r :
		    picture_check_beside(&opt.picture, opt.file, &opt.png, e);
	o->rounds = (uint32_t)(opt.rounds ? opt.rounds : ROUNDS);
	o->fixed = !opt.budget_ns && !(opt.until > 0);
	o->budget_ns = opt.budget_ns;
	o->until = opt.until;
	o->settle_ns = opt.setup.settle_ns;
	o->deadline_ns = opt.deadline_ns;
	o->dir = *dir;
	o->quiet = opt.setup.quiet;
	o->trial = true;
	return r;
}

int cmd_sweep(int argc, char **argv, struct err *e)
{
	char *dir = NULL, *command = setup_command(argc, argv);
	struct measure_opts o = { .rounds = ROUNDS };
	struct store *s = NULL;
	struct cells cells = { 0 };
	struct keys keys = { 0 };
	struct catalogue c;
	struct run r;
	int n, ret = opt_parse(&cmd_sweep_usage, argc, argv, &n, e);

	catalogue_init(&c);
	run_init(&r);
	describe(&r, command);
	if (ret != 0) {
		ret = ret < 0 ? ret : 0;
		goto out;
	}
	ret = fill(&o, &dir, e);
	ret = ret < 0 ? ret : make_keys(&keys, &cells, n, argv + 1, e);
	/* asked by key, the probe fills in what is left out */
	ret = ret < 0 ?
	    ret :
	    catalogue_load(&c, (const char *const *)keys.key, keys.n, e);
	for (size_t i = 0; i < c.n; i++)
		c.chosen[i] = true;
	if (ret == 0 && !opt.setup.no_store)
		ret = source_store(&s, opt.store, STORE_WRITE, e);
	if (ret == 0 && s)
		ret = store_begin_run(s, &r, e);
	if (ret < 0)
		goto out;
	ret = measure_and_print(&r, &c, s, &o, cells.factor[0].name, e);
out:
	store_close(s);
	run_release(&r);
	catalogue_release(&c);
	keys_release(&keys);
	cells_release(&cells);
	opt_list_release(&opt.over);
	free(dir);
	return ret;
}
