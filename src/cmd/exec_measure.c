/* exec_measure.c - commands measured in random order, round by round. */
#include "cmd/exec.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/rng.h"
#include "cmd/progress.h"
#include "cmd/setup.h"
#include "cmd/talk.h"
#include "drive/clocks.h"
#include "drive/command.h"
#include "drive/guard.h"
#include "drive/stop.h"
#include "model/tails.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY EXEC_KEY

/* A first run that took longer counts: another hour for a warm cache is not
 * what anybody wants. */
#define DEAR_NS INT64_C(10000000000)

/* Ticks of CPU time that are worth a share need a while (10 ms each where
 * HZ=100). */
#define AROUND_NS INT64_C(300000000)

struct work {
	const struct cells *c;
	const struct exec_opts *o;
	struct run *r;
	struct run **saved;
	struct store *store;
	bool store_failed;
	struct talk talk;
	struct guard *guard; /* ends a hook when this program is killed */
	struct rng rng;
	size_t *order;
	bool *open;       /* not decided yet */
	bool *set_up;     /* its cleanup is due */
	int64_t *cost_ns; /* of its last run, hooks included */
	int64_t opened_ns, id;
	int64_t looked_ns; /* when it was last seen what others do, and what
			      there is was saved */
	uint32_t rounds, look, looks;
	const char *why; /* it ended before all rounds were there */
};

/* -- One run of one command ---------------------------------------------- */

static int hook(const struct work *w, size_t k, enum cell_hook which,
    bool way_out, struct err *e)
{
	const char *text = w->c->cell[k].hook[which];
	const struct command c = { .text = text,
		.timeout_ns = w->o->hook_ns,
		.way_out = way_out,
		.guard = w->guard };

	return text ? command_run(&c, NULL, e) : 0;
}

static bool ignored(const struct exec_opts *o, const char *status)
{
	if (o->ignore || (status && strcmp(status, "0") == 0))
		return true;
	for (size_t i = 0; status && i < o->ignored->n; i++)
		if (strcmp(o->ignored->item[i], status) == 0)
			return true;
	return false;
}

/* What a shell means by a status (POSIX, "Exit Status for Commands"). */
static const char *shell_says(const char *status)
{
	if (status && strcmp(status, "127") == 0)
		return ", no such program";
	if (status && strcmp(status, "126") == 0)
		return ", no program that can be run";
	return "";
}

/* A time of a command that failed is none, unless the user says so. */
static int check(const struct work *w, size_t k, const struct answer *a,
    uint32_t round, struct err *e)
{
	const struct result *res = run_find(&w->r[k], KEY);
	const char *text = w->c->cell[k].text, *status, *sig;
	const struct invocation *inv;
	int r;

	if (a->kind != WIRE_DONE)
		return err_set(e, -ECHILD, "'%.120s': %s", text,
		    res && res->why ? res->why : "it could not be measured");
	inv = &res->inv[res->n_inv - 1];
	status = invocation_noted(inv, "status");
	sig = invocation_noted(inv, "signal");
	if (ignored(w->o, status))
		return 0;
	r = err_set(e, -ECHILD,
	    "'%.120s' %s %.20s%s ('-i' goes on in spite of it, '--output -' "
	    "shows what it says)",
	    text, sig ? "was killed by signal" : "failed with status",
	    sig        ? sig :
		status ? status :
			 "?",
	    shell_says(status));
	run_forget_round(&w->r[k], round, "it failed");
	return r;
}

static void show(const struct work *w, size_t k, bool warm)
{
	int64_t round = 0, left;
	char text[32] = "";

	if (!progress_wanted())
		return;
	for (size_t i = 0; i < w->c->n; i++)
		round += w->open[i] ? w->cost_ns[i] : 0;
	left = round * (int64_t)(w->looks - w->rounds);
	if (w->o->budget_ns > 0 &&
	    left > w->o->budget_ns - (clocks_now_ns() - w->opened_ns))
		left = w->o->budget_ns - (clocks_now_ns() - w->opened_ns);
	if (w->rounds > 0 && left > 0)
		num_span((double)left / 1e9, text, sizeof(text));
	progress_show("%s %u/%u  %s%s%s", warm ? "warm-up" : "run",
	    w->rounds + 1, w->looks, w->c->cell[k].name,
	    text[0] ? ", at most " : "", text);
}

