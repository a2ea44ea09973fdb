/* input.c - lines from standard input, however they arrive. */
#include "probe/input.h"

#include "measure/watch.h"
#include "probe/plan.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define CHUNK 4096 /* small: it stands on the stack that is forked */

void input_init(struct input *in)
{
	memset(in, 0, sizeof(*in));
}

void input_release(struct input *in)
{
	if (!in)
		return;
	buf_release(&in->held);
	memset(in, 0, sizeof(*in));
}

/* A whole line out of what is held, if there is one. */
static bool cut_line(struct input *in, struct buf *line)
{
	char *s = in->held.s, *nl = NULL;
	size_t len, gone;

	if (in->held.len > in->looked)
		nl = memchr(s + in->looked, '\n', in->held.len - in->looked);
	if (!nl && !(in->ended && in->held.len > 0)) {
		in->looked = in->held.len;
		return false;
	}
	len = nl ? (size_t)(nl - s) : in->held.len;
	gone = nl ? len + 1 : len;
	buf_clear(line);
	buf_add_mem(line, s, len);
	buf_drop(&in->held, gone);
	in->looked = 0;
	return true;
}

/* 0, or what input_next is to return. */
static int fill(struct input *in, int64_t ns)
{
	char chunk[CHUNK];
	ssize_t n;
	int what;

	what = watch_wait(STDIN_FILENO, ns);
	if (what & WATCH_STOP)
		return INPUT_STOP;
	if (what & WATCH_TIME)
		return INPUT_TIME;
	if (!(what & WATCH_INPUT))
		return 0;
	n = read(STDIN_FILENO, chunk, sizeof(chunk));
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0)
		in->ended = true;
	else
		buf_add_mem(&in->held, chunk, (size_t)n);
	return 0;
}

/* Drop a line that is too long as it comes. */
static void drop_long(struct input *in)
{
	in->skipping = true;
	buf_clear(&in->held);
	in->looked = 0;
}

enum input_what input_next(struct input *in, struct buf *line, int64_t ns)
{
	int what;

	for (;;) {
		if (cut_line(in, line)) {
			if (!in->skipping && line->len <= PLAN_LINE_MAX)
				return INPUT_LINE;
			if (!in->skipping)
				return INPUT_LONG;
			in->skipping = false;
			continue;
		}
		if (in->ended)
			return INPUT_END;
		if (in->held.len > PLAN_LINE_MAX) {
			what = in->skipping;
			drop_long(in);
			if (!what)
				return INPUT_LONG;
		}
		what = fill(in, ns);
		if (what)
			return (enum input_what)what;
	}
}
