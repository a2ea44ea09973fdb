/* hackbench.c - groups of senders and receivers: one time each. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

struct state {
	char key[PUT_KEY];
	struct buf name;
};

static void add_number(struct buf *b, const char *name, const struct line *l,
    const char *label)
{
	struct figure f;

	if (scan_after(l, label, &f) && f.value >= 0 && f.value < 1e9)
		buf_addf(b, "/%s=%.0f", name, f.value);
}

/* "Running in process mode with 2 groups using 40 file descriptors each (== 80
 * tasks)"; before 2009 "Running with 2*40 (== 80) tasks." */
static void heading(struct state *s, const struct line *l)
{
	buf_clear(&s->name);
	if (line_has(l, "mode"))
		buf_addf(&s->name, "/mode=%s",
		    line_has(l, "thread") ? "threads" : "process");
	add_number(&s->name, "groups", l, "mode with");
	add_number(&s->name, "fds", l, "groups using");
	add_number(&s->name, "tasks", l, "(== ");
}

static int hackbench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct state s = { .name = BUF_INIT };
	struct run *run = put_run(im);

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];
		struct figure f;

		if (line_starts(l, "Running "))
			heading(&s, l);
		if (line_starts(l, "Each sender will pass ")) {
			add_number(&s.name, "loops", l, "pass");
			add_number(&s.name, "size", l, "messages of");
		}
		if (!line_starts(l, "Time:"))
			continue;
		put_key(s.key, "hackbench", s.name.len ? s.name.s + 1 : "time");
		if (scan_after(l, "Time:", &f))
			put_value(im, run, s.key, UNIT_NS, &f, 1e9);
		else
			put_complaint(im, l->no, 0, "no time");
	}
	buf_release(&s.name);
	return 0;
}

static int hackbench_probe(const struct input *in)
{
	size_t at;

	for (at = 0; at < in->n; at++)
		if (line_starts(&in->lines[at], "Running in ") ||
		    line_starts(&in->lines[at], "Running with "))
			break;
	for (; at < in->n; at++)
		if (line_starts(&in->lines[at], "Time:"))
			return 80;
	return 0;
}

const struct import_format import_hackbench = {
	.name = "hackbench",
	.title = "hackbench",
	.probe = hackbench_probe,
	.read = hackbench_read,
};
