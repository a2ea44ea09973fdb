/* measure.c - carries out a run: probe, plan, rounds, store. */
#include "cmd/measure.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/pace.h"
#include "cmd/progress.h"
#include "cmd/setup.h"
#include "cmd/talk.h"
#include "drive/clocks.h"
#include "drive/drive.h"
#include "drive/stop.h"
#include "judge/judge.h"
#include "model/plan.h"
#include "report/report.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define S 1000000000ll

struct measure {
	const struct measure_opts *o;
	struct run *r;
	struct store *store;
	bool store_failed;
	struct talk s;
	struct plan plan;
	struct pace pace;
};

static int start(struct measure *m, const char *path, struct err *e)
{
	const char *argv[] = { path, NULL };
	struct probe_opts o = { .argv = argv, .dir = m->o->dir };
	int r = talk_start(&m->s, &o, &m->plan, e);

	m->plan.tick_ns = talk_tick_ns(m->r);
	return r;
}

/* -- Rounds -------------------------------------------------------------- */

static void show_step(struct measure *m, const struct plan_step *s)
{
	const struct result *res = run_find(m->r, s->key);
	char value[32] = "", width[16] = "", left[32], label[96];
	struct result unseen;
	struct estimate est;

	if (!progress_wanted())
		return;
	if (res && res->n_inv > 0) {
		judge_estimate(m->r, res, &est);
		if (isfinite(est.cost))
			judge_display(res, est.cost, value, sizeof(value));
		if (isfinite(est.half_width))
			snprintf(width, sizeof(width), "+-%.1f %%",
			    est.half_width * 100);
	}
	memset(&unseen, 0, sizeof(unseen));
	unseen.key = m->plan.rows[s->row].key;
	row_label(res ? res : &unseen, label, sizeof(label));
	progress_show("round %u/%u  %-24s  %9s %-9s  %s left", s->round + 1,
	    m->pace.rounds, label, value, width,
	    num_span((double)pace_left(&m->pace, clocks_now_ns()) / 1e9, left,
		sizeof(left)));
}

static int step(struct measure *m, const struct plan_step *s, struct err *e)
{
	struct answer a;
	int r;

	show_step(m, s);
	r = talk_step(&m->s, &m->plan, s, &a, e);
	if (r < 0)
		return r;
	pace_calibrated(&m->pace, a.cal_ns);
	pace_step(&m->pace, s->row, a.took_ns);
	talk_tell(&m->s, &m->plan, s, &a);
	return 0;
}

/* How well each row is known so far, for the pace to decide on. */
static void look(struct measure *m)
{
	const struct result *res;
	struct estimate est;
	size_t i;

	for (i = 0; i < m->plan.n; i++) {
		res = run_find(m->r, m->plan.rows[i].key);
		m->pace.row[i].wanted =
		    m->plan.rows[i].wanted && m->plan.rows[i].in_rounds;
		m->pace.row[i].key = m->plan.rows[i].key;
		m->pace.row[i].n = 0;
		m->pace.row[i].half_width = NAN;
		if (!res || res->n_inv == 0)
			continue;
		judge_estimate(m->r, res, &est);
		m->pace.row[i].n = est.n;
		m->pace.row[i].half_width = est.half_width;
	}
}

/* Between two rounds: keep what there is, and see what is worth measuring. */
static int between(struct measure *m, uint32_t done, struct err *e)
{
	size_t i;

	look(m);
	pace_next(&m->pace, done, clocks_now_ns());
	m->r->rounds = m->pace.full;
	m->plan.time_ns = m->pace.time_ns;
	setup_save(m->store, &m->r, 1, &m->store_failed);
	if (m->pace.over) {
		plan_finish(&m->plan);
		return 0;
	}
	if (m->pace.middle)
		plan_middle(&m->plan);
	for (i = 0; i < m->plan.n; i++)
		if (m->pace.row[i].done)
			plan_drop(&m->plan, i);
	return talk_env(&m->s, true, m->plan.round, e);
}

static int rounds(struct measure *m, struct err *e)
{
	struct plan_step s;
	uint32_t round = 0;
	int r = 0;

	while (r == 0 && plan_next(&m->plan, &s)) {
		if (s.phase == PLAN_ROUNDS && s.round != round) {
			round = s.round;
			r = between(m, round, e);
			if (r < 0 || m->pace.over ||
			    !m->plan.rows[s.row].wanted)
				continue;
		}
		if (stop_asked())
			return err_set(e, -EINTR, "interrupted");
		if (pace_spent(&m->pace, clocks_now_ns()))
			plan_finish(&m->plan);
		else if (s.phase != PLAN_ROUNDS || pace_takes(&m->pace, s.row))
			r = step(m, &s, e);
	}
	return r;
}

/* -- A trial ------------------------------------------------------------- */

