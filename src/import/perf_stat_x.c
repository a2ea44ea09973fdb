/* perf_stat_x.c - 'perf stat -x SEPARATOR' and 'perf stat -j'. */
#include "base/text.h"
#include "import/doc.h"
#include "import/formats.h"
#include "import/inside.h"
#include "import/perf_stat.h"

#include "base/mem.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 16

/* -- -x ------------------------------------------------------------------- */

/* Cut a copy of the line at the separator: value, unit, event, the error where
 * there is -r, time running, its share, and a derived figure. */
static size_t cut(char *s, char separator, char *field[FIELDS])
{
	size_t n = 0;

	while (n < FIELDS) {
		field[n++] = s;
		s = strchr(s, separator);
		if (!s)
			break;
		*s++ = '\0';
	}
	return n;
}

static bool is_event(const char *s)
{
	if (!isalpha((unsigned char)*s))
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !text_in(*s, "-_:./@="))
			return false;
	return true;
}

static bool is_value(const char *s)
{
	struct figure f;

	return strcmp(s, "<not supported>") == 0 ||
	    strcmp(s, "<not counted>") == 0 || figure_read(s, strlen(s), &f);
}

/* Where the value stands: first, or behind the time of -I, the CPU of -A, the
 * socket and its number of CPUs. */
static bool find_value(char *const *field, size_t n, size_t *at)
{
	for (*at = 0; *at < 4 && *at + 4 < n; ++*at)
		if (is_value(field[*at]) && is_event(field[*at + 2]) &&
		    (!field[*at + 1][0] ||
			isalpha((unsigned char)field[*at + 1][0])))
			return true;
	return false;
}

/* What stands in front of the value: the time of -I, what -A or --per-socket
 * have. */
static const char *front(struct perf_reader *r, char *const *field, size_t at)
{
	const char *first = field[0] + strspn(field[0], " ");
	struct figure f;

	if (at > 0 && figure_read(first, strlen(first), &f)) {
		perf_interval(r, f.value);
		field++;
		at--;
	}
	return at > 0 ? field[0] : "";
}

/* Where the language has a decimal comma, -x, cuts fractions in two: "0,40,
 * msec,task-clock,400797,100,00,..." is 0.40 ms. Elsewhere the share of the
 * time has a point, always; and what has a unit has a fraction, always. */
static void join_fraction(char *const *field, size_t n, size_t *at)
{
	char *cents = field[*at];
	struct figure f;

	for (size_t i = *at + 3; i < n; i++)
		if (strchr(field[i], '.'))
			return;
	if (*at == 0 || !field[*at + 1][0] ||
	    !figure_read(field[*at - 1], strlen(field[*at - 1]), &f))
		return;
	cents[-1] = '.';
	--*at;
}

/* -1 where none of the separators cuts it into an event. */
static bool read_fields(struct perf_reader *r, const struct line *l)
{
	static const char separators[] = { ',', ';', '|', '\0' };
	char *field[FIELDS], *s;
	bool found = false;

	for (size_t k = 0; separators[k] && !found; k++) {
		struct perf_value v = { .where = "", .error = -1 };
		bool percent;
		size_t n, at;

		s = xstrdup(l->s);
		n = cut(s, separators[k], field);
		found = find_value(field, n, &at);
		if (found && r && field[at][0] != '<') {
			v.event = field[at + 2];
			v.unit = field[at + 1];
			percent = strchr(l->s, '%') != NULL;
			if (separators[k] == ',')
				join_fraction(field, n, &at);
			v.where = front(r, field, at);
			figure_read(field[at], strlen(field[at]), &v.f);
			v.f.line = l->no;
			v.f.column = (size_t)(field[at] - s) + l->skip + 1;
			perf_put(r, &v);
			r->spread |= percent;
		}
		free(s);
	}
	return found;
}

static int x_read(struct import *im, const struct input *in, struct err *e)
{
	struct perf_reader r = { .im = im, .runs = 1 };

	(void)e;
	r.run = put_run(im);
	for (size_t i = 0; i < in->n; i++)
		read_fields(&r, &in->lines[i]);
	perf_sum(&r);
	if (r.spread)
		put_remark(im, 0,
		    "spreads are not used: -x does not say of how many "
		    "runs they are");
	return 0;
}

static int x_probe(const struct input *in)
{
	size_t known = 0, lines = 0;

	for (size_t i = 0; i < in->n; i++) {
		if (line_blank(&in->lines[i]) ||
		    line_starts(&in->lines[i], "#"))
			continue;
		lines++;
		known += read_fields(NULL, &in->lines[i]);
	}
	return known > 0 && known * 2 > lines ? 80 : 0;
}

const struct import_format import_perf_stat_x = {
	.name = "perf-stat-x",
	.title = "perf stat -x",
	.probe = x_probe,
	.read = x_read,
};

/* -- -j ------------------------------------------------------------------- */

static const char *text(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));

	return s ? s : "";
}

/* A line is an object: {"counter-value" : "0.69", "unit" : "msec", "event" :
 * "task-clock", ...}. */
static void put_object(struct perf_reader *r, const json_t *o, size_t line)
{
	const char *value = text(o, "counter-value");
	struct perf_value v = { .event = text(o, "event"),
		.unit = text(o, "unit"),
		.where = text(o, "cpu"),
		.error = -1 };
	const json_t *at;

	if (!v.event[0] || !value[0] || value[0] == '<')
		return;
	if (!figure_read(value, strlen(value), &v.f)) {
		put_complaint(r->im, line, 0, "'%.40s' is no number", value);
		return;
	}
	v.f.line = line;
	v.f.column = 1;
	if (json_is_number(json_object_get(o, "variance")))
		r->spread = true;
	at = json_object_get(o, "interval");
	if (json_is_number(at))
		perf_interval(r, json_number_value(at));
	perf_put(r, &v);
}

static int j_read(struct import *im, const struct input *in, struct err *e)
{
	struct perf_reader r = { .im = im, .runs = 1 };
	const char *s = in->text, *end = in->text + in->len;
	size_t line = 1;

	(void)e;
	r.run = put_run(im);
	while (s < end) {
		const char *next = memchr(s, '\n', (size_t)(end - s));
		size_t len = (size_t)((next ? next : end) - s);
		json_t *o = json_loadb(s, len, 0, NULL);

		if (json_is_object(o))
			put_object(&r, o, line);
		else if (s[strspn(s, " \t\r")] == '{')
			put_complaint(im, line, 0, "no object of perf stat -j");
		json_decref(o);
		s += len + 1;
		line++;
	}
	perf_sum(&r);
	if (r.spread)
		put_remark(im, 0,
		    "spreads are not used: -j does not say of how many "
		    "runs they are");
	return 0;
}

static int j_probe(const struct input *in)
{
	static const char *const keys[] = { "\"counter-value\"", "\"event\"",
		NULL };

	return doc_looks(in, keys) ? 90 : 0;
}

const struct import_format import_perf_stat_j = {
	.name = "perf-stat-j",
	.title = "perf stat -j",
	.probe = j_probe,
	.read = j_read,
};