static int once(struct work *w, size_t k, uint32_t round, bool warm,
    struct err *e)
{
	const struct plan_program p = { .id = ++w->id,
		.key = KEY,
		.argv = w->c->cell[k].argv,
		.in = w->o->in,
		.out = w->o->out,
		.errors = w->o->errors,
		.deadline_ns = w->o->deadline_ns,
		.keep = w->o->keep,
		.counters = w->o->counters };
	struct buf line = BUF_INIT;
	const struct talk_question q = { .line = &line,
		.id = p.id,
		.key = p.key,
		.into = &w->r[k],
		.round = round };
	int64_t from = clocks_now_ns();
	struct answer a;
	int r;

	if (stop_asked())
		return err_set(e, -EINTR, "interrupted");
	show(w, k, warm);
	r = hook(w, k, CELL_PREPARE, false, e);
	if (r < 0)
		return r;
	plan_program(&p, &line);
	r = talk_ask(&w->talk, &q, &a, e);
	r = r < 0 ? r : check(w, k, &a, round, e);
	r = r < 0 ? r : hook(w, k, CELL_CONCLUDE, false, e);
	w->cost_ns[k] = clocks_now_ns() - from;
	return r;
}

/* -- Rounds -------------------------------------------------------------- */

static int round_of(struct work *w, uint32_t round, bool warm, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < w->c->n; i++)
		w->order[i] = i;
	rng_shuffle(&w->rng, w->order, w->c->n);
	for (size_t i = 0; i < w->c->n && r == 0; i++)
		if (w->open[w->order[i]])
			r = once(w, w->order[i], round, warm, e);
	return r;
}

static void forget(struct work *w, uint32_t round, const char *why)
{
	for (size_t k = 0; k < w->c->n; k++)
		run_forget_round(&w->r[k], round, why);
}

/* Rounds that do not count. By default one, which counts after all where a
 * command is dear. */
static int warm_up(struct work *w, struct err *e)
{
	int64_t n = w->o->warmup < 0 ? 1 : w->o->warmup, dearest = 0;
	int r = 0;

	for (int64_t i = 0; i < n && r == 0; i++) {
		r = round_of(w, 0, true, e);
		for (size_t k = 0; k < w->c->n; k++)
			if (w->cost_ns[k] > dearest)
				dearest = w->cost_ns[k];
		if (r == 0 && w->o->warmup < 0 && dearest > DEAR_NS) {
			w->rounds = 1;
			if (!w->o->quiet)
				log_note("no warm-up, as a run is dear: "
					 "'--warmup 1' makes one");
			return 0;
		}
		forget(w, 0, "only warmed up");
	}
	return r;
}

/* Commands of which it is certain how they compare leave; the reference stays
 * until all have. */
static void look(struct work *w)
{
	struct judge_pair *pair = xcalloc(w->c->n, sizeof(*pair));
	struct verdict_set *v = xcalloc(w->c->n, sizeof(*v));
	struct run *view = xcalloc(w->c->n, sizeof(*view));
	size_t m, open = 0;

	for (size_t k = 0; k < w->c->n; k++)
		run_view(&w->r[k], &view[k]);
	m = exec_judge(view, w->c->n, w->o, pair, v);
	for (size_t i = 0; i < m; i++) {
		size_t k = i < w->o->reference ? i : i + 1;

		if (w->open[k] && w->rounds >= w->o->least &&
		    exec_settled(&v[i], w->o->until))
			w->open[k] = false;
		open += w->open[k];
		verdict_set_release(&v[i]);
	}
	for (size_t k = 0; k < w->c->n; k++)
		run_view_release(&view[k]);
	free(view);
	w->open[w->o->reference] = open > 0;
	for (size_t k = 0; k < w->c->n && open > 0; k++)
		w->open[k] |= exec_is_table(w->c);
	w->look = judge_next_look(w->look, w->looks);
	free(pair);
	free(v);
}

