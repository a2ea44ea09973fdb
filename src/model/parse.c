/* parse.c - JSON from strangers, read strictly. */
#include "model/parse.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/name.h"
#include "model/wire.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int parse_fault(struct parse *p, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	if (p->code)
		return p->code;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	p->code = err_set(p->e, -EINVAL, "%s", text);
	return p->code;
}

struct json_t *parse_text(struct parse *p, const char *text, size_t len)
{
	json_error_t error;
	json_t *root;

	errno = 0;
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	/* jansson's own words would quote what the stranger wrote */
	if (!root) {
		if (len == 0)
			parse_fault(p, "'%s' is empty", p->where);
		else if (errno == ENOMEM) /* malloc's: jansson has no word */
			parse_fault(p, "'%s' needs more memory than there is",
			    p->where);
		else if (*text == '{' &&
		    json_error_code(&error) ==
			json_error_premature_end_of_input)
			parse_fault(p, "'%s' is cut short", p->where);
		else
			parse_fault(p, "'%s' is not JSON (line %d, column %d)",
			    p->where, error.line, error.column);
		return NULL;
	}
	if (!json_is_object(root)) {
		parse_fault(p, "'%s' is not a JSON object", p->where);
		json_decref(root);
		return NULL;
	}
	return root;
}

void parse_free(struct json_t *root)
{
	json_decref(root);
}

/* A member that is there and is not null. */
static json_t *member(const json_t *o, const char *key)
{
	json_t *v = o ? json_object_get(o, key) : NULL;

	return json_is_null(v) ? NULL : v;
}

static void missing(struct parse *p, const char *key)
{
	parse_fault(p, "'%s' is missing in '%s'", key, p->where);
}

static void wrong_type(struct parse *p, const char *key, const char *want)
{
	parse_fault(p, "'%s' in '%s' is not %s", key, p->where, want);
}

static void out_of_range(struct parse *p, const char *key)
{
	parse_fault(p, "'%s' in '%s' is out of range", key, p->where);
}

int64_t parse_int_or(struct parse *p, const json_t *o, const char *key,
    int64_t min, int64_t max, int64_t absent)
{
	const json_t *v = member(o, key);
	int64_t x;

	if (!v)
		return absent;
	if (!json_is_integer(v)) {
		wrong_type(p, key, "a whole number");
		return absent;
	}
	x = json_integer_value(v);
	if (x < min || x > max) {
		out_of_range(p, key);
		return absent;
	}
	return x;
}

int64_t parse_int(struct parse *p, const json_t *o, const char *key,
    int64_t min, int64_t max)
{
	if (!member(o, key))
		missing(p, key);
	return parse_int_or(p, o, key, min, max, min > 0 ? min : 0);
}

double parse_number_or(struct parse *p, const json_t *o, const char *key,
    double min, double max, double absent)
{
	const json_t *v = member(o, key);
	double x;

	if (!v)
		return absent;
	if (!json_is_number(v)) {
		wrong_type(p, key, "a number");
		return absent;
	}
	x = json_number_value(v);
	if (!(x >= min && x <= max)) {
		out_of_range(p, key);
		return absent;
	}
	return x;
}

double parse_number(struct parse *p, const json_t *o, const char *key,
    double min, double max)
{
	if (!member(o, key))
		missing(p, key);
	return parse_number_or(p, o, key, min, max, min > 0 ? min : 0);
}

bool parse_bool(struct parse *p, const json_t *o, const char *key)
{
	const json_t *v = member(o, key);

	if (v && !json_is_boolean(v))
		wrong_type(p, key, "true or false");
	return json_is_true(v);
}

char *parse_string_or_null(struct parse *p, const json_t *o, const char *key)
{
	const json_t *v = member(o, key);

	if (!v)
		return NULL;
	if (!json_is_string(v)) {
		wrong_type(p, key, "a string");
		return NULL;
	}
	return text_clean(xstrdup(json_string_value(v)));
}

char *parse_string(struct parse *p, const json_t *o, const char *key)
{
	char *s = parse_string_or_null(p, o, key);

	if (!s)
		missing(p, key);
	return s;
}

char *parse_lines(struct parse *p, const json_t *o, const char *key)
{
	const json_t *v = member(o, key);
	char *s, *line, *end, last;

	if (!v)
		return NULL;
	if (!json_is_string(v)) {
		wrong_type(p, key, "a string");
		return NULL;
	}
	s = xstrdup(json_string_value(v));
	for (line = s; *line; line = end + (end[0] != '\0')) {
		end = line + strcspn(line, "\n");
		last = *end;
		*end = '\0';
		text_clean(line);
		*end = last;
	}
	return s;
}

const char *parse_peek(const json_t *o, const char *key)
{
	return json_string_value(member(o, key));
}

