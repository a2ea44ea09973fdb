/* talk.c - the talk with one probe at work for one run. */
#include "cmd/talk.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/progress.h"
#include "drive/clocks.h"
#include "drive/stop.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S 1000000000ll

#define ENDED "the probe ended before the run did"

/* Until the first word of a probe, and for a question that needs no
 * measuring. */
#define ANSWER_NS (10 * S)

/* doc/WIRE.md: the probe's own deadline where the plan names none. */
#define DEADLINE_NS (20 * S)

/* A row that fails this often in a row is not tried again. */
#define FAILURES 2

/* The longest tick that kernels have (HZ=100), where the fact is unknown. */
#define TICK_NS 10000000

/* Others' use of the machine, CPUs, that still counts as quiet; and how often
 * to look while waiting. */
#define QUIET   0.10
#define LOOK_NS (S / 4)

void talk_init(struct talk *s, struct run *r, int64_t deadline_ns,
    int64_t now_ns)
{
	memset(s, 0, sizeof(*s));
	s->r = r;
	s->opened_ns = now_ns;
	s->deadline_ns = deadline_ns ? deadline_ns : DEADLINE_NS;
	s->own = NAN;
}

static int send_line(struct talk *s, struct buf *line, struct err *e)
{
	int r = probe_send(s->probe, buf_str(line), e);

	buf_release(line);
	return r;
}

/* Whether a line ends the answer: the kind asked for, or, for steps (id > 0),
 * one of those that end a step. */
static bool is_answer(const struct wire_msg *m, enum wire_kind kind, int64_t id)
{
	if (id == 0)
		return m->kind == kind ||
		    (kind == WIRE_LOAD &&
			(m->kind == WIRE_SKIP || m->kind == WIRE_FAIL));
	return m->id == id &&
	    (m->kind == WIRE_DONE || m->kind == WIRE_SKIP ||
		m->kind == WIRE_FAIL);
}

/* Read lines until the answer comes. a: of a step, or NULL; a->took_ns holds
 * when it was sent. 1 = it is in *msg; otherwise as probe_next. */
static int await(struct talk *s, enum wire_kind kind, int64_t id,
    struct answer *a, struct wire_msg *msg, struct err *e)
{
	int r;

	/* A step may be calibrated first, with a deadline of its own. */
	probe_ask(s->probe,
	    a || kind == WIRE_LOAD ? 2 * s->deadline_ns + 2 * S : ANSWER_NS);
	while ((r = probe_next(s->probe, msg, e)) == 1) {
		if (a && msg->kind == WIRE_CAL && msg->id == id) {
			a->cal_ns = clocks_now_ns() - a->took_ns;
			a->ops = msg->ops;
		}
		if (is_answer(msg, kind, id))
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
			wire_apply(msg, s->r, 0);
		wire_msg_release(msg);
	}
	return r;
}

static void keep_env(struct talk *s, struct wire_msg *msg)
{
	/* The probe does not know when the run began. */
	msg->env.at_ns = (uint64_t)(clocks_now_ns() - s->opened_ns);
	s->env = msg->env;
	s->env.hog = NULL;
	s->own = msg->own;
	snprintf(s->hog, sizeof(s->hog), "%s",
	    msg->env.hog ? msg->env.hog : "");
}

int talk_env(struct talk *s, bool keep, uint32_t round, struct err *e)
{
	struct buf line = BUF_INIT;
	struct wire_msg msg;
	int r;

	plan_env(&line);
	r = send_line(s, &line, e);
	if (r < 0)
		return r;
	r = await(s, WIRE_ENV, 0, NULL, &msg, e);
	if (r != 1)
		return r == 0 ? err_set(e, -EPIPE, ENDED) : r;
	keep_env(s, &msg);
	if (keep)
		wire_apply(&msg, s->r, round);
	wire_msg_release(&msg);
	return 0;
}

int64_t talk_tick_ns(const struct run *r)
{
	const char *hz = host_get(&r->host, "tick.hz");
	int64_t n;

	return hz && num_parse_i64(hz, &n) == 0 && n > 0 ? S / n : TICK_NS;
}

int talk_start(struct talk *s, const struct probe_opts *o,
    const struct plan *plan, struct err *e)
{
	struct buf line = BUF_INIT;
	struct wire_msg msg;
	int r = probe_start(&s->probe, o, e);

	if (r < 0)
		return r;
	plan_head(plan, &line);
	r = send_line(s, &line, e);
	if (r < 0 && r != -EPIPE)
		return r;
	/* One that has ended already may have said why. */
	r = await(s, WIRE_HELLO, 0, NULL, &msg, e);
	if (r == 0)
		return err_set(e, -EPROTO,
		    "'%s' ended without a word; is it perfloss-probe?",
		    o->argv[0]);
	if (r < 0)
		return r;
	wire_msg_release(&msg);
	/* The first answer is about no time at all; facts come before it. */
	return talk_env(s, false, 0, e);
}

