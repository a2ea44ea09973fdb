/* plan.c - perfloss plan: how many rounds show a change, and how long. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "cmd/catalogue.h"
#include "cmd/learn.h"
#include "judge/judge.h"
#include "judge/power.h"
#include "model/tails.h"
#include "report/report.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *store, *from, *profile;
	double delta, power;
	bool pairs, runs, json;
} opt = { .delta = 0.02, .power = 0.8 };

static const struct opt plan_opts[] = {
	{ 0, "delta", "PCT", "the change that is to be seen (default: 2%)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "power", "PCT",
	    "the share of such changes that is to be seen (default: 80%)",
	    OPT_PERCENT, &opt.power, 0 },
	{ 0, "from", "RUN",
	    "take the spread from this run (default: the last ones of this "
	    "host that have the rows)",
	    OPT_STRING, &opt.from, 0 },
	{ 'p', "profile", "NAME", "the rows of quick, default or full",
	    OPT_STRING, &opt.profile, 0 },
	{ 0, "runs", NULL, "only for 'run' on both sides and 'compare'",
	    OPT_FLAG, &opt.runs, 0 },
	{ 0, "pairs", NULL, "only for 'ab'", OPT_FLAG, &opt.pairs, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_plan_usage = {
	"perfloss plan",
	"[ROW...]",
	"how many rounds would show a change, and how long that takes",
	"From the spread of the values that are stored. Without rows: those of "
	"the last\nrun made alone.",
	plan_opts,
};

/* -- Rows ---------------------------------------------------------------- */

static void add_row(struct run *all, const char *key, enum unit unit,
    unsigned flags)
{
	struct result *res = run_add(all, key);

	res->unit = unit;
	res->flags = flags;
}

static int rows_of_probe(struct run *all, const char *const *words, size_t n,
    struct err *e)
{
	struct catalogue c;
	int ret;

	catalogue_init(&c);
	ret = catalogue_load(&c, NULL, 0, e);
	if (ret == 0)
		ret = catalogue_select(&c, opt.profile, words, n, e);
	for (size_t i = 0; i < c.n && ret == 0; i++)
		if (c.chosen[i])
			add_row(all, c.row[i].key, c.row[i].unit,
			    c.row[i].flags);
	catalogue_release(&c);
	return ret;
}

/* The tails of the rows, as far as a run has them: the probe does not tell that
 * a row has events. */
static void add_tails(struct run *all, const struct learn *pool)
{
	for (size_t i = 0; i < pool->n; i++)
		for (size_t k = 0; k < pool->run[i].n_results; k++) {
			const struct result *t = &pool->run[i].results[k];
			const char *suffix = tail_of(t);
			char *of;

			if (!suffix || t->outcome != OUTCOME_OK)
				continue;
			of = xstrndup(t->key, (size_t)(suffix - t->key));
			if (run_find(all, of))
				add_row(all, t->key, t->unit, t->flags);
			free(of);
		}
}

static int rows_of_run(struct run *all, const struct run *r,
    const char *const *words, size_t n, struct err *e)
{
	bool *show = NULL;
	int ret = source_rows(r, words, n, &show, e);

	for (size_t i = 0; i < r->n_results && ret == 0; i++)
		if (show ? show[i] : r->results[i].outcome == OUTCOME_OK)
			add_row(all, r->results[i].key, r->results[i].unit,
			    r->results[i].flags);
	free(show);
	return ret;
}

/* -- The plan ------------------------------------------------------------ */

/* What a budget for a round of all rows shows of one of them. */
static void sees(struct report_plan_row *r, const struct power *p, int i,
    double rounds)
{
	uint32_t n = rounds < POWER_NEVER ? (uint32_t)rounds : POWER_NEVER - 1;

	r->pair_sees[i] = expm1(power_seen_pairs(p, r->sd_pair, n));
	r->run_sees[i] = expm1(power_seen_runs(p, r->sd, n));
	if (r->run_sees[i] < r->floor)
		r->run_sees[i] = r->floor;
}

