/* arms.c - two runs measured together, in random pairs. */
#include "cmd/arms_inner.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/pace.h"
#include "cmd/progress.h"
#include "cmd/setup.h"
#include "drive/clocks.h"
#include "drive/stop.h"
#include "model/tails.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

/* Switching the state may take this share of the time; more, and rows are
 * measured in blocks. */
#define SWITCH_SHARE 0.25

/* How many times as long as it takes an invocation may wait for its core to be
 * its own: both arms alike, so the pairs stay pairs, and one that was disturbed
 * costs more than that. */
#define QUIET 10

/* A pair whose core was shared is measured again so often in its round, as long
 * as one of so many of those comes out better. */
#define AGAIN_MOST  2
#define AGAIN_WORTH 5

/* Kernels count CPU time in ticks: shares of less than this are unknown
 * (doc/WIRE.md, "env"). */
#define ENV_NS (S / 5)

static const char *const names[ARMS] = { "a", "b" };

void arms_pair(struct run *r[ARMS], const struct arms_opts *o)
{
	char uuid[37];
	size_t k;

	run_uuid(uuid);
	for (k = 0; k < ARMS; k++) {
		r[k]->pair = xstrdup(uuid);
		r[k]->arm = xstrdup(names[k]);
		r[k]->looks = o->fixed ? 0 : o->pairs;
	}
}

int64_t arms_round_ns(const struct arms *m)
{
	size_t i, n = 0;
	int64_t ns = 0;

	for (i = 0; i < m->plan.n; i++) {
		if (!m->plan.rows[i].wanted)
			continue;
		ns += m->cost_ns[i];
		n++;
	}
	n = (n + m->plan.block - 1) / m->plan.block;
	return ns + (int64_t)(ARMS * n) * states_cost_ns(&m->states);
}

int64_t arms_budget_left(const struct arms *m)
{
	return m->o->budget_ns - (clocks_now_ns() - m->opened_ns);
}

/* -- Before the first round ---------------------------------------------- */

/* A wrapper that fails says why. */
static int wrapped(struct talk *t, const char *wrap, int r, struct err *e)
{
	talk_finish(t, r == -EPROTO ? -EPIPE : r, e);
	return err_prefix(e, "cannot measure under '%.100s'", wrap);
}

/* The probe's words. It has the environment of its arm itself, and hands what
 * it is told of on to what it measures, which has no other. The caller frees
 * the array. */
static const char **words(const struct arm_opts *a, const char *path)
{
	const char **argv;
	size_t n = 0, n_env = 0, i;

	while (a->args && a->args[n])
		n++;
	while (a->env && a->env[n_env])
		n_env++;
	argv = xcalloc(n + 2 * n_env + 2, sizeof(*argv));
	argv[0] = path;
	for (i = 0; i < n; i++)
		argv[1 + i] = a->args[i];
	for (i = 0; i < n_env; i++) {
		argv[1 + n + 2 * i] = "--env";
		argv[1 + n + 2 * i + 1] = a->env[i];
	}
	return argv;
}

/* One arm in its state, so that its facts are those of the state. */
static int start(struct arms *m, unsigned arm, const char *path, struct err *e)
{
	const struct arm_opts *a = &m->o->arm[arm];
	struct probe_opts o = { .dir = m->o->dir,
		.wrap = a->wrap,
		.env = a->env };
	const char **argv;
	int r = states_to(&m->states, (int)arm, e);

	if (r < 0)
		return r;
	argv = words(a, path);
	o.argv = argv;
	r = talk_start(&m->talk[arm], &o, &m->plan, e);
	free(argv);
	if (r < 0 && r != -EINTR && a->wrap)
		return wrapped(&m->talk[arm], a->wrap, r, e);
	return r;
}

/* How many rows to measure in one state before the next: so many that
 * switching takes no more than its share, as far as can be known before. */
static size_t block_of(const struct arms *m, size_t rows)
{
	double sw = (double)states_cost_ns(&m->states);
	double step = (double)measure_forecast(1, 1);
	size_t k;

	if (m->o->block > 0)
		return m->o->block < rows ? m->o->block : rows;
	k = (size_t)ceil(sw * (1 / SWITCH_SHARE - 1) / step);
	k = k > rows ? rows : k;
	return k > 1 ? k : 1;
}

