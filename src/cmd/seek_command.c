/* seek_command.c - values of places by commands: their time, or a number that
 * they print. */
#include "cmd/seek.h"

#include "base/mem.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/talk.h"
#include "drive/clocks.h"
#include "drive/command.h"
#include "drive/guard.h"
#include "drive/stop.h"
#include "drive/trees.h"
#include "model/pick.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEY "bisect"

/* As 'git bisect run' has them. */
#define STATUS_SKIP  125
#define STATUS_ABORT 128

/* By default a first run does not count, unless it took longer: as exec. */
#define DEAR_NS INT64_C(10000000000)

#define NOWHERE SIZE_MAX

struct self {
	const struct seek_opts *o;
	const struct places *p;
	struct trees *trees;
	struct guard *guard;
	struct run run; /* what the probe says goes here */
	struct talk talk;
	int64_t id;
	size_t at;        /* the place that is ready */
	const char *tree; /* its tree; borrowed from trees */
	bool *warm;       /* places that were run before */
	char *out, *errors, *log;
};

/* -- Ready --------------------------------------------------------------- */

static const char *word(const struct self *s, size_t place)
{
	return s->p->at[place].word;
}

/* How a command has ended, as 'git bisect run' sees it: 1 = this place cannot
 * be measured. */
static int by_status(int r, int status, struct err *e)
{
	if (r != -ECHILD && r != -ETIMEDOUT)
		return r;
	if (status >= STATUS_ABORT) {
		err_prefix(e, "the bisection is aborted");
		return r;
	}
	return 1;
}

static int build(struct self *s, size_t place, struct err *e)
{
	char *text = seek_fill(s->o->build, word(s, place));
	int status;
	const struct command c = { .text = text,
		.timeout_ns = s->o->build_ns,
		.alone = true, /* it would run beside what is measured */
		.guard = s->guard,
		.dir = s->tree,
		.log = s->log,
		.status = &status };
	int r = command_run(&c, NULL, e);

	free(text);
	return by_status(r, status, e);
}

/* Words share one place: what is built for one may replace what was built for
 * another. */
static int ready_word(struct self *s, size_t place, bool *built, struct err *e)
{
	int r = 0;

	if (place == s->at)
		return 0;
	s->at = NOWHERE;
	if (s->o->build) {
		*built = true;
		r = build(s, place, e);
	}
	if (r == 0)
		s->at = place;
	return r;
}

static int ready_commit(struct self *s, size_t place, bool *built,
    struct err *e)
{
	const char *keep[] = { word(s, 0), word(s, s->p->n - 1) };
	struct tree *tree;
	int r = trees_get(s->trees, word(s, place), keep, 2, &tree, e);

	if (r < 0)
		return r;
	s->tree = tree->path;
	if (tree->built)
		return 0;
	s->warm[place] = false;
	if (s->o->build) {
		*built = true;
		r = build(s, place, e);
	}
	return r == 0 ? trees_built(s->trees, tree, e) : r;
}

static int ready(void *self, size_t place, bool *built, struct err *e)
{
	struct self *s = self;

	*built = false;
	return s->trees ? ready_commit(s, place, built, e) :
			  ready_word(s, place, built, e);
}

static bool has(void *self, size_t place)
{
	const struct self *s = self;

	if (!s->o->build)
		return true;
	return s->trees ? trees_has(s->trees, word(s, place)) : s->at == place;
}

/* -- A value ------------------------------------------------------------- */

/* The command in its tree; the shell that goes there becomes it. The caller
 * frees the array, and its words where they are filled in. */