static bool precise(const struct work *w)
{
	const struct result *res = run_find(&w->r[0], KEY);
	struct estimate est;

	if (!res || !(w->o->until > 0) || w->rounds < w->o->least)
		return false;
	judge_estimate(&w->r[0], res, &est);
	return est.half_width <= w->o->until;
}

static int64_t round_ns(const struct work *w)
{
	int64_t sum = 0;

	for (size_t k = 0; k < w->c->n; k++)
		sum += w->open[k] ? w->cost_ns[k] : 0;
	return sum;
}

/* When the first round has shown what a round takes, and before it is known
 * what the values say, it is settled where the last look is. */
static void plan_looks(struct work *w)
{
	int64_t one = round_ns(w);
	uint32_t at = 0;

	if (w->o->fixed || w->o->budget_ns <= 0 || one <= 0)
		return;
	while ((at = judge_next_look(at, w->looks)) != 0)
		if (at >= w->o->least && (int64_t)at * one >= w->o->budget_ns)
			break;
	if (at == 0 || at >= w->looks)
		return;
	w->looks = at;
	for (size_t k = 0; k < w->c->n; k++)
		if (w->c->n > 1)
			w->r[k].looks = at;
}

static void forecast(const struct work *w)
{
	char runs[32], text[32], n[32];

	if (w->o->quiet)
		return;
	num_span((double)round_ns(w) * w->looks / 1e9, text, sizeof(text));
	log_note("%s, %s%s of each, %sabout %s",
	    rows_count(w->c->n, "command", n, sizeof(n)),
	    w->o->fixed ? "" : "at most ",
	    rows_count(w->looks, "run", runs, sizeof(runs)),
	    w->o->fixed ? "" : "at most ", text);
}

/* Seeing what all processes do and saving take milliseconds, and the command
 * after them starts on a machine that has gone cold: not after each round. */
static int look_around(struct work *w, bool last, struct err *e)
{
	int r;

	if (!last && clocks_now_ns() < w->looked_ns + AROUND_NS)
		return 0;
	r = talk_env(&w->talk, true, w->rounds - 1, e);
	/* what was heard of the machine is heard for all */
	for (size_t k = 1; k < w->c->n && w->r[0].n_env > 0; k++)
		run_add_env(&w->r[k], &w->r[0].env[w->r[0].n_env - 1]);
	setup_save(w->store, w->saved, w->c->n, &w->store_failed);
	w->looked_ns = clocks_now_ns();
	return r;
}

static int between(struct work *w, struct err *e)
{
	int r;

	for (size_t k = 0; k < w->c->n; k++)
		w->r[k].rounds = w->rounds;
	r = look_around(w, false, e);
	if (w->c->n > 1 && !w->o->fixed && w->rounds >= w->look && w->look)
		look(w);
	else if (w->c->n == 1 && !w->o->fixed && precise(w))
		w->open[0] = false;
	return r;
}

static bool any_open(const struct work *w)
{
	for (size_t k = 0; k < w->c->n; k++)
		if (w->open[k])
			return true;
	return false;
}

static int rounds(struct work *w, struct err *e)
{
	int r = w->rounds > 0 ? between(w, e) : 0;

	if (w->rounds > 0)
		plan_looks(w);
	while (r == 0 && w->rounds < w->looks && any_open(w)) {
		r = round_of(w, w->rounds, false, e);
		if (r < 0)
			break;
		if (++w->rounds == 1) {
			plan_looks(w);
			forecast(w);
		}
		r = between(w, e);
	}
	if (r == 0)
		r = look_around(w, true, e);
	if (r == 0 && !any_open(w))
		w->why = w->c->n > 1 ? ", then every command was decided" :
				       ", then the interval was narrow enough";
	return r;
}

/* -- All of it ----------------------------------------------------------- */