static int begin(struct arms *m, const char *path, struct err *e)
{
	unsigned arm;
	int r = states_init(&m->states, &m->o->states, e);

	for (arm = 0; arm < ARMS && r == 0; arm++)
		r = start(m, arm, path, e);
	if (r < 0)
		return r;
	m->plan.tick_ns = talk_tick_ns(m->r[0]);
	m->plan.block = block_of(m, m->plan.n);
	if (m->o->blocks)
		*m->o->blocks = m->plan.block;
	if (m->o->what)
		return 0;
	arms_say_alike(m);
	arms_say_plan(m);
	r = talk_settle(&m->talk[ARMS - 1], m->o->settle_ns, e);
	return r;
}

/* -- Between two rounds -------------------------------------------------- */

/* The busiest may be the other arm's. */
static bool is_probe(const char *name)
{
	return text_starts(name, "perfloss-probe");
}

/* How alone both were: each takes the other's probe for a stranger, unless it
 * is told what that used itself. */
static int ask_env(struct arms *m, struct err *e)
{
	unsigned k;
	int r = 0;

	if (clocks_now_ns() - m->env_ns < ENV_NS)
		return 0;
	m->env_ns = clocks_now_ns();
	for (k = 0; k < ARMS && r == 0; k++)
		r = talk_env(&m->talk[k], false, 0, e);
	for (k = 0; k < ARMS && r == 0 && m->rounds > 0; k++) {
		struct talk *t = &m->talk[k];
		struct env_sample v = t->env;

		v.round = m->rounds - 1;
		v.busy = fmax(0, v.busy - m->talk[!k].own);
		if (isnan(t->env.busy) || isnan(m->talk[!k].own))
			v.busy = NAN;
		v.hog = t->hog[0] && !is_probe(t->hog) ? t->hog : NULL;
		if (!v.hog)
			v.hog_share = NAN;
		run_add_env(m->r[k], &v);
	}
	return r;
}

static bool precise(const struct arms *m, const struct comparison *c)
{
	return m->o->until > 0 && isfinite(c->lo) && isfinite(c->hi) &&
	    (log1p(c->hi) - log1p(c->lo)) / 2 <= m->o->until;
}

/* The row itself, its p95 and its p99. */
static bool is_of(const struct comparison *c, const char *key)
{
	size_t len = strlen(key);

	return strncmp(c->key, key, len) == 0 &&
	    (c->key[len] == '\0' ||
		tail_of(c->a ? c->a : c->b) == c->key + len);
}

/* What is said of a row when it leaves, or NULL: as long as one of its tails is
 * open it stays, or that would be judged on as many pairs as the other took. */
static const struct comparison *done(const struct arms *m,
    const struct verdict_set *v, const char *key)
{
	const struct comparison *row = NULL, *c;

	for (c = v->rows; c < v->rows + v->n; c++) {
		if (!is_of(c, key))
			continue;
		if (c->verdict != VERDICT_MISSING && !judge_decided(c) &&
		    !precise(m, c))
			return NULL;
		row = strcmp(c->key, key) == 0 ? c : row;
	}
	return row && row->verdict != VERDICT_MISSING ? row : NULL;
}

/* Ask the judge; rows that are decided leave. */
static void look(struct arms *m)
{
	const struct comparison *c;
	struct run view[ARMS];
	struct verdict_set v;
	unsigned arm;
	size_t k;

	for (arm = 0; arm < ARMS; arm++)
		run_view(m->r[arm], &view[arm]);
	judge_compare(&view[0], &view[1], &m->o->judge, &v);
	for (k = 0; k < m->plan.n; k++) {
		c = m->plan.rows[k].wanted ? done(m, &v, m->plan.rows[k].key) :
					     NULL;
		if (!c)
			continue;
		plan_drop(&m->plan, k);
		arms_say_decided(m, c);
	}
	verdict_set_release(&v);
	for (arm = 0; arm < ARMS; arm++)
		run_view_release(&view[arm]);
	m->look = judge_next_look(m->look, m->looks);
}

