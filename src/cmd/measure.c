/* measure.c - carries out a run: probe, plan, rounds, store. */
#include "cmd/measure.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/pace.h"
#include "cmd/progress.h"
#include "drive/drive.h"
#include "drive/stop.h"
#include "judge/judge.h"
#include "model/plan.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define S 1000000000ll

#define ENDED "the probe ended before the run did"

/* Until the first word of a probe, and for a question that needs no
 * measuring. */
#define ANSWER_NS (10 * S)

/* doc/WIRE.md: the probe's own deadline where the plan names none. */
#define DEADLINE_NS (20 * S)

/* A row that fails this often in a row is not tried again. */
#define FAILURES 2

/* Others' use of the machine, CPUs, that still counts as quiet; and how often
 * to look while waiting. */
#define QUIET   0.10
#define LOOK_NS (S / 4)

/* The longest tick that kernels have (HZ=100), where the fact is unknown. */
#define TICK_NS 10000000

struct measure {
	const struct measure_opts *o;
	struct run *r;
	struct store *store;
	bool store_failed;
	struct probe *probe;
	struct plan plan;
	struct pace pace;
	struct env_sample env; /* the last one; hog is not kept */
	char hog[64];
	int64_t deadline_ns, patience_ns;
};

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * S + ts.tv_nsec;
}

/* Store what is new. A store that fails in mid-run costs no measuring: it is
 * said once, tried again each round, and the end of the run depends on it. */
static void save(struct measure *m)
{
	struct err e;
	int r;

	if (!m->store || m->r->n_results == 0)
		return;
	r = store_save(m->store, m->r, &e);
	if (r < 0 && !m->store_failed)
		log_warn("%s; measuring goes on", e.text);
	m->store_failed = r < 0;
}

/* -- Talking to the probe ------------------------------------------------ */

static void keep_env(struct measure *m, struct wire_msg *msg)
{
	/* The probe does not know when the run began. */
	msg->env.at_ns = (uint64_t)(now_ns() - m->pace.opened_ns);
	m->env = msg->env;
	m->env.hog = NULL;
	snprintf(m->hog, sizeof(m->hog), "%s",
	    msg->env.hog ? msg->env.hog : "");
}

/* Read lines until one of the kind comes, or, for steps (id > 0), the one that
 * ends the step. 1 = it is in *msg; otherwise as probe_next. */
static int await(struct measure *m, enum wire_kind kind, int64_t id,
    int64_t sent, struct wire_msg *msg, struct err *e)
{
	int r;

	probe_ask(m->probe, id ? m->patience_ns : ANSWER_NS);
	while ((r = probe_next(m->probe, msg, e)) == 1) {
		if (msg->kind == WIRE_CAL && msg->id == id)
			pace_calibrated(&m->pace, now_ns() - sent);
		if (id ? msg->id == id &&
			    (msg->kind == WIRE_DONE || msg->kind == WIRE_SKIP ||
				msg->kind == WIRE_FAIL) :
			 msg->kind == kind)
			return 1;
		if (msg->kind == WIRE_ERROR) {
			r = err_set(e, -EPROTO,
			    "the probe refused a line of "
			    "the plan: %s",
			    msg->why ? msg->why : "no reason");
			wire_msg_release(msg);
			return r;
		}
		if (msg->kind == WIRE_FACT || msg->kind == WIRE_CLOCK)
			wire_apply(msg, m->r, m->plan.round);
		wire_msg_release(msg);
	}
	return r;
}

static int ask_env(struct measure *m, bool keep, struct err *e)
{
	struct buf line = BUF_INIT;
	struct wire_msg msg;
	int r;

	plan_env(&line);
	r = probe_send(m->probe, buf_str(&line), e);
	buf_release(&line);
	if (r < 0)
		return r;
	r = await(m, WIRE_ENV, 0, 0, &msg, e);
	if (r != 1)
		return r == 0 ? err_set(e, -EPIPE, ENDED) : r;
	keep_env(m, &msg);
	if (keep)
		wire_apply(&msg, m->r, m->plan.round);
	wire_msg_release(&msg);
	return 0;
}

/* One tick of the kernel's clock. */
static int64_t tick_ns(const struct run *r)
{
	const char *hz = host_get(&r->host, "tick.hz");
	int64_t n;

	return hz && num_parse_i64(hz, &n) == 0 && n > 0 ? S / n : TICK_NS;
}

static int start(struct measure *m, const char *path, struct err *e)
{
	const char *argv[] = { path, NULL };
	struct probe_opts o = { argv, m->o->dir };
	struct buf line = BUF_INIT;
	struct wire_msg msg;
	int r = probe_start(&m->probe, &o, e);

	if (r < 0)
		return r;
	plan_head(&m->plan, &line);
	r = probe_send(m->probe, buf_str(&line), e);
	buf_release(&line);
	if (r < 0 && r != -EPIPE)
		return r;
	/* One that has ended already may have said why. */
	r = await(m, WIRE_HELLO, 0, 0, &msg, e);
	if (r == 0)
		return err_set(e, -EPROTO,
		    "'%s' ended without a word; is it perfloss-probe?", path);
	if (r < 0)
		return r;
	wire_msg_release(&msg);
	/* The first answer is about no time at all; facts come before it. */
	r = ask_env(m, false, e);
	m->plan.tick_ns = tick_ns(m->r);
	return r;
}