char *parse_key(struct parse *p, const json_t *o, const char *key)
{
	char *s = parse_string(p, o, key);
	size_t len = s ? strlen(s) : 0;

	if (!s)
		return NULL;
	if (len == 0 || len > WIRE_KEY_MAX)
		parse_fault(p, "'%s' in '%s' is %s", key, p->where,
		    len ? "too long" : "empty");
	else if (!name_is_key(s))
		parse_fault(p, "'%s' in '%s' is not printable", key, p->where);
	return s;
}

void strings_free(char **s)
{
	char **at;

	for (at = s; at && *at; at++)
		free(*at);
	free(s);
}

char **parse_strings(struct parse *p, const json_t *o, const char *key)
{
	const json_t *array = member(o, key), *v;
	size_t n = json_array_size(array), i;
	char **s;

	if (!array)
		return NULL;
	if (!json_is_array(array)) {
		wrong_type(p, key, "a list");
		return NULL;
	}
	s = xcalloc(n + 1, sizeof(*s));
	for (i = 0; i < n; i++) {
		v = json_array_get(array, i);
		if (!json_is_string(v)) {
			wrong_type(p, key, "a list of strings");
			break;
		}
		s[i] = text_clean(xstrdup(json_string_value(v)));
	}
	return s;
}

char **parse_pairs(struct parse *p, const json_t *o, const char *key)
{
	json_t *object = member(o, key);
	size_t n = json_object_size(object), i = 0;
	void *at;
	char **s;

	if (!object)
		return NULL;
	if (!json_is_object(object)) {
		wrong_type(p, key, "an object");
		return NULL;
	}
	s = xcalloc(2 * n + 1, sizeof(*s));
	for (at = json_object_iter(object); at;
	     at = json_object_iter_next(object, at)) {
		if (!json_is_string(json_object_iter_value(at))) {
			wrong_type(p, key, "an object of strings");
			break;
		}
		s[i++] = text_clean(xstrdup(json_object_iter_key(at)));
		s[i++] = text_clean(
		    xstrdup(json_string_value(json_object_iter_value(at))));
	}
	return s;
}

uint64_t *parse_times(struct parse *p, const json_t *o, const char *key,
    size_t *n)
{
	size_t len, i;
	const json_t *array = parse_array(p, o, key, &len), *v;
	uint64_t *times;
	int64_t x;

	*n = 0;
	if (!array || len == 0)
		return NULL;
	if (len > PARSE_TIMES) {
		parse_fault(p, "'%s' in '%s' has too many values", key,
		    p->where);
		return NULL;
	}
	times = xreallocarray(NULL, len, sizeof(*times));
	for (i = 0; i < len; i++) {
		v = json_array_get(array, i);
		x = json_is_integer(v) ? json_integer_value(v) : -1;
		if (x < 0 || x > PARSE_TIME) {
			parse_fault(p, "value %zu of '%s' in '%s' is no time",
			    i + 1, key, p->where);
			free(times);
			return NULL;
		}
		times[i] = (uint64_t)x;
	}
	*n = len;
	return times;
}

/* Linux has at most 8192 CPUs (CONFIG_NR_CPUS); FreeBSD 1024 (MAXCPU). */
#define CPU_MAX 65535

void parse_cpus(struct parse *p, const json_t *o, const char *key, int cpu[2])
{
	size_t n, i;
	const json_t *array = parse_array(p, o, key, &n), *v;

	cpu[0] = cpu[1] = -1;
	if (array && n != 2)
		wrong_type(p, key, "a list of two");
	for (i = 0; array && i < 2 && !p->code; i++) {
		v = json_array_get(array, i);
		if (!json_is_integer(v) || json_integer_value(v) < -1 ||
		    json_integer_value(v) > CPU_MAX)
			out_of_range(p, key);
		else
			cpu[i] = (int)json_integer_value(v);
	}
}

const json_t *parse_array(struct parse *p, const json_t *o, const char *key,
    size_t *n)
{
	const json_t *array = member(o, key);

	*n = 0;
	if (!array)
		return NULL;
	if (!json_is_array(array)) {
		wrong_type(p, key, "a list");
		return NULL;
	}
	*n = json_array_size(array);
	return array;
}

const json_t *parse_at(struct parse *p, const json_t *array, size_t i)
{
	const json_t *o = json_array_get(array, i);

	if (!json_is_object(o))
		parse_fault(p, "a list in '%s' holds what is no object",
		    p->where);
	return json_is_object(o) ? o : NULL;
}

const json_t *parse_object(struct parse *p, const json_t *o, const char *key)
{
	const json_t *v = member(o, key);

	if (v && !json_is_object(v)) {
		wrong_type(p, key, "an object");
		return NULL;
	}
	return v;
}
