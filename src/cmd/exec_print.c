/* exec_print.c - commands that were measured, as what was asked for. */
#include "cmd/exec.h"

#include "base/json.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "model/tails.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The newest run of this host that says what a page fault costs. */
static void unit_costs(struct usage_costs *costs, const struct host *here,
    const char *path)
{
	const char *name = host_get(here, "host.name"), *other;
	struct store_entry *list = NULL;
	struct store *s = NULL;
	struct err none;
	struct run r;
	size_t n = 0;

	costs->fault = costs->ctx_switch = NAN;
	if (source_store(&s, path, STORE_READ, &none) < 0)
		return;
	if (store_list(s, &list, &n, &none) < 0)
		n = 0;
	for (size_t i = 0; i < n && isnan(costs->fault); i++) {
		if (list[i].profile && strcmp(list[i].profile, "exec") == 0)
			continue;
		if (store_load(s, list[i].id, &r, &none) == 0) {
			other = host_get(&r.host, "host.name");
			if (name && other && strcmp(name, other) == 0)
				usage_costs_of(&r, costs);
		}
		run_release(&r);
	}
	store_entries_free(list, n);
	store_close(s);
}

struct answer_set {
	struct report_command *command;
	struct report_pair *pair;
	struct judge_pair *judged;
	struct verdict_set *v;
	struct run *view; /* with derived rows */
	size_t n, pairs;
	struct usage_costs costs;
	struct exec_effects effects;
	bool table; /* there are such */
};

static void answer_init(struct answer_set *a, const struct cells *c,
    const struct run *r, const struct exec_opts *o, const char *store)
{
	a->n = c->n;
	a->command = xcalloc(c->n, sizeof(*a->command));
	a->pair = xcalloc(c->n, sizeof(*a->pair));
	a->judged = xcalloc(c->n, sizeof(*a->judged));
	a->v = xcalloc(c->n, sizeof(*a->v));
	a->view = xcalloc(c->n, sizeof(*a->view));
	unit_costs(&a->costs, &r[0].host, store);
	for (size_t k = 0; k < c->n; k++) {
		struct report_command *x = &a->command[k];

		run_view(&r[k], &a->view[k]);
		x->name = c->cell[k].name;
		x->text = c->cell[k].text;
		x->r = &a->view[k];
		x->res = run_find(x->r, EXEC_KEY);
		if (usage_of(x->res, &x->u))
			judge_estimate(x->r, x->res, &x->est);
	}
	a->table = exec_is_table(c);
	if (a->table)
		exec_effects(&a->effects, c, r);
	a->pairs = c->n > 1 ? exec_judge(a->view, c->n, o, a->judged, a->v) : 0;
	for (size_t i = 0; i < a->pairs; i++) {
		a->pair[i] = (struct report_pair){ a->judged[i].base,
			a->judged[i].now, &a->v[i] };
		a->command[i < o->reference ? i : i + 1].v = &a->v[i];
	}
}

static void answer_release(struct answer_set *a)
{
	for (size_t i = 0; i < a->pairs; i++)
		verdict_set_release(&a->v[i]);
	for (size_t k = 0; k < a->n; k++)
		run_view_release(&a->view[k]);
	exec_effects_release(&a->effects);
	free(a->command);
	free(a->pair);
	free(a->judged);
	free(a->v);
	free(a->view);
}

static void put_json(const struct answer_set *a, struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	json_key(&j, "commands");
	report_commands_json(a->command, a->n, &a->costs, &j);
	if (a->table)
		report_effects_json(a->effects.factor, a->effects.effect,
		    a->effects.n, a->effects.rounds, &j);
	report_comparisons_members(a->pair, a->pairs, &j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

static bool is_picture(enum exec_format format)
{
	return format == EXEC_SVG || format == EXEC_PNG;
}

/* The long report has that of a comparison in it. */
static void put_text(const struct answer_set *a, const struct exec_opts *o,
    const struct exec_as *as, struct buf *out)
{
	const struct figure_data d = { .command = a->command,
		.n_commands = a->n };
	struct report_opts ro = { out_style(), as->all, NULL };

	if (as->file && !is_picture(as->format))
		ro.style.colour = false;
	report_commands(a->command, a->n, o->reference, &a->costs, &ro, out);
	if (a->table)
		report_effects(a->effects.factor, a->effects.effect,
		    a->effects.n, a->effects.rounds, &ro.style, out);
	if (as->plot) {
		buf_add_char(out, '\n');
		plot_strips(&d, &ro.style, out);
	}
	if (a->pairs == 0 || !as->all)
		return;
	buf_add_char(out, '\n');
	if (a->pairs == 1)
		report_compare(a->pair[0].base, a->pair[0].now, a->pair[0].v,
		    &ro, out);
	else
		report_compare_many(a->pair, a->pairs, &ro, out);
}

static const struct out_format formats[EXEC_FORMATS] = {
	[EXEC_TEXT] = { "text", "txt" },
	[EXEC_MARKDOWN] = { "markdown", "md" },
	[EXEC_CSV] = { "csv", "csv" },
	[EXEC_JSON] = { "json", "json" },
	[EXEC_HYPERFINE] = { "hyperfine", "hyperfine" },
	[EXEC_SVG] = { "svg", "svg" },
	[EXEC_PNG] = { "png", "png" },
};

int exec_choose(const char *format, const char *file, struct err *e)
{
	return out_choose(format, file, formats, EXEC_FORMATS, EXEC_TEXT, e);
}

/* A picture in a file stands beside the text, which is not to be missed. */
static int put_picture(const struct answer_set *a, const struct exec_opts *o,
    const struct exec_as *as, struct buf *out, struct err *e)
{
	const struct figure_data d = { .command = a->command,
		.n_commands = a->n };
	struct buf text = BUF_INIT;
	int r = 0;

	if (as->file) {
		put_text(a, o, as, &text);
		r = out_write(&text, e);
		buf_release(&text);
	}
	return r < 0 ?
	    r :
	    picture_draw(as->picture, NULL, &d, as->format == EXEC_PNG, out, e);
}

static int put(const struct answer_set *a, const struct exec_opts *o,
    const struct exec_as *as, struct buf *out, struct err *e)
{
	if (is_picture(as->format))
		return put_picture(a, o, as, out, e);
	if (as->format == EXEC_JSON)
		put_json(a, out);
	else if (as->format == EXEC_MARKDOWN)
		report_commands_markdown(a->command, a->n, o->reference, out);
	else if (as->format == EXEC_CSV)
		report_commands_csv(a->command, a->n, out);
	else if (as->format == EXEC_HYPERFINE)
		report_commands_hyperfine(a->command, a->n, out);
	else
		put_text(a, o, as, out);
	return 0;
}

int exec_print(const struct cells *c, const struct run *r,
    const struct exec_opts *o, const struct exec_as *as, int *status,
    struct err *e)
{
	struct answer_set a = { 0 };
	struct buf out = BUF_INIT;
	int ret;

	answer_init(&a, c, r, o, as->store);
	*status = 0;
	for (size_t i = 0; i < a.pairs; i++) {
		int one = exec_status(&a.v[i], as->need);

		/* slower before undecided */
		*status = one == 1 || *status == 0 ? one : *status;
	}
	ret = put(&a, o, as, &out, e);
	if (ret == 0)
		ret = out_put(as->file, &out, e);
	buf_release(&out);
	answer_release(&a);
	return ret;
}
