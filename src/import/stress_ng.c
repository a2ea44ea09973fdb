/* stress_ng.c - stress-ng's metrics, as text (--metrics, --metrics-brief) and
 * as YAML (-Y). */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void put(struct import *im, struct run *run, const char *name,
    size_t len, const char *what, enum unit unit, const struct figure *f,
    double scale)
{
	char key[PUT_KEY], *text = xasprintf("%.*s/%s", (int)len, name, what);

	put_key(key, "stress-ng", text);
	put_value(im, run, key, unit, f, scale);
	free(text);
}

/* What stands behind "stress-ng: info:  [2566] ", or NULL. */
static const char *message(const struct line *l)
{
	const char *s = strstr(l->s, "stress-ng: ");

	if (!s || !(s = strchr(s, ']')))
		return NULL;
	s++;
	return s + strspn(s, " ");
}

/* "pipe   124.93 MB per sec pipe write rate (...)": by the unit, where it is
 * known. */
static void special(struct import *im, struct run *run, const struct line *l,
    const struct word *name, const struct word *rest, size_t n)
{
	struct figure f;
	const char *unit = n > 1 ? rest[1].s : "";
	char *what;

	if (!figure_word(l, &rest[0], &f)) {
		put_no_number(im, l, &rest[0]);
		return;
	}
	what = xasprintf("%.*s", (int)strcspn(unit, "("), unit);
	if (strncmp(unit, "MB per sec", 10) == 0)
		put(im, run, name->s, name->len, what, UNIT_RATE, &f,
		    1048576.0);
	else if (strncmp(unit, "nanosec", 7) == 0)
		put(im, run, name->s, name->len, what, UNIT_NS, &f, 1);
	else if (strstr(unit, "per sec"))
		put(im, run, name->s, name->len, what, UNIT_HZ, &f, 1);
	else
		put_complaint(im, l->no, f.column,
		    "a metric of a unit that is not known: %s", unit);
	free(what);
}

/* "cpu  1576  2.02  0.72  0.00  781.26  2175.36": the sixth by real time. */
static void stressor(struct import *im, struct run *run, const struct line *l,
    const struct word *w, size_t n)
{
	struct figure real, cpu;

	if (n < 7)
		return;
	if (!figure_word(l, &w[5], &real)) {
		put_no_number(im, l, &w[5]);
		return;
	}
	put(im, run, w[0].s, w[0].len, "real", UNIT_HZ, &real, 1);
	if (figure_word(l, &w[6], &cpu))
		put(im, run, w[0].s, w[0].len, "cpu", UNIT_HZ, &cpu, 1);
	else
		put_no_number(im, l, &w[6]);
}

static void text_line(struct import *im, struct run *run, const struct line *l,
    bool *table, bool *more)
{
	const char *s = message(l);
	struct line rest;
	struct word w[WORDS];
	size_t n;
	struct figure f;

	if (!s)
		return;
	rest = *l;
	rest.skip += (size_t)(s - l->s);
	rest.s = l->s + (s - l->s);
	n = line_words(&rest, w, WORDS);
	if (n > 2 && word_is(&w[0], "stressor") && word_is(&w[1], "bogo"))
		*table = true;
	else if (line_has(&rest, "miscellaneous metrics"))
		*more = true;
	else if (n < 3 || w[0].s[0] == '(' ||
	    !figure_read(w[1].s, w[1].len, &f))
		*table &= n > 0 && w[0].s[0] == '(';
	else if (*more)
		special(im, run, &rest, &w[0], w + 1, n - 1);
	else if (*table)
		stressor(im, run, &rest, w, n);
}

/* -- YAML ----------------------------------------------------------------- */

/* "key: value" of a flat document, blanks and "- " in front passed over. */
static const char *member(const struct line *l, const char *key)
{
	const char *s = l->s + strspn(l->s, " -");
	size_t len = strlen(key);

	if (strncmp(s, key, len) != 0 || s[len] != ':')
		return NULL;
	s += len + 1;
	return s + strspn(s, " '\"");
}

static void yaml_line(struct import *im, struct run *run, const struct line *l,
    char **name)
{
	static const struct {
		const char *key, *what;
	} rows[] = { { "bogo-ops-per-second-real-time", "real" },
		{ "bogo-ops-per-second-usr-sys-time", "cpu" } };
	static const struct {
		const char *key, *fact;
	} facts[] = { { "release", "kernel.release" },
		{ "hostname", "stress-ng.host" },
		{ "stress-ng-version", "stress-ng.version" } };
	const char *s = member(l, "stressor");
	struct figure f;

	if (s) {
		free(*name);
		*name = xstrndup(s, strcspn(s, " '\""));
	}
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if ((s = member(l, facts[i].key)))
			put_factn(run, facts[i].fact, s, strcspn(s, "'\""));
	for (size_t i = 0; i < 2; i++) {
		s = member(l, rows[i].key);
		if (!s || !*name)
			continue;
		if (scan_at(l, s, &f))
			put(im, run, *name, strlen(*name), rows[i].what,
			    UNIT_HZ, &f, 1);
		else
			put_complaint(im, l->no, 0, "'%s' is no number", s);
	}
}

static bool is_yaml(const struct input *in)
{
	return input_has(in, "stress-ng-version:") ||
	    input_has(in, "- stressor:");
}

static int stress_ng_read(struct import *im, const struct input *in,
    struct err *e)
{
	bool yaml = is_yaml(in), table = false, more = false;
	struct run *run = put_run(im);
	char *name = NULL;

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		if (yaml)
			yaml_line(im, run, &in->lines[i], &name);
		else
			text_line(im, run, &in->lines[i], &table, &more);
	}
	free(name);
	return 0;
}

static int stress_ng_probe(const struct input *in)
{
	if (is_yaml(in))
		return 90;
	return input_has(in, "stress-ng: ") && input_has(in, "bogo ops") ? 90 :
									   0;
}

const struct import_format import_stress_ng = {
	.name = "stress-ng",
	.title = "stress-ng",
	.probe = stress_ng_probe,
	.read = stress_ng_read,
};