int talk_settle(struct talk *s, int64_t most_ns, struct err *e)
{
	int64_t end = clocks_now_ns() + most_ns;
	int r = 0;

	do {
		progress_show("waiting for a quiet machine%s%s",
		    s->hog[0] ? ", the busiest is " : "", s->hog);
		if (stop_wait(-1, LOOK_NS) < 0)
			return err_set(e, -EINTR, "interrupted");
		r = talk_env(s, true, 0, e);
	} while (r == 0 && s->env.busy > QUIET && clocks_now_ns() < end);
	if (r == 0 && s->env.busy > QUIET)
		log_warn("not quiet: other programs use %.1f CPUs%s%s%s",
		    s->env.busy, s->hog[0] ? ", most of it '" : "", s->hog,
		    s->hog[0] ? "'" : "");
	return r;
}

int talk_ask(struct talk *s, const struct talk_question *q, struct answer *a,
    struct err *e)
{
	struct clocks from, to;
	struct wire_msg msg;
	int r;

	memset(a, 0, sizeof(*a));
	clocks_read(&from);
	a->took_ns = clocks_now_ns();
	r = send_line(s, q->line, e);
	if (r < 0)
		return r;
	r = await(s, WIRE_DONE, q->id, a, &msg, e);
	if (r == -ETIMEDOUT)
		return err_prefix(e, "cannot measure '%s'", q->key);
	if (r != 1)
		return r == 0 ? err_set(e, -EPIPE, ENDED) : r;
	if (strcmp(msg.key, q->key) != 0) {
		r = err_set(e, -EPROTO, "the probe answered '%s' to '%s'",
		    msg.key, q->key);
		wire_msg_release(&msg);
		return r;
	}
	clocks_read(&to);
	a->took_ns = clocks_now_ns() - a->took_ns;
	a->kind = msg.kind;
	if (msg.kind == WIRE_DONE)
		clocks_mark(&from, &to, &msg.inv);
	if (q->as) {
		free(msg.key);
		msg.key = xstrdup(q->as);
	}
	wire_apply(&msg, q->into, q->round);
	wire_msg_release(&msg);
	return 0;
}

int talk_hear(struct talk *s, struct buf *line, enum wire_kind kind,
    struct wire_msg *msg, struct err *e)
{
	int r = send_line(s, line, e);

	r = r < 0 ? r : await(s, kind, 0, NULL, msg, e);
	if (r == 0)
		return err_set(e, -EPIPE, ENDED);
	return r < 0 ? r : 0;
}

int talk_step(struct talk *s, const struct plan *plan,
    const struct plan_step *step, struct answer *a, struct err *e)
{
	struct buf line = BUF_INIT;
	const struct talk_question q = { .line = &line,
		.id = step->id,
		.key = step->key,
		.into = s->r,
		.round = step->round };

	plan_line(plan, step, &line);
	return talk_ask(s, &q, a, e);
}

void talk_tell(const struct talk *s, struct plan *plan,
    const struct plan_step *step, const struct answer *a)
{
	if (a->kind == WIRE_DONE)
		plan_done(plan, step);
	else if (a->kind == WIRE_SKIP)
		plan_skipped(plan, step);
	else if (plan_failed(plan, step) ||
	    plan->rows[step->row].failed_in_a_row[step->arm] >= FAILURES ||
	    a->took_ns >= s->deadline_ns) /* a hang is dear */
		plan_drop(plan, step->row);
}

void talk_finish(struct talk *s, int ret, struct err *e)
{
	struct err ended = { 0, "" }, why;
	struct buf line = BUF_INIT;
	size_t bad;

	if (!s->probe)
		return;
	if (ret == 0) {
		plan_end(&line);
		send_line(s, &line, &why);
	}
	bad = probe_bad_lines(s->probe);
	if (bad > 1)
		log_warn("%zu lines of the probe were passed over", bad);
	if (probe_stop(s->probe, &ended) < 0 && ret == -EPIPE)
		err_set(e, -EIO, "%s", ended.text);
	else if (ret == 0 && ended.code)
		log_warn("%s", ended.text);
	s->probe = NULL;
}
