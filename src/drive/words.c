/* words.c - what a program writes to standard error, of which the end is kept.
 */
#include "drive/words.h"

#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE 160

/* What may be left in a pipe when it is to end: no more than that is read. */
#define PIPE_HOLDS (1 << 20)

struct words {
	int from, to;   /* the pipe; to -1 = the program has it */
	int end, ended; /* another one: when `ended` is closed it is to end */
	bool runs;
	pthread_t thread;
	size_t n; /* in kept; the thread's own until it has ended */
	char kept[WORDS_KEPT];
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void keep(struct words *w, const char *s, size_t n)
{
	size_t gone = w->n + n > WORDS_KEPT ? w->n + n - WORDS_KEPT : 0;

	memmove(w->kept, w->kept + gone, w->n - gone);
	w->n -= gone;
	memcpy(w->kept + w->n, s, n);
	w->n += n;
}

/* No memory is asked for here, and no lock taken: this program may fork. */
static void *empty_it(void *arg)
{
	struct words *w = arg;
	struct pollfd pfd[] = { { w->from, POLLIN, 0 }, { w->end, POLLIN, 0 } };
	char block[WORDS_KEPT];
	ssize_t n, left = PIPE_HOLDS;

	while (left > 0) {
		if (poll(pfd, 2, -1) < 0 && errno != EINTR)
			break;
		if (!pfd[0].revents && pfd[1].revents)
			break;
		if (!pfd[0].revents)
			continue;
		n = read(w->from, block, sizeof(block));
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			break;
		if (n > 0)
			keep(w, block, (size_t)n);
		if (n > 0 && pfd[1].revents)
			left -= n;
	}
	return NULL;
}

/* Signals are the main thread's. */
static int begin(struct words *w)
{
	sigset_t all, old;
	int r;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	r = pthread_create(&w->thread, NULL, empty_it, w);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	w->runs = r == 0;
	return -r;
}

struct words *words_new(void)
{
	struct words *w = xcalloc(1, sizeof(*w));
	int text[2] = { -1, -1 }, end[2] = { -1, -1 };
	bool ok = pipe2(text, O_CLOEXEC) == 0 && pipe2(end, O_CLOEXEC) == 0;

	w->from = text[0];
	w->to = text[1];
	w->end = end[0];
	w->ended = end[1];
	if (ok && begin(w) == 0)
		return w;
	words_free(w);
	return NULL;
}

int words_fd(const struct words *w)
{
	return w->to;
}

void words_given(struct words *w)
{
	close_fd(&w->to);
}

static void finish(struct words *w)
{
	close_fd(&w->to);
	close_fd(&w->ended);
	if (w->runs)
		pthread_join(w->thread, NULL);
	w->runs = false;
}

/* Of what is no text, too. */
static bool ends_line(char c)
{
	return c == '\n' || c == '\r' || c == '\0';
}

const char *words_last(struct words *w, char *out, size_t size)
{
	size_t i, from = 0;
	char line[LINE];

	finish(w);
	out[0] = '\0';
	for (i = 0; i <= w->n; i++) {
		if (i < w->n && !ends_line(w->kept[i]))
			continue;
		snprintf(line, sizeof(line), "%.*s", (int)(i - from),
		    w->kept + from);
		text_clean(line);
		if (line[strspn(line, " ")])
			snprintf(out, size, ": %s", line);
		from = i + 1;
	}
	return out;
}

void words_free(struct words *w)
{
	if (!w)
		return;
	finish(w);
	close_fd(&w->from);
	close_fd(&w->end);
	free(w);
}