/* Wait until nobody else uses the machine, but not for ever. */
static int settle(struct measure *m, struct err *e)
{
	int64_t end = now_ns() + m->o->settle_ns;
	int r = 0;

	do {
		progress_show("waiting for a quiet machine%s%s",
		    m->hog[0] ? ", the busiest is " : "", m->hog);
		if (stop_wait(-1, LOOK_NS) < 0)
			return err_set(e, -EINTR, "interrupted");
		r = ask_env(m, true, e);
	} while (r == 0 && m->env.busy > QUIET && now_ns() < end);
	if (r == 0 && m->env.busy > QUIET)
		log_warn("not quiet: other programs use %.1f CPUs%s%s%s",
		    m->env.busy, m->hog[0] ? ", most of it '" : "", m->hog,
		    m->hog[0] ? "'" : "");
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
		if (isfinite(est.cost) && res->unit == UNIT_RATE)
			num_rate(run_display(res, est.cost), value,
			    sizeof(value));
		else if (isfinite(est.cost))
			num_time(est.cost, value, sizeof(value));
		if (isfinite(est.half_width))
			snprintf(width, sizeof(width), "+-%.1f %%",
			    est.half_width * 100);
	}
	memset(&unseen, 0, sizeof(unseen));
	unseen.key = m->plan.rows[s->row].key;
	row_label(res ? res : &unseen, label, sizeof(label));
	progress_show("round %u/%u  %-24s  %9s %-9s  %s left", s->round + 1,
	    m->pace.rounds, label, value, width,
	    num_span((double)pace_left(&m->pace, now_ns()) / 1e9, left,
		sizeof(left)));
}

/* One step sent and answered. While the probe measures, nothing runs here. */
static int step(struct measure *m, const struct plan_step *s, struct err *e)
{
	struct plan_row *row = &m->plan.rows[s->row];
	struct buf line = BUF_INIT;
	struct wire_msg msg;
	int64_t sent;
	int r;

	show_step(m, s);
	plan_line(&m->plan, s, &line);
	sent = now_ns();
	r = probe_send(m->probe, buf_str(&line), e);
	buf_release(&line);
	if (r < 0)
		return r;
	r = await(m, WIRE_DONE, s->id, sent, &msg, e);
	if (r == -ETIMEDOUT)
		return err_prefix(e, "cannot measure '%s'", s->key);
	if (r != 1)
		return r == 0 ? err_set(e, -EPIPE, ENDED) : r;
	if (strcmp(msg.key, s->key) != 0) {
		r = err_set(e, -EPROTO, "the probe answered '%s' to '%s'",
		    msg.key, s->key);
		wire_msg_release(&msg);
		return r;
	}
	pace_step(&m->pace, s->row, now_ns() - sent);
	if (msg.kind == WIRE_DONE)
		plan_done(&m->plan, s);
	else if (msg.kind == WIRE_SKIP)
		plan_drop(&m->plan, s->row);
	else if (plan_failed(&m->plan, s) ||
	    row->failed_in_a_row[s->arm] >= FAILURES ||
	    now_ns() - sent >= m->deadline_ns) /* a hang is dear */
		plan_drop(&m->plan, s->row);
	wire_apply(&msg, m->r, s->round);
	wire_msg_release(&msg);
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
	pace_next(&m->pace, done, now_ns());
	m->r->rounds = m->pace.full;
	m->plan.time_ns = m->pace.time_ns;
	save(m);
	if (m->pace.over) {
		plan_finish(&m->plan);
		return 0;
	}
	if (m->pace.middle)
		plan_middle(&m->plan);
	for (i = 0; i < m->plan.n; i++)
		if (m->pace.row[i].done)
			plan_drop(&m->plan, i);
	return ask_env(m, true, e);
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
		if (s.phase == PLAN_ROUNDS && !pace_takes(&m->pace, s.row))
			continue;
		if (pace_spent(&m->pace, now_ns()))
			plan_finish(&m->plan);
		else
			r = step(m, &s, e);
	}
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

static void finish(struct measure *m, int r, struct err *e)
{
	struct err ended = { 0, "" }, why;
	struct buf line = BUF_INIT;
	size_t bad;

	if (r == 0) {
		plan_end(&line);
		probe_send(m->probe, buf_str(&line), &why);
		buf_release(&line);
	}
	bad = m->probe ? probe_bad_lines(m->probe) : 0;
	if (bad > 1)
		log_warn("%zu lines of the probe were passed over", bad);
	if (probe_stop(m->probe, &ended) < 0 && r == -EPIPE)
		err_set(e, -EIO, "%s", ended.text);
	else if (r == 0 && ended.code)
		log_warn("%s", ended.text);
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
	m.patience_ns =
	    2 * (o->deadline_ns ? o->deadline_ns : DEADLINE_NS) + 2 * S;
	make_plan(&m, c);
	pace_init(&m.pace, m.plan.n, o, r->seed, now_ns());
	m.plan.time_ns = m.pace.time_ns;
	progress_begin(o->quiet);
	if (ret == 0)
		ret = start(&m, path, e);
	if (ret == 0)
		ret = settle(&m, e);
	if (ret == 0) {
		pace_begin(&m.pace, now_ns());
		ret = rounds(&m, e);
	}
	finish(&m, ret, e);
	progress_end();
	free(r->stop);
	r->stop = pace_words(&m.pace, ret);
	save(&m);
	plan_release(&m.plan);
	pace_release(&m.pace);
	free(path);
	return ret;
}