/* After the first round it is known how many pairs the budget holds, and
 * nothing yet of what they say: the last look is where it ends, or soon after,
 * since rounds become shorter as rows leave. */
static void plan_looks(struct arms *m)
{
	int64_t one = arms_round_ns(m), left = arms_budget_left(m);
	uint32_t at = 0;
	unsigned k;

	if (m->o->budget_ns == 0 || m->looks == 0 || one <= 0)
		return;
	while (
	    (at = judge_next_look(at, m->looks)) != 0 && (at - 1) * one < left)
		;
	if (at == 0 || at >= m->looks)
		return;
	m->looks = at;
	m->plan.rounds = at;
	for (k = 0; k < ARMS; k++)
		m->r[k]->looks = at;
}

static void end(struct arms *m, const char *why)
{
	snprintf(m->why, sizeof(m->why), "%s", why);
	plan_finish(&m->plan);
}

static int between(struct arms *m, struct err *e)
{
	unsigned k;
	int r;

	m->rounds = m->plan.round + 1;
	memset(m->turns, 0, m->plan.n * sizeof(*m->turns));
	for (k = 0; k < ARMS; k++)
		m->r[k]->rounds = m->rounds;
	if (m->rounds == 1)
		plan_looks(m);
	r = ask_env(m, e);
	setup_save(m->store, m->r, ARMS, &m->store_failed);
	if (m->look > 0 && m->rounds >= m->look)
		look(m);
	if (plan_wanted(&m->plan) == 0)
		end(m,
		    m->rounds < m->plan.rounds && m->look > 0 ?
			", then every row was decided" :
			"");
	else if (m->rounds < m->plan.rounds && m->o->budget_ns > 0 &&
	    arms_round_ns(m) > arms_budget_left(m))
		end(m, ", then the budget was used up");
	return r;
}

/* -- Rounds -------------------------------------------------------------- */

/* The state for a step: switched to at the start of each block, even if it is
 * in force, so that both arms are treated alike. */
static int enter(struct arms *m, const struct plan_step *s, struct err *e)
{
	int r = 0;

	if (!s->first)
		return 0;
	/* At the end of a round it was looked at already. */
	if (m->in_round)
		r = states_still(&m->states, e);
	r = r < 0 ? r : states_to(&m->states, (int)s->arm, e);
	m->doubt = r < 0 && r != -EINTR;
	m->in_round = true;
	return r;
}

/* The end of a round, before it is kept. */
static int leave(struct arms *m, struct err *e)
{
	int r = states_still(&m->states, e);

	m->doubt = r < 0 && r != -EINTR;
	m->in_round = false;
	return r < 0 ? r : between(m, e);
}

/* Whether the newest pair of a row had the core to itself. */
static bool was_clear(const struct arms *m, const struct plan_step *s)
{
	for (unsigned k = 0; k < ARMS; k++) {
		const struct result *res = run_find(m->r[k], s->key);
		size_t n = res ? res->n_inv : 0;

		/* what failed is not for another try */
		if (n == 0 || res->inv[n - 1].round != s->round)
			return true;
		if (!run_clear(m->r[k], res, n - 1))
			return false;
	}
	return true;
}

/* A pair that was disturbed is kept, and measured again: whether it was is
 * known from the pulses, which nothing that is compared has a part in. */
static void try_again(struct arms *m, const struct plan_step *s)
{
	unsigned turn = ++m->turns[s->row];
	bool clear;

	if (turn % ARMS != 0 || m->plan.block > 1 || s->phase != PLAN_ROUNDS)
		return;
	clear = was_clear(m, s);
	if (turn > ARMS) {
		m->again++;
		m->again_clear += clear;
	}
	if (!clear && turn / ARMS <= AGAIN_MOST &&
	    m->again < AGAIN_WORTH * (m->again_clear + 2))
		plan_again(&m->plan, s->row);
}

