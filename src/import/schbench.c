/* schbench.c - percentiles of wake-ups and requests. It reports while it runs;
 * what it says last counts. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 64

struct state {
	struct {
		char key[PUT_KEY];
		enum unit unit;
		double scale;
		struct figure f;
	} row[ROWS];
	size_t n;
	const char *what; /* of the percentiles at hand; NULL = none */
	enum unit unit;
	double scale;
};

static void keep(struct state *s, const char *name, enum unit unit,
    double scale, const struct figure *f)
{
	char key[PUT_KEY];
	size_t i = 0;

	put_key(key, "schbench", name);
	while (i < s->n && strcmp(s->row[i].key, key) != 0)
		i++;
	if (i == ROWS)
		return;
	s->n = i == s->n ? i + 1 : s->n;
	memcpy(s->row[i].key, key, sizeof(key));
	s->row[i].unit = unit;
	s->row[i].scale = scale;
	s->row[i].f = *f;
}

static bool heading(struct state *s, const struct line *l)
{
	static const struct {
		const char *says, *what;
		enum unit unit;
		double scale;
	} heads[] = { { "wakeup latencies percentiles", "wakeup", UNIT_NS,
			  1e3 },
		{ "request latencies percentiles", "request", UNIT_NS, 1e3 },
		{ "latency percentiles", "wakeup", UNIT_NS, 1e3 },
		{ "rps percentiles", "rps", UNIT_HZ, 1 } };

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (line_starts(l, heads[i].says)) {
			s->what = heads[i].what;
			s->unit = heads[i].unit;
			s->scale = heads[i].scale;
			return true;
		}
	return false;
}

/* "* 99.0th: 21   (9 samples)"; beyond 99 % an accident decides. */
static void percentile(struct state *s, const struct line *l)
{
	struct figure p, f;
	const char *from = l->s + strspn(l->s, " *");
	char *name;

	if (!s->what || !scan_at(l, from, &p) || p.value > 99 ||
	    !scan_after(l, "th:", &f))
		return;
	name = xasprintf("%s/p%g", s->what, p.value);
	keep(s, name, s->unit, s->scale, &f);
	free(name);
}

static int schbench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct state *s = xcalloc(1, sizeof(*s));
	struct run *run = put_run(im);
	struct figure f;

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];

		if (heading(s, l))
			continue;
		percentile(s, l);
		if (scan_after(l, "average rps:", &f))
			keep(s, "rps/average", UNIT_HZ, 1, &f);
	}
	for (size_t i = 0; i < s->n; i++)
		put_value(im, run, s->row[i].key, s->row[i].unit, &s->row[i].f,
		    s->row[i].scale);
	free(s);
	return 0;
}

static int schbench_probe(const struct input *in)
{
	struct state s = { .n = 0 };

	for (size_t i = 0; i + 1 < in->n; i++)
		if (heading(&s, &in->lines[i]) &&
		    line_has(&in->lines[i + 1], "th:"))
			return 85;
	return 0;
}

const struct import_format import_schbench = {
	.name = "schbench",
	.title = "schbench",
	.probe = schbench_probe,
	.read = schbench_read,
};
