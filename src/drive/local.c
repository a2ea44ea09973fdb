/* local.c - a probe on this machine, behind two pipes. */
#include "drive/drive.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "drive/clocks.h"
#include "drive/environment.h"
#include "drive/guard.h"
#include "drive/scratch.h"
#include "drive/spawn.h"
#include "drive/stop.h"
#include "drive/words.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long a probe may take to end by itself once its input is closed, and
 * after SIGTERM: it has one child to kill and one directory to remove. */
#define END_NS  1000000000
#define TERM_NS 500000000

/* Of a long wait: one that lasted this much longer was a pause of ours. */
#define SLICE_NS 500000000

/* Bytes read at once; small enough for a small stack. */
#define BLOCK 16384

/* Directories that a probe may name: on the disk under test, in memory, and
 * some that are to come. */
#define SCRATCHES 8

struct probe {
	pid_t pid;
	int in, out;     /* -1 = closed */
	struct buf text; /* read, not yet understood */
	size_t scanned;  /* bytes of text known to hold no newline */
	bool overlong;   /* inside a line that was given up */
	size_t bad;
	int64_t asked_ns, patience_ns;
	int64_t started_ns, limit_ns, end_ns; /* of its life; 0 = none */
	struct probe_ended ended;
	struct probe_end end;
	char *name;
	struct words
	    *errors; /* of a wrapped one; NULL = those of this program */
	struct guard *guard;      /* of a bound one */
	char *scratch[SCRATCHES]; /* that it named; NULL = no more */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Four ends: [0] read and [1] write, closed on exec. */
static int pipe_pair(int to[2], int from[2])
{
	if (pipe2(to, O_CLOEXEC) != 0)
		return -errno;
	if (pipe2(from, O_CLOEXEC) != 0) {
		int r = -errno;

		close_fd(&to[0]);
		close_fd(&to[1]);
		return r;
	}
	return 0;
}

static int spawn(struct probe *p, const struct probe_opts *o,
    const char *const *argv, char **env, int to, int from)
{
	const struct spawn s = { .argv = argv,
		.env = env,
		.in = to,
		.out = from,
		.err = p->errors ? words_fd(p->errors) : -1,
		.keep = o->keep,
		.n_keep = o->n_keep,
		.bound = o->bound };

	return spawn_start(&s, &p->pid);
}

/* The same under a wrapper, which the shell takes apart. */
static int spawn_wrapped(struct probe *p, const struct probe_opts *o,
    char **env, int to, int from)
{
	char *script = xasprintf("exec %s \"$0\" \"$@\"", o->wrap);
	const char **argv;
	size_t n = 0;
	int r;

	while (o->argv[n])
		n++;
	argv = xcalloc(n + 4, sizeof(*argv));
	argv[0] = "/bin/sh";
	argv[1] = "-c";
	argv[2] = script;
	memcpy(argv + 3, o->argv, n * sizeof(*argv));
	r = spawn(p, o, argv, env, to, from);
	free(argv);
	free(script);
	return r;
}

static void probe_free(struct probe *p)
{
	close_fd(&p->in);
	close_fd(&p->out);
	buf_release(&p->text);
	words_free(p->errors);
	guard_stop(p->guard);
	free(p->name);
	free(p);
}

int probe_start(struct probe **out, const struct probe_opts *o, struct err *e)
{
	int to[2], from[2], r = pipe_pair(to, from);
	struct probe *p;
	char **env;

	*out = NULL;
	if (r < 0)
		return err_sys(e, r, "cannot make a pipe to the probe");
	signal(SIGPIPE, SIG_IGN);
	p = xcalloc(1, sizeof(*p));
	p->in = to[1];
	p->out = from[0];
	p->name = xstrdup(o->argv[0]);
	p->ended = o->ended;
	p->started_ns = clocks_now_ns();
	p->limit_ns = o->limit_ns;
	p->end_ns = o->end_ns;
	/* What it starts itself does not die with this program. */
	if (o->bound)
		r = guard_start(&p->guard, NULL, 0, e);
	if (o->wrap || o->ended.fn)
		p->errors = words_new();
	env = environment_with(o->env);
	if (r == 0)
		r = o->wrap ? spawn_wrapped(p, o, env, to[0], from[1]) :
			      spawn(p, o, o->argv, env, to[0], from[1]);
	free(env);
	close_fd(&to[0]);
	close_fd(&from[1]);
	if (p->errors)
		words_given(p->errors);
	if (r < 0) {
		probe_free(p);
		return err_sys(e, r, "cannot start the probe '%s'", o->argv[0]);
	}
	guard_begins(p->guard, p->pid);
	*out = p;
	return 0;
}

void probe_ask(struct probe *p, int64_t patience_ns)
{
	p->asked_ns = clocks_now_ns();
	p->patience_ns = patience_ns;
}

int probe_send(struct probe *p, const char *line, struct err *e)
{
	struct buf b = BUF_INIT;
	size_t done = 0;
	ssize_t n;
	int r = 0;

	buf_addf(&b, "%s\n", line);
	while (done < b.len && r == 0) {
		n = write(p->in, b.s + done, b.len - done);
		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			r = err_sys(e, -errno, "cannot send to the probe");
		else if (stop_asked())
			r = err_set(e, -EINTR, "interrupted");
	}
	buf_release(&b);
	return r;
}

int probe_close_input(struct probe *p)
{
	close_fd(&p->in);
	return 0;
}

size_t probe_bad_lines(const struct probe *p)
{
	return p->bad;
}

static void bad_line(struct probe *p, const char *why)
{
	if (p->bad++ == 0)
		log_warn("the probe wrote a line that cannot be understood "
			 "(%s), passed over",
		    why);
}

static void keep_scratch(struct probe *p, const char *path)
{
	size_t i;

	for (i = 0; i < SCRATCHES; i++) {
		if (!p->scratch[i])
			p->scratch[i] = xstrdup(path);
		if (strcmp(p->scratch[i], path) == 0)
			break;
	}
}

static void remove_scratch(struct probe *p)
{
	struct err why;
	size_t i;

	for (i = 0; i < SCRATCHES && p->scratch[i]; i++) {
		if (scratch_remove(p->scratch[i], &why) < 0)
			log_warn("%s", why.text);
		free(p->scratch[i]);
	}
}

/* What a wrapper wrote without a newline stands before the first word of the
 * probe. */
static int first_word(struct wire_msg *m, const char *s, size_t len)
{
	static const char hello[] = "{\"t\":\"hello\"";
	const char *at = memmem(s, len, hello, sizeof(hello) - 1);
	struct err e;

	return at && wire_read(m, at, len - (size_t)(at - s), &e) == 0;
}

/* Understand the line of len bytes at the start of the text and drop it:
 * 1 = in *m, 0 = there was nothing in it, or the reason. */
static int take_line(struct probe *p, size_t len, struct wire_msg *m,
    struct err *e)
{
	struct err why;
	int r = 0;