static char **arguments(const struct self *s, size_t place)
{
	static const char *const in_tree[2] = { "cd \"$0\" && exec \"$@\"",
		"cd \"$0\" && eval \"$1\"" };
	char **argv;
	size_t n = 0, words = 0;

	while (s->o->argv && s->o->argv[words])
		words++;
	argv = xcalloc(words + 8, sizeof(*argv));
	if (s->tree || s->o->text) {
		argv[n++] = xstrdup("/bin/sh");
		argv[n++] = xstrdup("-c");
	}
	if (s->tree) {
		argv[n++] = xstrdup(in_tree[s->o->text != NULL]);
		argv[n++] = xstrdup(s->tree);
	}
	if (s->o->text)
		argv[n++] = seek_fill(s->o->text, word(s, place));
	for (size_t i = 0; i < words; i++)
		argv[n++] = seek_fill(s->o->argv[i], word(s, place));
	return argv;
}

static void free_arguments(char **argv)
{
	for (size_t i = 0; argv[i]; i++)
		free(argv[i]);
	free(argv);
}

/* The last line of a file, after ": "; or nothing. */
static void last_line(const char *path, char *out, size_t size)
{
	struct buf text = BUF_INIT;
	const char *line = "";
	struct err e;

	if (source_read(path, &text, &e) == 0 && text.len > 0) {
		while (text.len > 0 && text_in(text.s[text.len - 1], "\n\r "))
			text.s[--text.len] = '\0';
		line = strrchr(text.s, '\n');
		line = line ? line + 1 : text.s;
	}
	snprintf(out, size, "%s%.160s", *line ? ": " : "", line);
	text_clean(out);
	buf_release(&text);
}

static int check(const struct self *s, size_t place, const struct answer *a,
    struct err *e)
{
	const struct result *res = run_find(&s->run, KEY);
	const struct invocation *inv;
	const char *status, *sig;
	char line[200];
	int n;

	if (a->kind != WIRE_DONE) {
		err_set(e, -ECHILD, "measuring failed: %s",
		    res && res->why ? res->why : "no reason");
		return 1;
	}
	inv = &res->inv[res->n_inv - 1];
	status = invocation_noted(inv, "status");
	sig = invocation_noted(inv, "signal");
	if (!sig && status && strcmp(status, "0") == 0)
		return 0;
	last_line(s->errors, line, sizeof(line));
	err_set(e, -ECHILD, "measuring '%.12s' %s %.20s%s", word(s, place),
	    sig ? "was ended by signal" : "failed with status",
	    sig        ? sig :
		status ? status :
			 "?",
	    line);
	n = sig ? STATUS_ABORT : status ? (int)strtol(status, NULL, 10) : 1;
	return by_status(-ECHILD, n, e);
}

/* What it printed as a number. */
static int pick(const struct self *s, double *value, struct err *e)
{
	struct buf text = BUF_INIT;
	int r = source_read(s->out, &text, e);

	if (r == -EFBIG)
		r = err_set(e, r, "it printed too much: more than %d MB",
		    (int)(text.len >> 20));
	else if (r < 0)
		return r;
	else if (strlen(buf_str(&text)) != text.len)
		r = err_set(e, -EINVAL, "what it printed is no text");
	else if (s->o->how == SEEK_JSON)
		r = pick_json(buf_str(&text), s->o->pick, value, e);
	else if (s->o->how == SEEK_REGEX)
		r = pick_regex(buf_str(&text), s->o->pick, value, e);
	else
		r = pick_last(buf_str(&text), value, e);
	buf_release(&text);
	if (r == 0 && !(*value > 0))
		r = err_set(e, -EINVAL,
		    "the number is %g, and no cost or rate: it has to be "
		    "above 0",
		    *value);
	return r < 0 ? err_prefix(e, "the value of a run") : 0;
}

/* Of the last run: from start to end, or that of the CPUs. */
static int time_of(const struct self *s, double *value, struct err *e)
{
	const struct result *res = run_find(&s->run, KEY);
	const struct invocation *inv = &res->inv[res->n_inv - 1];

	*value = s->o->how == SEEK_TIME ? (double)inv->run[0] :
					  invocation_number(inv, "user_ns") +
		invocation_number(inv, "sys_ns");
	return *value > 0 ? 0 :
			    err_set(e, -ERANGE,
				"a run took no time, as far as the system "
				"tells");
}