static void work_out(struct report_plan *plan)
{
	struct power p = { plan->alpha, plan->power, plan->rows };
	double gap = log1p(plan->delta), round_s = 0;

	/* tails come with their rows */
	for (size_t i = 0; i < plan->n; i++)
		if (!plan->row[i].why &&
		    !(plan->row[i].res->flags & RESULT_TAIL))
			round_s += 2 * plan->row[i].each_s;
	for (size_t i = 0; i < plan->n; i++) {
		struct report_plan_row *r = &plan->row[i];

		if (r->why)
			continue;
		r->pairs = power_pairs(&p, r->sd_pair, gap);
		r->pairs_s = 2 * r->pairs * r->each_s;
		r->runs =
		    r->floor > plan->delta ? 0 : power_runs(&p, r->sd, gap);
		r->runs_s = 2 * r->runs * r->each_s;
		for (int k = 0; k < 2; k++)
			sees(r, &p, k, report_plan_budgets[k] / round_s);
	}
}

static int by_row(const void *a, const void *b)
{
	const struct report_plan_row *x = a, *y = b;

	return rows_compare(x->res, y->res);
}

static void plan_rows(struct report_plan *plan, const struct run *all,
    struct learn *pool)
{
	plan->n = all->n_results;
	plan->row = xcalloc(plan->n + 1, sizeof(*plan->row));
	for (size_t i = 0; i < plan->n; i++) {
		struct report_plan_row *r = &plan->row[i];

		*r = (struct report_plan_row){ .res = &all->results[i],
			.floor = NAN,
			.run_sees = { NAN, NAN },
			.pair_sees = { NAN, NAN } };
		learn_row(pool, r);
		plan->rows += !r->why;
	}
	work_out(plan);
	qsort(plan->row, plan->n, sizeof(*plan->row), by_row);
}

static void put(const struct report_plan *plan, struct buf *out)
{
	struct report_opts o = { out_style(), false, NULL };
	struct json j;

	if (!opt.json) {
		report_plan(plan, &o, out);
		return;
	}
	json_init(&j, out);
	report_plan_json(plan, &j);
	buf_add_char(out, '\n');
}

static int check(struct err *e)
{
	if (opt.power >= 1)
		return err_set(e, -EINVAL,
		    "'--power' is a share below 100%%: no number of rounds "
		    "makes sure");
	if (opt.from && opt.profile)
		return err_set(e, -EINVAL,
		    "'--from' and '--profile' exclude one another: the rows "
		    "are those of the run");
	return 0;
}

static int plan(const char *const *words, size_t n, struct learn *pool,
    struct buf *out, struct err *e)
{
	struct report_plan plan = { .delta = opt.delta,
		.power = opt.power,
		.alpha = judge_defaults.alpha,
		.show_runs = opt.runs || !opt.pairs,
		.show_pairs = opt.pairs || !opt.runs };
	struct buf from = BUF_INIT;
	struct run all;
	int ret = learn_load(pool, opt.store, opt.from, e);

	run_init(&all);
	if (ret == 0)
		ret = opt.from || (n == 0 && !opt.profile) ?
		    rows_of_run(&all, &pool->run[0], words, n, e) :
		    rows_of_probe(&all, words, n, e);
	if (ret == 0 && !opt.from)
		add_tails(&all, pool);
	if (ret == 0) {
		plan_rows(&plan, &all, pool);
		learn_from(pool, &from);
		plan.from = buf_str(&from);
		put(&plan, out);
		free(plan.row);
	}
	buf_release(&from);
	run_release(&all);
	return ret < 0 ? ret : plan.rows == 0;
}

int cmd_plan(int argc, char **argv, struct err *e)
{
	struct learn *pool;
	struct buf out = BUF_INIT;
	int n, r = opt_parse(&cmd_plan_usage, argc, argv, &n, e), status;

	if (r == 0)
		r = check(e);
	if (r != 0)
		return r < 0 ? r : 0;
	pool = xcalloc(1, sizeof(*pool));
	status = plan((const char *const *)argv + 1, (size_t)n, pool, &out, e);
	r = status < 0 ? status : out_write(&out, e);
	learn_release(pool);
	free(pool);
	buf_release(&out);
	return r < 0 ? r : status;
}