static bool has_hooks(const struct cells *c)
{
	for (size_t i = 0; i < c->n; i++)
		for (int k = 0; k < CELL_HOOKS; k++)
			if (c->cell[i].hook[k])
				return true;
	return false;
}

static int begin(struct work *w, const char *path, struct err *e)
{
	const char *argv[] = { path, NULL };
	const struct probe_opts po = { .argv = argv };
	struct plan plan;
	int r = has_hooks(w->c) ? guard_start(&w->guard, NULL, 0, e) : 0;

	if (r < 0)
		return r;
	plan_init(&plan, w->r[0].seed);
	plan.dir = ""; /* none is needed */
	r = talk_start(&w->talk, &po, &plan, e);
	plan_release(&plan);
	if (r < 0)
		return r;
	exec_facts(w->c, w->r);
	r = w->o->settle_ns > 0 ? talk_settle(&w->talk, w->o->settle_ns, e) : 0;
	for (size_t k = 0; k < w->c->n && r == 0; k++) {
		w->set_up[k] = true;
		r = hook(w, k, CELL_SETUP, false, e);
	}
	return r;
}

/* Whatever happened, what was set up is cleaned up. */
static int clean_up(struct work *w, int ret, struct err *e)
{
	struct err why;

	for (size_t k = 0; k < w->c->n; k++) {
		if (!w->set_up[k] || hook(w, k, CELL_CLEANUP, true, &why) == 0)
			continue;
		if (ret == 0)
			ret = err_set(e, why.code, "%s", why.text);
		else
			log_warn("%s", why.text);
	}
	return ret;
}

static void conclude(struct work *w, int ret)
{
	const char *then = ret == -EINTR ? ", then interrupted" :
	    ret < 0                      ? ", then an error" :
					   w->why;

	for (size_t k = 0; k < w->c->n; k++) {
		if (ret < 0) /* a round that is not whole */
			run_forget_round(&w->r[k], w->rounds,
			    "no round was finished");
		free(w->r[k].stop);
		w->r[k].stop = xasprintf("%u run%s%s", w->rounds,
		    w->rounds == 1 ? "" : "s", then);
	}
}

static void init(struct work *w)
{
	size_t n = w->c->n;

	w->opened_ns = clocks_now_ns();
	w->order = xcalloc(n, sizeof(*w->order));
	w->open = xcalloc(n, sizeof(*w->open));
	w->set_up = xcalloc(n, sizeof(*w->set_up));
	w->cost_ns = xcalloc(n, sizeof(*w->cost_ns));
	w->saved = xcalloc(n, sizeof(*w->saved));
	for (size_t k = 0; k < n; k++) {
		w->open[k] = true;
		w->saved[k] = &w->r[k];
	}
	w->looks = w->o->most;
	w->look = w->o->fixed ? 0 : judge_next_look(0, w->looks);
	w->why = "";
	w->looked_ns = w->opened_ns;
	rng_seed(&w->rng, w->r[0].seed);
	talk_init(&w->talk, &w->r[0], w->o->deadline_ns, w->opened_ns);
}

int exec_measure(const struct cells *c, struct run *r, struct store *s,
    const struct exec_opts *o, struct err *e)
{
	struct work w = { .c = c, .o = o, .r = r, .store = s };
	char *path = probe_find(e);
	int ret = path ? 0 : -ENOENT;

	init(&w);
	progress_begin(o->quiet);
	ret = ret < 0 ? ret : begin(&w, path, e);
	ret = ret < 0 ? ret : warm_up(&w, e);
	ret = ret < 0 ? ret : rounds(&w, e);
	talk_finish(&w.talk, ret, e);
	ret = clean_up(&w, ret, e);
	guard_stop(w.guard);
	progress_end();
	conclude(&w, ret);
	setup_save(s, w.saved, c->n, &w.store_failed);
	free(w.order);
	free(w.open);
	free(w.set_up);
	free(w.cost_ns);
	free(w.saved);
	free(path);
	return ret;
}
