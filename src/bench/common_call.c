/* common_call.c - rows that make one and the same call again and again. */
#include "bench/common_call.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define FILE_SIZE 4096

int call_wrong(struct bench_ctx *c, const char *what, long got, long want)
{
	if (got == -1 && errno != 0)
		return bench_fail(c, what);
	return bench_fail_why(c, "%s returned %ld, not %ld", what, got, want);
}

int call_refused(struct bench_ctx *c, const char *what)
{
	int error = errno;

	switch (error) {
	case ENOSYS:
	case EOPNOTSUPP:
		return bench_skip(c, "%s is not there: %s", what,
		    err_words(error));
	case EPERM:
	case EACCES:
		return bench_skip(c, "%s is not allowed here: %s", what,
		    err_words(error));
	default:
		return bench_fail(c, what);
	}
}

int call_file(struct bench_ctx *c)
{
	struct call_fd *s = c->state;
	char name[sizeof(c->dir) + 8], page[FILE_SIZE] = { 'x' };

	snprintf(name, sizeof(name), "%s/f", c->dir);
	s->fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (s->fd < 0)
		return bench_fail(c, "open");
	if (bench_write_all(s->fd, page, sizeof(page)) != 0)
		return bench_fail(c, "write");
	return 0;
}
