/* gobench.c - Go's benchmarks, as 'go test -bench' prints them: the format of
 * Go's proposal 14313. Each line is a value of its benchmark. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct state {
	char *package;
	struct run *run;
};

static bool is_result(const struct line *l, struct word *w, size_t *n)
{
	struct figure f;

	*n = line_words(l, w, WORDS);
	return *n >= 4 && w[0].len > 9 &&
	    strncmp(w[0].s, "Benchmark", 9) == 0 &&
	    !islower((unsigned char)w[0].s[9]) &&
	    figure_read(w[1].s, w[1].len, &f);
}

static const struct {
	const char *word;
	enum unit unit;
	double scale;
} units[] = { { "ns/op", UNIT_NS, 1 }, { "MB/s", UNIT_RATE, 1e6 },
	{ "B/op", UNIT_SIZE, 1 }, { "allocs/op", UNIT_COUNT, 1 } };

/* A unit of somebody's own: "/s" is a rate, more of which is better; of what
 * else it is nothing is known but that Go's own are costs. */
static void put(struct import *im, struct state *s, const struct word *name,
    const struct figure *f, const struct word *unit)
{
	enum unit is = UNIT_COUNT;
	double scale = 1;
	char key[PUT_KEY], *text;

	if (unit->len > 2 && memcmp(unit->s + unit->len - 2, "/s", 2) == 0)
		is = UNIT_HZ;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (word_is(unit, units[i].word)) {
			is = units[i].unit;
			scale = units[i].scale;
		}
	text = xasprintf("%s%s%.*s:%.*s", s->package ? s->package : "",
	    s->package ? "." : "", (int)name->len - 9, name->s + 9,
	    (int)unit->len, unit->s);
	put_key(key, "go", text);
	put_value(im, s->run, key, is, f, scale);
	free(text);
}

static void read_line(struct import *im, struct state *s, const struct line *l)
{
	struct word w[WORDS];
	size_t n;
	struct figure f;

	if (!is_result(l, w, &n))
		return;
	for (size_t i = 2; i + 1 < n; i += 2) {
		if (figure_word(l, &w[i], &f))
			put(im, s, &w[0], &f, &w[i + 1]);
		else
			put_no_number(im, l, &w[i]);
	}
}

/* "goos: linux": a fact; other keys hold until they change. */
static void configure(struct state *s, const struct line *l)
{
	static const struct {
		const char *label, *key;
	} facts[] = { { "goos:", "go.os" }, { "goarch:", "go.arch" },
		{ "cpu:", "go.cpu" }, { "note:", "go.note" },
		{ "commit:", "go.commit" } };

	if (line_starts(l, "pkg:")) {
		free(s->package);
		s->package = xstrdup(scan_text(l, "pkg:"));
	}
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (line_starts(l, facts[i].label))
			put_fact(s->run, facts[i].key,
			    scan_text(l, facts[i].label));
}

static int gobench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct state s = { .run = put_run(im) };

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		configure(&s, &in->lines[i]);
		read_line(im, &s, &in->lines[i]);
	}
	free(s.package);
	return 0;
}

static int gobench_probe(const struct input *in)
{
	struct word w[WORDS];
	size_t n;

	for (size_t i = 0; i < in->n; i++)
		if (is_result(&in->lines[i], w, &n) &&
		    memchr(w[3].s, '/', w[3].len))
			return 90;
	return 0;
}

const struct import_format import_gobench = {
	.name = "go",
	.title = "Go benchmarks",
	.probe = gobench_probe,
	.read = gobench_read,
};
