/* perf_bench.c - what 'perf bench' prints, by section. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/buf.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* "# Running 'sched/messaging' benchmark:", "# Running syscall/basic
 * benchmark..." */
static bool section(const struct line *l, char **name)
{
	const char *s;

	if (!line_starts(l, "# Running ") || !line_has(l, "benchmark"))
		return false;
	s = scan_text(l, "# Running");
	s += *s == '\'';
	free(*name);
	*name = xstrndup(s, strcspn(s, " '"));
	return true;
}

static void put(struct import *im, struct run *run, const char *section_name,
    const char *what, enum unit unit, const struct figure *f, double scale)
{
	struct buf b = BUF_INIT;
	char key[PUT_KEY];

	buf_addf(&b, "%s/%s", section_name, what);
	put_key(key, "perf-bench", b.s);
	put_value(im, run, key, unit, f, scale);
	buf_release(&b);
}

/* "# 2 groups == 80 processes run", "# function 'x86-64-movsq' (...)", "#
 * Copying 1MB bytes ...", "Run summary [PID 9]: 2 threads, ...": what differs
 * is another row. */
static void parameter(const struct line *l, char **name)
{
	struct figure f;
	char *more = NULL, *at;
	const char *s;

	if (line_starts(l, "# function '")) {
		/* one after the other, of one section */
		at = strstr(*name, "/size=");
		at = at ? at : strstr(*name, "/function=");
		if (at)
			*at = '\0';
		s = strchr(l->s, '\'') + 1;
		more = xasprintf("%s/function=%.*s", *name,
		    (int)strcspn(s, "'"), s);
	} else if (line_starts(l, "# Copying ") && line_has(l, "bytes")) {
		s = scan_text(l, "Copying");
		at = strstr(*name, "/function=");
		at = at ? at : *name + strlen(*name);
		more = xasprintf("%.*s/size=%.*s%s", (int)(at - *name), *name,
		    (int)strcspn(s, " "), s, at);
	} else if (line_starts(l, "Run summary") &&
	    scan_before(l, "threads", &f)) {
		more = xasprintf("%s/threads=%.0f", *name, f.value);
	} else if (scan_before(l, "groups ==", &f))
		more = xasprintf("%s/groups=%.0f", *name, f.value);
	else if (line_has(l, "threads per group"))
		more = xasprintf("%s/mode=threads", *name);
	if (!more)
		return;
	free(*name);
	*name = more;
}

static void read_line(struct import *im, struct run *run, const struct line *l,
    const char *name)
{
	struct figure f;

	/* one run is one value: the mean of its threads, not each of them */
	if (line_starts(l, "[thread"))
		return;
	if (scan_before(l, "operations/sec", &f))
		put(im, run, name, "rate", UNIT_HZ, &f, 1);
	else if (scan_after(l, "Total time:", &f))
		put(im, run, name, "total", UNIT_NS, &f, 1e9);
	else if (scan_before(l, "usecs/op", &f))
		put(im, run, name, "op", UNIT_NS, &f, 1e3);
	else if (scan_before(l, "nsecs/op", &f))
		put(im, run, name, "op", UNIT_NS, &f, 1);
	else if (scan_before(l, "ops/sec", &f))
		put(im, run, name, "rate", UNIT_HZ, &f, 1);
	else if (scan_before(l, "GB/sec", &f))
		put(im, run, name, "bandwidth", UNIT_RATE, &f, 1073741824.0);
	else if (scan_before(l, "MB/sec", &f))
		put(im, run, name, "bandwidth", UNIT_RATE, &f, 1048576.0);
}

static int perf_bench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct run *run = put_run(im);
	char *name = xstrdup("bench");

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];

		if (section(l, &name))
			continue;
		if (line_starts(l, "#") || line_starts(l, "Run summary"))
			parameter(l, &name);
		else
			read_line(im, run, l, name);
	}
	free(name);
	return 0;
}

static int perf_bench_probe(const struct input *in)
{
	char *name = NULL;

	for (size_t i = 0; i < in->n; i++)
		if (section(&in->lines[i], &name)) {
			free(name);
			return 90;
		}
	return 0;
}

const struct import_format import_perf_bench = {
	.name = "perf-bench",
	.title = "perf bench",
	.probe = perf_bench_probe,
	.read = perf_bench_read,
};
