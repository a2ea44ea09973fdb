/* states.c - two states of this machine. */
#include "cmd/states.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "drive/clocks.h"
#include "drive/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[STATES] = { "a", "b" };

bool states_switched(const struct states *s)
{
	return s->o->make[0] != NULL;
}

const char *states_restores(const struct states *s)
{
	return s->o->restore ? s->o->restore : s->o->make[0];
}

int states_init(struct states *s, const struct states_opts *o, struct err *e)
{
	memset(s, 0, sizeof(*s));
	s->o = o;
	s->at = -1;
	if (!states_restores(s))
		return 0;
	return guard_start(&s->guard, states_restores(s), o->timeout_ns, e);
}

static int run(struct states *s, const char *text, struct buf *out,
    struct err *e)
{
	const struct command c = { .text = text,
		.timeout_ns = s->o->timeout_ns,
		.guard = s->guard };

	return command_run(&c, out, e);
}

static bool same(const struct buf *x, const struct buf *y)
{
	return x->len == y->len && (x->len == 0 || !memcmp(x->s, y->s, x->len));
}

/* For a sentence; the caller frees. */
static char *shown(const struct buf *printed)
{
	char *s = xstrdup(buf_str(printed));

	return text_clean(s);
}

/* What print says now, against what it said. */
static int compare_printed(struct states *s, int state, const struct buf *now,
    struct err *e)
{
	char *is = shown(now), *was = shown(&s->printed[state]);
	int r = 0;

	if (now->len >= COMMAND_KEEP)
		r = err_set(e, -EFBIG,
		    "'%.120s' prints more than %d KiB, which is too much to "
		    "compare",
		    s->o->print, COMMAND_KEEP / 1024);
	else if (s->known[state] && !same(&s->printed[state], now))
		r = err_set(e, -ESTALE,
		    "state '%s' is no longer what it was: '%.60s' prints "
		    "'%.40s', and printed '%.40s' at the start",
		    names[state], s->o->print, is, was);
	else if (!s->known[state] && s->known[!state] &&
	    same(&s->printed[!state], now))
		r = err_set(e, -EINVAL,
		    "the state is the same after both commands: '%.80s' "
		    "printed '%.60s' twice",
		    s->o->print, is);
	free(is);
	free(was);
	return r;
}

static int check_printed(struct states *s, int state, struct err *e)
{
	struct buf now = BUF_INIT;
	int r = run(s, s->o->print, &now, e);

	r = r < 0 ? r : compare_printed(s, state, &now, e);
	if (r == 0 && !s->known[state] && now.len > 0)
		buf_add_mem(&s->printed[state], now.s, now.len);
	s->known[state] |= r == 0;
	buf_release(&now);
	return r;
}

static int check(struct states *s, int state, struct err *e)
{
	int r = 0;

	if (s->o->check[state]) {
		r = run(s, s->o->check[state], NULL, e);
		if (r < 0 && r != -EINTR)
			return err_prefix(e, "state '%s' is not in force",
			    names[state]);
	}
	if (r == 0 && s->o->print)
		r = check_printed(s, state, e);
	return r;
}

/* What is in force before anything is switched; if print fails, states_to says
 * so in its turn. */
static void look_before(struct states *s)
{
	struct err e;

	if (s->o->quiet || !s->o->print || s->o->restore || !states_switched(s))
		return;
	if (run(s, s->o->print, &s->before, &e) < 0)
		buf_clear(&s->before);
}

/* State a is what stays, and may not be what was. */
static void warn_other(struct states *s)
{
	char *was;

	if (s->before.len == 0 || !s->known[0] ||
	    same(&s->before, &s->printed[0]))
		return;
	was = shown(&s->before);
	log_warn("before, '%.80s' printed '%.60s', which is not state 'a'; at "
		 "the end state 'a' is in force, '--restore' makes another",
	    s->o->print, was);
	free(was);
}

int states_to(struct states *s, int state, struct err *e)
{
	bool first = state == 0 && !s->known[0];
	int64_t from = clocks_now_ns();
	int r = 0;

	if (s->n == 0)
		look_before(s);
	s->at = state;
	if (states_switched(s)) {
		s->dirty = true;
		r = run(s, s->o->make[state], NULL, e);
		if (r < 0 && r != -EINTR)
			err_prefix(e, "cannot switch to state '%s'",
			    names[state]);
	}
	r = r < 0 ? r : check(s, state, e);
	if (r == 0 && first)
		warn_other(s);
	s->took_ns += clocks_now_ns() - from;
	s->n++;
	return r;
}

int states_still(struct states *s, struct err *e)
{
	int64_t from = clocks_now_ns();
	int r = s->at < 0 ? 0 : check(s, s->at, e);

	s->took_ns += clocks_now_ns() - from;
	return r;
}

int64_t states_cost_ns(const struct states *s)
{
	return s->n > 0 ? s->took_ns / (int64_t)s->n : 0;
}

int states_release(struct states *s)
{
	const char *text = states_restores(s);
	struct command c = { .text = text,
		.timeout_ns = s->o->timeout_ns,
		.way_out = true,
		.guard = s->guard };
	struct err e;
	int r = 0, i;

	if (text && s->dirty)
		r = command_run(&c, NULL, &e);
	if (r < 0)
		log_error("the state is not restored: %s", e.text);
	guard_stop(s->guard);
	for (i = 0; i < STATES; i++)
		buf_release(&s->printed[i]);
	buf_release(&s->before);
	memset(s, 0, sizeof(*s));
	return r;
}
