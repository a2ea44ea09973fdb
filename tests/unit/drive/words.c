/* words.c - the end of what is written to standard error. */
#include "drive/words.h"

#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define MUCH (8 << 20) /* more than any pipe holds */

static void put(int fd, const char *s, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, s, n);

		if (done < 0)
			_exit(1);
		s += done;
		n -= (size_t)done;
	}
}

/* A process that writes so much, then text; NULL = and goes on. */
static pid_t writer(struct words *w, size_t much, const char *text)
{
	static const char block[4096] = { '\n', 'x' };
	pid_t pid = fork();

	if (pid > 0)
		words_given(w);
	if (pid != 0)
		return pid;
	/* what exec would close, the end that is read included */
	for (int fd = 3; fd < 64; fd++)
		if (fd != words_fd(w))
			close(fd);
	for (size_t n = 0; n < much; n += sizeof(block))
		put(words_fd(w), block, sizeof(block));
	if (text)
		put(words_fd(w), text, strlen(text));
	while (!text)
		put(words_fd(w), block, sizeof(block));
	_exit(0);
}

static void test_said(const char *text, size_t much, const char *want,
    const char *what)
{
	struct words *w = words_new();
	char out[192];
	int status = 1;
	pid_t pid;

	if (!w) {
		tap_ok(false, "%s: no descriptors", what);
		return;
	}
	pid = writer(w, much, text);
	waitpid(pid, &status, 0);
	tap_str(words_last(w, out, sizeof(out)), want, "%s", what);
	tap_ok(status == 0, "%s: whoever wrote was not stopped", what);
	words_free(w);
}

/* One that outlives it. */
static void test_survivor(void)
{
	struct words *w = words_new();
	int status = 0;
	char out[192];
	pid_t pid;

	if (!w) {
		tap_ok(false, "no descriptors");
		return;
	}
	pid = writer(w, 0, NULL);
	words_last(w, out, sizeof(out));
	tap_ok(true, "who goes on writing holds nobody up");
	words_free(w);
	waitpid(pid, &status, 0);
	tap_ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE,
	    "and is told that nobody reads");
}

/* What is no text, written by this program itself. */
static void test_kept(void)
{
	static const char zeros[] = "why\0\0\0\n\0", bytes[] = "\xff\xfe\x80";
	struct words *w = words_new();
	char out[192];

	if (!w) {
		tap_ok(false, "no descriptors");
		return;
	}
	put(words_fd(w), zeros, sizeof(zeros));
	tap_str(words_last(w, out, sizeof(out)), ": why", "zeros end a line");
	words_free(w);
	w = words_new();
	if (!w)
		return;
	put(words_fd(w), bytes, sizeof(bytes) - 1);
	words_last(w, out, 4);
	tap_ok(strlen(out) <= 3, "and no more than there is room for");
	words_free(w);
}

int main(void)
{
	test_said("", 0, "", "nothing");
	test_said("one\ntwo\r\n\n", 0, ": two", "the last line");
	test_said("no end", 0, ": no end", "a line without its end");
	test_said("a\nb\033c\n", 0, ": b c", "made fit for a terminal");
	test_said("\nthe last of it\n", MUCH, ": the last of it",
	    "more than a pipe holds");
	test_said("why\n \033\n\t\n", 0, ": why",
	    "lines of blanks say nothing");
	test_kept();
	test_survivor();
	words_free(NULL);
	return tap_done();
}