/* One invocation of a row, calibrated on the way: how long another one takes.
 * What it says goes into a run that nobody keeps. */
static int try_row(struct measure *m, size_t row, struct run *into, int64_t *ns,
    struct err *e)
{
	const struct plan_step s = { .id = (int64_t)row + 1,
		.row = row,
		.key = m->plan.rows[row].key };
	struct buf line = BUF_INIT;
	const struct talk_question q = { .line = &line,
		.id = s.id,
		.key = s.key,
		.into = into };
	struct answer a;
	int r;

	progress_show("trial %zu/%zu  %s", row + 1, m->plan.n, s.key);
	plan_line(&m->plan, &s, &line);
	r = talk_ask(&m->s, &q, &a, e);
	*ns = r == 0 && a.kind != WIRE_SKIP ? a.took_ns - a.cal_ns : 0;
	return r;
}

/* Of a round: its rows, half a tick before each, and what is between two. */
static void say_forecast(const struct measure *m, int64_t round_ns)
{
	uint32_t n = m->o->rounds;
	int64_t all;
	char points[32], rounds[32], span[32];

	if (m->o->quiet)
		return;
	all = n * (round_ns + (int64_t)m->plan.n * m->plan.tick_ns / 2);
	if (m->o->budget_ns > 0)
		all = m->o->budget_ns;
	log_note("%s, %s%s, about %s",
	    rows_count(m->plan.n, "point", points, sizeof(points)),
	    m->o->budget_ns > 0 ? "at most " : "",
	    rows_count(n, "round", rounds, sizeof(rounds)),
	    num_span((double)all / 1e9, span, sizeof(span)));
}

/* A budget says how long it takes, and a trial would use it up. */
static int trial(struct measure *m, struct err *e)
{
	int64_t sum = 0, ns = 0, from;
	struct run tried;
	int r = 0;

	if (m->o->budget_ns > 0) {
		say_forecast(m, 0);
		return 0;
	}
	run_init(&tried);
	for (size_t i = 0; i < m->plan.n && r == 0; i++) {
		if (stop_asked())
			r = err_set(e, -EINTR, "interrupted");
		else
			r = try_row(m, i, &tried, &ns, e);
		sum += r == 0 ? ns : 0;
	}
	run_release(&tried);
	from = clocks_now_ns();
	r = r < 0 ? r : talk_env(&m->s, false, 0, e);
	sum += clocks_now_ns() - from;
	if (r == 0)
		say_forecast(m, sum);
	return r;
}

/* The last chosen row that can be measured here and fits a pattern. */
static const char *last_chosen(const struct catalogue *c, const char *pattern)
{
	const char *last = NULL;
	size_t i;

	for (i = 0; i < c->n; i++)
		if (c->chosen[i] && !c->row[i].unsupported &&
		    text_glob(pattern, c->row[i].key))
			last = c->row[i].key;
	return last;
}

static void make_plan(struct measure *m, const struct catalogue *c)
{
	const char *const *pattern, *key;
	size_t i;

	plan_init(&m->plan, m->r->seed);
	m->plan.dir = m->o->dir;
	m->plan.pin = m->o->pin;
	m->plan.deadline_ns = m->o->deadline_ns;
	for (i = 0; i < c->n; i++)
		if (c->chosen[i])
			plan_add(&m->plan, c->row[i].key);
	for (pattern = report_sentinels; *pattern && m->o->sentinels;
	     pattern++) {
		key = last_chosen(c, *pattern);
		if (key)
			plan_sentinel(&m->plan, key);
	}
}

int measure_run(struct run *r, const struct catalogue *c, struct store *s,
    const struct measure_opts *o, struct err *e)
{
	struct measure m;
	char *path = probe_find(e);
	int ret = path ? 0 : -ENOENT;

	memset(&m, 0, sizeof(m));
	m.o = o;
	m.r = r;
	m.store = s;
	make_plan(&m, c);
	pace_init(&m.pace, m.plan.n, o, r->seed, clocks_now_ns());
	talk_init(&m.s, r, o->deadline_ns, m.pace.opened_ns);
	m.plan.time_ns = m.pace.time_ns;
	m.plan.quiet_ns = PACE_TIME_NS;
	progress_begin(o->quiet);
	if (ret == 0)
		ret = start(&m, path, e);
	if (ret == 0)
		ret = talk_settle(&m.s, o->settle_ns, e);
	if (ret == 0 && o->trial)
		ret = trial(&m, e);
	if (ret == 0) {
		pace_begin(&m.pace, clocks_now_ns());
		ret = rounds(&m, e);
	}
	talk_finish(&m.s, ret, e);
	progress_end();
	free(r->stop);
	r->stop = pace_words(&m.pace, ret);
	setup_save(s, &r, 1, &m.store_failed);
	plan_release(&m.plan);
	pace_release(&m.pace);
	free(path);
	return ret;
}
