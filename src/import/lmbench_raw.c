/* lmbench_raw.c - what lmbench's programs print, and lat_mem_rd's curve, which
 * its results files hold one after the other. The largest size of the sockets'
 * bandwidth is what lmbench's own summary takes, as it is here. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
	struct import *im;
	struct run *run;
	char stride[40]; /* of the curve at hand; "" = none */
	bool files, ctx, mappings;
	char ctx_size[24];  /* "0K" of the table of context switches */
	char bandwidth[64]; /* name of the curve at hand; "" = none */
};

static void put(struct state *s, const char *name, enum unit unit,
    const struct figure *f, double scale)
{
	char key[PUT_KEY];

	put_key(key, "lmbench-raw", name);
	put_value(s->im, s->run, key, unit, f, scale);
}

/* "Simple syscall: 0.2345 microseconds" */
static bool labelled(struct state *s, const struct line *l)
{
	const char *colon = strchr(l->s, ':'), *end;
	struct figure f;
	char *name;
	double ns;

	if (colon && l->s[0] != '[' &&
	    !scan_at(l, colon + 1 + strspn(colon + 1, " "), &f) &&
	    (text_ends(l->s, " microseconds") || text_ends(l->s, "B/sec")))
		put_complaint(s->im, l->no,
		    (size_t)(colon - l->s) + l->skip + 2,
		    "'%.40s' is no number", colon + 1);
	if (!colon || l->s[0] == '[' ||
	    !scan_at(l, colon + 1 + strspn(colon + 1, " "), &f))
		return false;
	figure_begin(colon + 1 + strspn(colon + 1, " "), &end,
	    &(struct figure){ 0 });
	end += strspn(end, " ");
	ns = figure_time_unit(end, strcspn(end, " "));
	name = xstrndup(l->s, (size_t)(colon - l->s));
	if (ns > 0)
		put(s, name, UNIT_NS, &f, ns);
	else if (strncmp(end, "MB/sec", 6) == 0)
		put(s, name, UNIT_RATE, &f, 1e6);
	else if (strncmp(end, "KB/sec", 6) == 0)
		put(s, name, UNIT_RATE, &f, 1e3);
	free(name);
	return true;
}

/* "[RELEASE: 4.15.0-1014-azure]" */
static void fact(struct state *s, const struct line *l)
{
	static const struct {
		const char *label, *key;
	} facts[] = { { "[RELEASE: ", "kernel.release" },
		{ "[HOSTNAME: ", "lmbench-raw.host" },
		{ "[MHZ: ", "lmbench-raw.mhz" },
		{ "[LMBENCH VERSION: ", "lmbench-raw.version" } };

	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const char *v = l->s + strlen(facts[i].label);

		if (line_starts(l, facts[i].label))
			put_factn(s->run, facts[i].key, v, strcspn(v, "]"));
	}
}

static void forget(struct state *s)
{
	s->stride[0] = s->bandwidth[0] = '\0';
	s->files = s->ctx = s->mappings = false;
}

/* "\"stride=128", "\"mappings", "\"size=0k ovr=1.2", "\"File system latency":
 * what follows until the next. */
static bool heading(struct state *s, const struct line *l)
{
	bool curve = (line_has(l, "bandwidth") || line_has(l, "bcopy")) &&
	    !strchr(l->s, ':');

	if (l->s[0] != '"' && !line_starts(l, "stride=") && !curve)
		return false;
	forget(s);
	s->files = line_has(l, "File system latency");
	s->mappings = line_has(l, "mappings");
	s->ctx = line_starts(l, "\"size=");
	if (curve)
		snprintf(s->bandwidth, sizeof(s->bandwidth), "%s",
		    l->s + strspn(l->s, "\""));
	if (line_has(l, "stride="))
		snprintf(s->stride, sizeof(s->stride), "%.*s",
		    (int)strcspn(scan_text(l, "stride="), " \""),
		    scan_text(l, "stride="));
	if (s->ctx)
		snprintf(s->ctx_size, sizeof(s->ctx_size), "%.*s",
		    (int)strcspn(scan_text(l, "size="), " "),
		    scan_text(l, "size="));
	return true;
}

/* "0k  18774  171147  234949": files, created and deleted in a second. */
static void file_line(struct state *s, const struct line *l,
    const struct word *w, size_t n)
{
	static const char *const what[] = { "create", "delete" };

	for (size_t i = 2; i < 4 && i < n; i++) {
		struct figure f;
		char *name = xasprintf("files/%s/size=%.*s", what[i - 2],
		    (int)w[0].len, w[0].s);

		if (figure_word(l, &w[i], &f))
			put(s, name, UNIT_HZ, &f, 1);
		else
			put_no_number(s->im, l, &w[i]);
		free(name);
	}
}

/* Two numbers: a point of what was announced. */
static void point(struct state *s, const struct line *l, const struct word *w)
{
	struct figure x, y;
	char *name = NULL;
	double scale = 1;

	if (!figure_word(l, &w[0], &x) || !figure_word(l, &w[1], &y))
		return;
	if (s->bandwidth[0]) {
		name = xasprintf("%s/size=%.0f", s->bandwidth, x.value * 1e6);
		put(s, name, UNIT_RATE, &y, 1e6);
		free(name);
		return;
	}
	if (s->stride[0])
		name = xasprintf("lat_mem_rd/stride=%s/size=%.0f", s->stride,
		    x.value * 1048576);
	else if (s->ctx)
		name = xasprintf("lat_ctx/procs=%.0f/size=%s", x.value,
		    s->ctx_size);
	else if (s->mappings)
		name = xasprintf("lat_mmap/mb=%g", x.value);
	if (s->ctx || s->mappings)
		scale = 1e3;
	if (name)
		put(s, name, UNIT_NS, &y, scale);
	free(name);
}

static void read_line(struct state *s, const struct line *l)
{
	struct word w[WORDS];
	size_t n;

	fact(s, l);
	if (heading(s, l) || l->s[0] == '[')
		return;
	n = line_words(l, w, WORDS);
	if (n == 0) {
		forget(s);
	} else if (s->files && n >= 4) {
		file_line(s, l, w, n);
	} else if (n == 2 || (n == 3 && word_is(&w[2], "MB/sec"))) {
		point(s, l, w);
	} else {
		labelled(s, l);
	}
}

static int raw_read(struct import *im, const struct input *in, struct err *e)
{
	struct state s = { .im = im };

	(void)e;
	s.run = put_run(im);
	for (size_t i = 0; i < in->n; i++)
		read_line(&s, &in->lines[i]);
	return 0;
}

static int raw_probe(const struct input *in)
{
	if (input_has(in, "[lmbench") || input_has(in, "[LMBENCH_VER"))
		return 95;
	for (size_t i = 0; i < in->n; i++)
		if (line_starts(&in->lines[i], "\"stride=") ||
		    line_starts(&in->lines[i], "Simple syscall:"))
			return 85;
	return 0;
}

const struct import_format import_lmbench_raw = {
	.name = "lmbench-raw",
	.title = "results of lmbench's programs",
	.probe = raw_probe,
	.read = raw_read,
};