static int once(struct self *s, size_t place, double *value, struct err *e)
{
	char **argv = arguments(s, place);
	const struct plan_program p = { .id = ++s->id,
		.key = KEY,
		.argv = argv,
		.out = s->o->how <= SEEK_CPU ? NULL : s->out,
		.errors = s->errors,
		.deadline_ns = s->o->deadline_ns };
	struct buf line = BUF_INIT;
	const struct talk_question q = { .line = &line,
		.id = p.id,
		.key = KEY,
		.into = &s->run,
		.round = (uint32_t)s->id };
	struct answer a;
	int r;

	if (stop_asked()) {
		r = err_set(e, -EINTR, "interrupted");
	} else {
		plan_program(&p, &line);
		r = talk_ask(&s->talk, &q, &a, e);
	}
	r = r < 0 ? r : check(s, place, &a, e);
	free_arguments(argv);
	if (r != 0)
		return r;
	return s->o->how <= SEEK_CPU ? time_of(s, value, e) : pick(s, value, e);
}

/* A first run after building meets cold caches. */
static int value(void *self, size_t place, double *out, struct err *e)
{
	struct self *s = self;
	int64_t n = s->o->warmup < 0 ? 1 : s->o->warmup, from;
	int r = 0;

	for (; !s->warm[place] && n > 0 && r == 0; n--) {
		from = clocks_now_ns();
		r = once(s, place, out, e);
		if (r == 0 && s->o->warmup < 0 &&
		    clocks_now_ns() - from > DEAR_NS) {
			s->warm[place] = true;
			return 0;
		}
	}
	if (r != 0)
		return r;
	s->warm[place] = true;
	return once(s, place, out, e);
}

/* -- From start to end --------------------------------------------------- */

static int start_probe(struct self *s, struct err *e)
{
	char *path = probe_find(e);
	const char *argv[] = { path, NULL };
	const struct probe_opts po = { .argv = argv };
	struct plan plan;
	int r;

	if (!path)
		return -ENOENT;
	plan_init(&plan, s->o->judge.seed);
	plan.dir = ""; /* none is needed */
	r = talk_start(&s->talk, &po, &plan, e);
	plan_release(&plan);
	free(path);
	if (r == 0 && s->o->settle_ns > 0)
		r = talk_settle(&s->talk, s->o->settle_ns, e);
	return r;
}

static void release(void *self)
{
	struct self *s = self;
	struct err e;

	talk_finish(&s->talk, 0, &e);
	trees_close(s->trees, s->o->keep);
	guard_stop(s->guard);
	run_release(&s->run);
	unlink(s->out);
	unlink(s->errors);
	free(s->out);
	free(s->errors);
	free(s->log);
	free(s->warm);
	free(s);
}

int seek_command(struct seek_back *b, const struct seek_opts *o,
    const struct places *p, struct err *e)
{
	struct self *s = xcalloc(1, sizeof(*s));
	int r;

	*b = (struct seek_back){ .self = s,
		.ready = ready,
		.value = value,
		.has = has,
		.release = release };
	s->o = o;
	s->p = p;
	s->at = NOWHERE;
	s->warm = xcalloc(p->n, sizeof(*s->warm));
	s->out = xasprintf("%s/out", o->dir);
	s->errors = xasprintf("%s/errors", o->dir);
	s->log = xasprintf("%s/build.log", o->dir);
	run_init(&s->run);
	talk_init(&s->talk, &s->run, o->deadline_ns, clocks_now_ns());
	r = guard_start(&s->guard, NULL, 0, e);
	if (r == 0 && o->repo) {
		const struct trees_opts to = { .repo = o->repo,
			.dir = o->dir,
			.most = (size_t)o->trees,
			.bytes_most = o->bytes,
			.timeout_ns = TREES_GIT_NS,
			.guard = s->guard };

		r = trees_open(&s->trees, &to, e);
	}
	return r < 0 ? r : start_probe(s, e);
}
