/* out.c - standard output: width, colours, errors; files that are whole. */
#include "cmd/cmd.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#define WIDTH_DEFAULT 80
#define WIDTH_LEAST   40 /* tables are not cut to less */

/* By the first of the names that POSIX has for it, as setlocale would. */
static bool is_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *value = NULL;

	for (size_t i = 0; i < 3 && !(value && *value); i++)
		value = getenv(names[i]);
	return value &&
	    (strstr(value, "UTF-8") || strstr(value, "utf8") ||
		strstr(value, "UTF8") || strstr(value, "utf-8"));
}

struct style out_style(void)
{
	const char *columns = getenv("COLUMNS"), *term = getenv("TERM");
	const char *no_color = getenv("NO_COLOR");
	struct style s = { .width = WIDTH_DEFAULT, .utf8 = is_utf8() };
	bool terminal = isatty(STDOUT_FILENO);
	static bool said;
	int64_t n;
#ifdef TIOCGWINSZ
	struct winsize ws;

	if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) == 0 &&
	    ws.ws_col > 0)
		s.width = ws.ws_col;
#endif
	if (columns && num_parse_i64(columns, &n) == 0 && n > 0)
		s.width = (size_t)n;
	if (s.width < WIDTH_LEAST) {
		if (!said)
			log_note("%zu columns are too narrow: text is made for "
				 "%d, the least there is",
			    s.width, WIDTH_LEAST);
		said = true;
		s.width = WIDTH_LEAST;
	}
	s.colour = terminal && !(no_color && *no_color) &&
	    !(term && strcmp(term, "dumb") == 0);
	return s;
}

static int write_all(int fd, const struct buf *b)
{
	size_t done = 0;
	ssize_t n;

	while (done < b->len) {
		n = write(fd, b->s + done, b->len - done);
		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return -errno;
	}
	return 0;
}

int out_write(const struct buf *b, struct err *e)
{
	int r = write_all(STDOUT_FILENO, b);

	if (r < 0 && r != -EPIPE)
		return err_sys(e, r, "cannot write to standard output");
	return 0;
}

/* -- Files --------------------------------------------------------------- */

/* A device or a pipe cannot be replaced, and is no half-written file. */
static int write_in_place(const char *path, const struct buf *b)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), r;

	if (fd < 0)
		return -errno;
	r = write_all(fd, b);
	if (close(fd) != 0 && r == 0)
		r = -errno;
	return r;
}

/* All of it beside the file first, so that there is the old one or the new one
 * at any moment. */
static int write_beside(const char *path, mode_t mode, const struct buf *b)
{
	char *temp = xasprintf("%s.%ld.tmp", path, (long)getpid());
	int fd, r;

	fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	r = fd < 0 ? -errno : 0;
	if (fd >= 0) {
		if (mode && fchmod(fd, mode) != 0)
			r = -errno;
		if (r == 0)
			r = write_all(fd, b);
		if (r == 0 && fsync(fd) != 0 && errno != EINVAL)
			r = -errno;
		if (close(fd) != 0 && r == 0)
			r = -errno;
		if (r == 0 && rename(temp, path) != 0)
			r = -errno;
		if (r < 0)
			unlink(temp);
	}
	free(temp);
	return r;
}

#define LINKS_MOST 40 /* as Linux has it; more are a circle */

/* What a link holds, seen from where it lies. */
static char *step(const char *path, const char *text)
{
	const char *slash = strrchr(path, '/');

	if (text[0] == '/' || !slash)
		return xstrdup(text);
	return xasprintf("%.*s/%s", (int)(slash - path), path, text);
}

/* The file that a symbolic link means, be it there or not; the link stays one.
 * The caller frees; NULL: a circle. */
static char *real_path(const char *path)
{
	char text[PATH_MAX], *at = realpath(path, NULL), *next;
	ssize_t n;

	if (at)
		return at;
	at = xstrdup(path);
	for (int i = 0; i < LINKS_MOST; i++) {
		n = readlink(at, text, sizeof(text) - 1);
		if (n < 0)
			return at;
		text[n] = '\0';
		next = step(at, text);
		free(at);
		at = next;
	}
	free(at);
	return NULL;
}

int out_file(const char *path, const struct buf *b, struct err *e)
{
	char *real = real_path(path);
	sigset_t stop, before;
	struct stat st;
	bool there = real && stat(real, &st) == 0;
	int r;

	/* A signal to stop waits for the moment that this takes. */
	sigemptyset(&stop);
	sigaddset(&stop, SIGINT);
	sigaddset(&stop, SIGTERM);
	sigaddset(&stop, SIGHUP);
	sigprocmask(SIG_BLOCK, &stop, &before);
	if (!real)
		r = -ELOOP;
	else if (there && S_ISDIR(st.st_mode))
		r = -EISDIR;
	else if (there && !S_ISREG(st.st_mode))
		r = write_in_place(real, b);
	else if (there && access(real, W_OK) != 0)
		r = -errno;
	else
		r = write_beside(real, there ? st.st_mode & 0777 : 0, b);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(real);
	return r < 0 ? err_sys(e, r, "cannot write '%s'", path) : 0;
}

int out_check(const char *file, struct err *e)
{
	const char *slash = file ? strrchr(file, '/') : NULL;
	char *dir = !slash ? xstrdup(".") :
	    slash == file  ? xstrdup("/") :
			     xstrndup(file, (size_t)(slash - file));
	struct stat st;
	int r = 0;

	if (file && stat(file, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			r = -EISDIR;
		else if (access(file, W_OK) != 0)
			r = -errno;
	} else if (file && access(dir, W_OK | X_OK) != 0) {
		r = -errno;
	}
	free(dir);
	return r < 0 ? err_sys(e, r, "cannot write '%s'", file) : 0;
}