static int step(struct arms *m, const struct plan_step *s, struct err *e)
{
	struct plan_row *row = &m->plan.rows[s->row];
	struct answer a;
	int r = enter(m, s, e);

	if (r < 0)
		return r;
	arms_say_step(m, s);
	r = talk_step(&m->talk[s->arm], &m->plan, s, &a, e);
	if (r < 0)
		return r;
	/* The batches of both arms are equally long. */
	if (row->ops == 0)
		row->ops = a.ops;
	m->cost_ns[s->row] = m->before_ns[s->row] + a.took_ns - a.cal_ns;
	m->before_ns[s->row] = a.took_ns - a.cal_ns;
	talk_tell(&m->talk[s->arm], &m->plan, s, &a);
	try_again(m, s);
	return 0;
}

/* A round that takes more than the budget is not finished. */
static bool too_long(const struct arms *m)
{
	return m->o->budget_ns > 0 && arms_budget_left(m) < 0;
}

static int rounds(struct arms *m, struct err *e)
{
	struct plan_step s;
	int r = ask_env(m, e);

	while (r == 0 && plan_next(&m->plan, &s)) {
		if (stop_asked())
			return err_set(e, -EINTR, "interrupted");
		r = step(m, &s, e);
		if (r == 0 && plan_round_over(&m->plan))
			r = leave(m, e);
		else if (r == 0 && too_long(m))
			end(m, ", then the budget was used up");
	}
	return r;
}

/* -- All of it ----------------------------------------------------------- */

static void make_plan(struct arms *m, const struct catalogue *c)
{
	size_t i;

	plan_init(&m->plan, m->r[0]->seed);
	m->plan.arms = ARMS;
	m->plan.dir = m->o->dir;
	m->plan.pin = m->o->pin;
	m->plan.deadline_ns = m->o->deadline_ns;
	m->plan.time_ns = PACE_TIME_NS;
	m->plan.quiet_ns = QUIET * PACE_TIME_NS;
	m->plan.rounds = m->o->pairs;
	for (i = 0; i < c->n; i++)
		if (c->chosen[i])
			plan_add(&m->plan, c->row[i].key);
	m->cost_ns = xcalloc(m->plan.n + 1, sizeof(*m->cost_ns));
	m->before_ns = xcalloc(m->plan.n + 1, sizeof(*m->before_ns));
	m->turns = xcalloc(m->plan.n + 1, sizeof(*m->turns));
}

/* Why it ended, into both runs. What was measured in a state that turned out
 * not to be the one it should have been is not kept. */
static void conclude(struct arms *m, int r)
{
	const char *then = r == -EINTR ? ", then interrupted" :
	    r < 0                      ? ", then an error" :
					 m->why;
	unsigned k;

	for (k = 0; k < ARMS; k++) {
		if (m->doubt)
			run_forget_round(m->r[k], m->rounds,
			    "not measured in a state that was certain");
		free(m->r[k]->stop);
		m->r[k]->stop = xasprintf("%u pair%s%s", m->rounds,
		    m->rounds == 1 ? "" : "s", then);
	}
}

int arms_measure(struct run *r[ARMS], const struct catalogue *c,
    struct store *s, const struct arms_opts *o, struct err *e)
{
	struct arms m;
	char *path = probe_find(e);
	int ret = path ? 0 : -ENOENT;
	unsigned k;

	memset(&m, 0, sizeof(m));
	m.o = o;
	m.r = r;
	m.store = s;
	m.opened_ns = clocks_now_ns();
	m.looks = r[0]->looks;
	m.look = judge_next_look(0, m.looks);
	m.states.o = &o->states;
	make_plan(&m, c);
	for (k = 0; k < ARMS; k++)
		talk_init(&m.talk[k], r[k], o->deadline_ns, m.opened_ns);
	progress_begin(o->quiet);
	ret = ret < 0 ? ret : begin(&m, path, e);
	ret = ret < 0 ? ret : rounds(&m, e);
	for (k = 0; k < ARMS; k++)
		talk_finish(&m.talk[k], ret, e);
	progress_end();
	conclude(&m, ret);
	setup_save(s, r, ARMS, &m.store_failed);
	if (states_release(&m.states) < 0 && ret == 0)
		ret = err_set(e, -ECHILD, "the state is not restored");
	plan_release(&m.plan);
	free(m.cost_ns);
	free(m.before_ns);
	free(m.turns);
	free(path);
	return ret;
}
