/* talk.h - start a probe, talk to it, see what it leaves; for tests. */
#ifndef PERFLOSS_TESTS_BENCH_TALK_H
#define PERFLOSS_TESTS_BENCH_TALK_H

#include "base/buf.h"
#include "plat/plat.h"

#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TALK_MS 10000 /* nothing here takes longer */

struct talk {
	pid_t pid;
	int in, out;     /* its standard input and output */
	struct buf text; /* what it has written */
	int status;
	char dir[64]; /* where it may make scratch directories */
};

static const char *talk_probe; /* path of the program */

static int64_t talk_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Start it with up to three words; before runs in the new process. */
static void talk_start(struct talk *t, void (*before)(const struct talk *t),
    const char *a, const char *b, const char *c)
{
	const char *argv[] = { talk_probe, a, b, c, NULL };
	int in[2], out[2];

	memset(t, 0, sizeof(*t));
	snprintf(t->dir, sizeof(t->dir), "/tmp/perfloss-test-XXXXXX");
	if (pipe(in) < 0 || pipe(out) < 0 || !mkdtemp(t->dir)) {
		perror("talk_start");
		exit(1);
	}
	fcntl(in[1], F_SETFD, FD_CLOEXEC);
	fcntl(out[0], F_SETFD, FD_CLOEXEC);
	t->pid = fork();
	if (t->pid == 0) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close(in[0]);
		close(out[1]);
		if (before)
			before(t);
		execv(talk_probe, (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	t->in = in[1];
	t->out = out[0];
}

static void talk_send(struct talk *t, const char *line)
{
	size_t n = strlen(line);

	while (n > 0) {
		ssize_t put = write(t->in, line, n);

		if (put <= 0)
			break;
		line += put;
		n -= (size_t)put;
	}
	(void)!write(t->in, "\n", 1);
}

static void talk_plan(struct talk *t)
{
	char line[200];

	snprintf(line, sizeof(line),
	    "{\"t\":\"plan\",\"wire\":1,\"dir\":\"%s\",\"facts\":false}",
	    t->dir);
	talk_send(t, line);
}

/* Read until the text holds want (NULL = until its end). */
static bool talk_until(struct talk *t, const char *want)
{
	int64_t end = talk_now_ms() + TALK_MS;
	struct pollfd p = { .fd = t->out, .events = POLLIN };
	char chunk[4096];
	ssize_t n;

	for (;;) {
		if (want && strstr(buf_str(&t->text), want))
			return true;
		if (poll(&p, 1, (int)(end - talk_now_ms())) <= 0)
			return false;
		n = read(t->out, chunk, sizeof(chunk));
		if (n <= 0)
			return !want;
		buf_add_mem(&t->text, chunk, (size_t)n);
	}
}

/* Its end, waited for; -1 = it did not end. */
static int talk_wait(struct talk *t)
{
	int64_t end = talk_now_ms() + TALK_MS;

	while (waitpid(t->pid, &t->status, WNOHANG) == 0) {
		if (talk_now_ms() > end) {
			kill(t->pid, SIGKILL);
			waitpid(t->pid, &t->status, 0);
			return -1;
		}
		poll(NULL, 0, 2);
	}
	return WIFEXITED(t->status) ? WEXITSTATUS(t->status) :
				      1000 + WTERMSIG(t->status);
}

/* Whether no process is left that the probe started (they would be ours). */
static bool talk_nobody(void)
{
	return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

/* The same, a moment later: those that die with the probe need one. */
__attribute__((unused)) static bool talk_nobody_soon(void)
{
	int64_t end = talk_now_ms() + 3000;

	while (!talk_nobody() && talk_now_ms() < end)
		poll(NULL, 0, 2);
	return talk_nobody();
}

/* Removes the directory; false = something was in it. */
static bool talk_nothing(struct talk *t)
{
	return rmdir(t->dir) == 0;
}

/* The end of a session: exit status and what is left. */
static void talk_end(struct talk *t, int want, const char *what)
{
	int got;

	close(t->in);
	talk_until(t, NULL);
	close(t->out);
	got = talk_wait(t);
	tap_ok(got == want, "%s: status %d", what, want);
	if (got != want)
		printf("# got %d\n", got);
	tap_ok(talk_nobody(), "%s: no process is left", what);
	tap_ok(talk_nothing(t), "%s: no file is left", what);
	buf_release(&t->text);
}

/* The line with this kind and id: NULL = none. The caller frees. */
static char *talk_line(const struct talk *t, const char *kind, int id)
{
	char start[64], ident[32], *line;
	const char *p = buf_str(&t->text), *nl;
	size_t n;

	snprintf(start, sizeof(start), "{\"t\":\"%s\"", kind);
	snprintf(ident, sizeof(ident), "\"id\":%d,", id);
	for (; *p; p = *nl ? nl + 1 : nl) {
		nl = p + strcspn(p, "\n");
		n = (size_t)(nl - p);
		line = strndup(p, n);
		if (strncmp(line, start, strlen(start)) == 0 &&
		    (id < 0 || strstr(line, ident)))
			return line;
		free(line);
	}
	return NULL;
}

static bool talk_has(const struct talk *t, const char *kind, int id,
    const char *part)
{
	char *line = talk_line(t, kind, id);
	bool has = line && (!part || strstr(line, part));

	if (!has)
		printf("# no %s %d with '%s'; %s\n", kind, id, part ? part : "",
		    line ? line : "no such line");
	free(line);
	return has;
}

__attribute__((unused)) static size_t talk_count(const struct talk *t,
    const char *part)
{
	const char *p = buf_str(&t->text);
	size_t n = 0;

	while ((p = strstr(p, part)) != NULL) {
		n++;
		p++;
	}
	return n;
}

#endif
