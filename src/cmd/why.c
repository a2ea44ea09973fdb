/* why.c - perfloss why: what goes with a difference of two runs. */
#include "cmd/cmd.h"

#include "cmd/judged.h"
#include "report/change.h"
#include "report/why.h"

#include <errno.h>
#include <stdlib.h>

static struct {
	const char *store;
	double delta;
	bool json, all, across;
} opt;

static const struct opt why_opts[] = {
	{ 0, "delta", "PCT", "the change that matters (default: 2%)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 'v', "all", NULL, "also what does not go with it", OPT_FLAG, &opt.all,
	    0 },
	{ 0, "across", NULL,
	    "runs of different machines or of different builds of "
	    "perfloss-probe, too",
	    OPT_FLAG, &opt.across, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_why_usage = {
	"perfloss why",
	"BASE NOW [ROW...]",
	"what goes with the difference of two runs",
	"For each row that is SLOWER or FASTER, or each ROW: which of what was "
	"counted\nbeside it changed as well (switches, faults, migrations, "
	"steal, other programs,\nwhat the row notes), how much of the "
	"difference that explains, which rows that\nit contains changed too, "
	"and which facts of the machine differ. Runs of\n'perfloss ab' are "
	"compared pair by pair. Exit status: 0, or 2 for trouble.",
	why_opts,
};

/* Rows asked for (chosen: of j->all), else those that changed. */
static bool wanted(const struct judged *j, const bool *chosen,
    const struct comparison *c)
{
	const struct result *res = run_find(&j->all, c->key);

	if (!c->a || !c->b || c->a->n_inv == 0 || c->b->n_inv == 0)
		return false;
	if (chosen)
		return res && chosen[res - j->all.results];
	return verdict_is_sure(c->verdict);
}

struct answer {
	const struct comparison *worst;
	size_t n, changed; /* rows explained, and rows meant */
	struct json json;
	struct buf *out;
};

static void put_row(const struct report_pair *p, const struct comparison *c,
    const struct style *s, struct answer *a)
{
	struct why w;

	a->changed++;
	if (!a->worst)
		a->worst = c;
	if (judge_why(p->base, p->now, p->v, c, judge_defaults.alpha, &w)) {
		if (opt.json)
			report_why_json(&w, c, &a->json);
		else
			report_why(&w, c, opt.all, s, a->out);
		if (!opt.json)
			buf_add_char(a->out, '\n');
		a->n++;
	}
	why_release(&w);
}

static void put_rows(const struct judged *j, const bool *chosen,
    struct answer *a)
{
	const struct comparison **order = change_sorted(j->v);
	struct style s = out_style();

	for (size_t i = 0; i < j->v->n; i++)
		if (wanted(j, chosen, order[i]))
			put_row(j->pair, order[i], &s, a);
	free(order);
}

static const char not_of[] =
    "not of tails, of instructions, or of other tools' numbers";

/* Of rows that changed, or were asked for, nothing is known. */
static int put_nothing(const struct answer *a, const bool *chosen,
    struct err *e)
{
	if (chosen)
		return err_set(e, -ENOENT,
		    "nothing was counted beside such rows: %s", not_of);
	if (opt.json)
		return 0;
	if (a->changed > 0)
		buf_addf(a->out,
		    "%zu %s SLOWER or FASTER, but nothing was counted beside:\n"
		    "%s.\n",
		    a->changed, a->changed == 1 ? "row is" : "rows are",
		    not_of);
	else
		buf_add(a->out,
		    "No row is SLOWER or FASTER: nothing to explain. Name a "
		    "ROW to see it all the same.\n");
	return 0;
}

static int put(const struct judged *j, const bool *chosen, struct buf *out,
    struct err *e)
{
	struct answer a = { .out = out };
	struct style s = out_style();
	int r = 0;

	if (opt.json) {
		json_init(&a.json, out);
		json_begin_object(&a.json);
		json_key(&a.json, "rows");
		json_begin_array(&a.json);
	}
	put_rows(j, chosen, &a);
	if (opt.json) {
		json_end_array(&a.json);
		json_end_object(&a.json);
		buf_add_char(out, '\n');
	}
	if (a.n == 0)
		r = put_nothing(&a, chosen, e);
	if (r == 0 && !opt.json && a.worst)
		report_why_facts(j->pair->base, j->pair->now, a.worst, &s, out);
	return r;
}

/* All rows are judged, as 'compare' does; those asked for are explained. */
static int explain(const struct run *runs, char *const *rows, int n,
    struct buf *out, struct err *e)
{
	const struct judged_opts o = { .store = opt.store,
		.delta = opt.delta,
		.across = opt.across };
	struct judged j;
	bool *chosen = NULL;
	int r = judged_init(&j, runs, 2, &o, e);

	if (r == 0 && j.v->not_comparable)
		r = err_set(e, -EINVAL, "the runs cannot be compared: %s",
		    j.v->why);
	if (r == 0)
		r = source_rows(&j.all, (const char *const *)rows, (size_t)n,
		    &chosen, e);
	if (r == 0)
		r = put(&j, chosen, out, e);
	free(chosen);
	judged_release(&j);
	return r;
}

int cmd_why(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	struct run runs[2];
	int n, read = 0, r = opt_parse(&cmd_why_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	if (n < 2)
		return err_set(e, -EINVAL,
		    "two runs are needed: 'perfloss why @2 @1' takes the last "
		    "two");
	for (; read < 2 && r == 0; read++)
		r = source_run(&runs[read], argv[1 + read], opt.store, e);
	if (r == 0)
		r = explain(runs, argv + 3, n - 2, &out, e);
	if (r == 0)
		r = out_write(&out, e);
	for (int i = 0; i < read; i++)
		run_release(&runs[i]);
	buf_release(&out);
	return r;
}