	if (p->overlong) {
		p->overlong = false; /* the end of it */
	} else if (len > 0) {
		r = wire_read(m, p->text.s, len, &why) == 0;
		if (!r) {
			bad_line(p, why.text);
			r = first_word(m, p->text.s, len);
		}
	}
	buf_drop(&p->text, len < p->text.len ? len + 1 : len);
	p->scanned = 0;
	if (r && m->kind == WIRE_HELLO && m->version > WIRE_VERSION) {
		r = err_set(e, -EPROTO,
		    "the probe '%s' speaks version "
		    "%d of the wire, this perfloss only %d: install "
		    "both from one release",
		    p->name, m->version, WIRE_VERSION);
		wire_msg_release(m);
		return r;
	}
	if (r && m->scratch)
		keep_scratch(p, m->scratch);
	p->end.hello |= r && m->kind == WIRE_HELLO;
	p->end.bye |= r && m->kind == WIRE_BYE;
	return r;
}

/* Read what is there: 1 = something, 0 = end of stream, or the reason. */
static int read_more(struct probe *p, struct err *e)
{
	char block[BLOCK];
	ssize_t n = read(p->out, block, sizeof(block));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 1;
	if (n < 0)
		return err_sys(e, -errno, "cannot read from the probe");
	buf_add_mem(&p->text, block, (size_t)n);
	return n > 0;
}

/* The first line of the text as take_line does; 0 also when none is whole. */
static int from_text(struct probe *p, struct wire_msg *m, struct err *e)
{
	size_t len = p->text.len;
	const char *nl = len > p->scanned ?
	    memchr(p->text.s + p->scanned, '\n', len - p->scanned) :
	    NULL;

	if (nl)
		return take_line(p, (size_t)(nl - p->text.s), m, e);
	p->scanned = len;
	if (len > WIRE_LINE_MAX) {
		if (!p->overlong)
			bad_line(p, "too long");
		p->overlong = true;
		buf_clear(&p->text);
		p->scanned = 0;
	}
	return 0;
}

static bool has_line(const struct probe *p)
{
	return p->text.len > p->scanned;
}

/* Wait for more to read, for at most ns. What passes while this program itself
 * is stopped (Ctrl-Z, a machine that pauses) is not the probe's time. */
static int wait_more(struct probe *p, int64_t ns)
{
	int64_t from = clocks_now_ns(), passed;
	int64_t slice = ns < SLICE_NS ? ns : SLICE_NS;
	int r = stop_wait(p->out, slice);

	passed = clocks_now_ns() - from;
	if (passed > slice + SLICE_NS) {
		p->asked_ns += passed;
		p->started_ns += passed;
	}
	return r;
}

int64_t probe_left(const struct probe *p)
{
	int64_t now = clocks_now_ns(), left = p->asked_ns + p->patience_ns;

	if (p->limit_ns > 0 && left > p->started_ns + p->limit_ns)
		left = p->started_ns + p->limit_ns;
	return left - now;
}

static int out_of_patience(struct probe *p, struct err *e)
{
	int64_t now = clocks_now_ns();

	p->end.late = true;
	p->end.lived_ns = now - p->started_ns;
	return err_set(e, -ETIMEDOUT, "the probe has not answered for %.3g s",
	    (double)(now - p->asked_ns) / 1e9);
}

int probe_next(struct probe *p, struct wire_msg *m, struct err *e)
{
	int64_t left;
	int r;

	for (;;) {
		/* Whatever it says meanwhile: no answer can last for ever. */
		left = probe_left(p);
		if (left <= 0)
			return out_of_patience(p, e);
		r = from_text(p, m, e);
		if (r != 0)
			return r;
		if (has_line(p))
			continue;
		r = wait_more(p, left);
		if (r < 0)
			return err_set(e, r, "interrupted");
		if (r == 0)
			continue;
		r = read_more(p, e);
		if (r < 0)
			return r;
		if (r == 0) /* a last line without its newline was cut */
			return take_line(p, p->text.len, m, e);
	}
}

int probe_fd(const struct probe *p)
{
	return memchr(buf_str(&p->text), '\n', p->text.len) ? -1 : p->out;
}

/* Not reaped yet, so that its process group cannot become another's. */
static bool dead(const struct probe *p)
{
	siginfo_t info;

	info.si_pid = 0;
	return waitid(P_PID, (id_t)p->pid, &info,
		   WEXITED | WNOHANG | WNOWAIT) == 0 &&
	    info.si_pid == p->pid;
}

/* Whether a signal has asked to stop or not. */
static bool readable(int fd)
{
	struct pollfd pfd = { fd, POLLIN, 0 };

	return poll(&pfd, 1, 0) == 1;
}

/* Wait for its end for at most ns. A wrapper may end before what it started
 * (setsid -f), which then holds the pipe; and a keeper that was killed before
 * the process that has started a load, and is about to end it. */
static bool ended(struct probe *p, int64_t ns)
{
	const struct timespec nap = { 0, 2000000 };
	int64_t end = clocks_now_ns() + ns;
	char block[4096];

	for (;;) {
		if (dead(p) && p->out < 0)
			return true;
		if (clocks_now_ns() >= end)
			return dead(p);
		/* What it still writes must not block it. */
		if (p->out >= 0 && readable(p->out) &&
		    read(p->out, block, sizeof(block)) <= 0)
			close_fd(&p->out);
		else
			nanosleep(&nap, NULL);
	}
}

/* The last line that a wrapped one wrote to standard error, after ": ". */
static const char *last_words(struct probe *p, char *out, size_t size)
{
	out[0] = '\0';
	return p->errors ? words_last(p->errors, out, size) : out;
}

static int end_words(struct probe *p, int status, bool killed, struct err *e)
{
	char words[192];

	if (killed)
		return err_set(e, -EIO,
		    "the probe did not end by itself and was killed");
	if (WIFSIGNALED(status))
		return err_set(e, -EIO, "the probe was killed by signal %d%s",
		    WTERMSIG(status), last_words(p, words, sizeof(words)));
	if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		return err_set(e, -EIO, "the probe ended with status %d%s",
		    WEXITSTATUS(status), last_words(p, words, sizeof(words)));
	return 0;
}

int probe_stop(struct probe *p, struct err *e)
{
	bool killed = false;
	int status = 0, r;
	char words[192];

	if (!p)
		return 0;
	close_fd(&p->in);
	if (!ended(p, p->end.bye && p->end_ns ? p->end_ns : END_NS)) {
		kill(-p->pid, SIGTERM);
		killed = !ended(p, TERM_NS);
	}
	kill(-p->pid, SIGKILL); /* and what it may have left in its group */
	guard_ended(p->guard, p->pid);
	while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
		;
	remove_scratch(p);
	r = end_words(p, status, killed, e);
	if (p->ended.fn) {
		p->end.status = status;
		p->end.killed = killed;
		p->end.words = last_words(p, words, sizeof(words));
		r = p->ended.fn(p->ended.arg, &p->end, e);
	}
	probe_free(p);
	return r;
}
