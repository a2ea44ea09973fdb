/* out.c - standard output: its width, its colours, its errors. */
#include "cmd/cmd.h"

#include "base/num.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define WIDTH_DEFAULT 80
#define WIDTH_LEAST   40 /* tables are not cut to less */

struct style out_style(void)
{
	const char *columns = getenv("COLUMNS"), *term = getenv("TERM");
	const char *no_color = getenv("NO_COLOR");
	struct style s = { WIDTH_DEFAULT, false };
	bool terminal = isatty(STDOUT_FILENO);
	int64_t n;
#ifdef TIOCGWINSZ
	struct winsize ws;

	if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) == 0 &&
	    ws.ws_col > 0)
		s.width = ws.ws_col;
#endif
	if (columns && num_parse_i64(columns, &n) == 0 && n > 0)
		s.width = (size_t)n;
	if (s.width < WIDTH_LEAST)
		s.width = WIDTH_LEAST;
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

int out_file(const char *path, const struct buf *b, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int r;

	if (fd < 0)
		return err_sys(e, -errno, "cannot write '%s'", path);
	r = write_all(fd, b);
	if (close(fd) != 0 && r == 0)
		r = -errno;
	if (r < 0) {
		unlink(path);
		return err_sys(e, r, "cannot write '%s'", path);
	}
	return 0;
}
