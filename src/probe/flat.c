/* flat.c - reads one JSON object of plain values on one line. */
#include "probe/flat.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEEP       16
#define NUMBER_MAX 64 /* characters of a number */

struct reader {
	char *p, *end, *start;
	struct err *e;
	const char **list; /* the strings of the array read last, and a NULL */
	size_t n, cap;
};

static int bad(struct reader *r, const char *what)
{
	return err_set(r->e, -EINVAL, "%s at byte %zu", what,
	    (size_t)(r->p - r->start) + 1);
}

static void blanks(struct reader *r)
{
	while (r->p < r->end &&
	    (*r->p == ' ' || *r->p == '\t' || *r->p == '\r' || *r->p == '\n'))
		r->p++;
}

static bool at(const struct reader *r, char c)
{
	return r->p < r->end && *r->p == c;
}

static bool take(struct reader *r, char c)
{
	blanks(r);
	if (!at(r, c))
		return false;
	r->p++;
	return true;
}

static int hex4(struct reader *r, uint32_t *out)
{
	uint32_t v = 0;
	int i;
	char c;

	if (r->end - r->p < 4)
		return bad(r, "cut \\u escape");
	for (i = 0; i < 4; i++) {
		c = *r->p++;
		if (c >= '0' && c <= '9')
			v = v * 16 + (uint32_t)(c - '0');
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			v = v * 16 + (uint32_t)((c | 32) - 'a' + 10);
		else
			return bad(r, "bad \\u escape");
	}
	*out = v;
	return 0;
}

static char *put_utf8(char *to, uint32_t c)
{
	if (c < 0x80) {
		*to++ = (char)c;
	} else if (c < 0x800) {
		*to++ = (char)(0xc0 | c >> 6);
		*to++ = (char)(0x80 | (c & 63));
	} else if (c < 0x10000) {
		*to++ = (char)(0xe0 | c >> 12);
		*to++ = (char)(0x80 | (c >> 6 & 63));
		*to++ = (char)(0x80 | (c & 63));
	} else {
		*to++ = (char)(0xf0 | c >> 18);
		*to++ = (char)(0x80 | (c >> 12 & 63));
		*to++ = (char)(0x80 | (c >> 6 & 63));
		*to++ = (char)(0x80 | (c & 63));
	}
	return to;
}

/* "\uXXXX" after the u, a pair of surrogates taken together. */
static int unicode(struct reader *r, char **to)
{
	uint32_t c = 0, low = 0;

	if (hex4(r, &c) < 0)
		return -EINVAL;
	if (c >= 0xd800 && c < 0xdc00) {
		if (r->end - r->p < 2 || r->p[0] != '\\' || r->p[1] != 'u')
			return bad(r, "half a surrogate pair");
		r->p += 2;
		if (hex4(r, &low) < 0)
			return -EINVAL;
		if (low < 0xdc00 || low > 0xdfff)
			return bad(r, "half a surrogate pair");
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
	} else if (c >= 0xdc00 && c < 0xe000) {
		return bad(r, "half a surrogate pair");
	}
	if (c == 0)
		return bad(r, "zero byte in a string");
	*to = put_utf8(*to, c);
	return 0;
}

static int escape(struct reader *r, char **to)
{
	static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
	const char *which;
	char c;

	if (r->p >= r->end)
		return bad(r, "cut string");
	c = *r->p++;
	if (c == 'u')
		return unicode(r, to);
	which = c ? strchr(from, c) : NULL;
	if (!which)
		return bad(r, "bad escape");
	*(*to)++ = into[which - from];
	return 0;
}

/* Decoded in place, which never needs more room than the escapes had. */
static int string(struct reader *r, char **out)
{
	char *to, *from;

	if (!take(r, '"'))
		return bad(r, "expected a string");
	from = to = r->p;
	while (!at(r, '"')) {
		if (r->p >= r->end)
			return bad(r, "cut string");
		if ((unsigned char)*r->p < 0x20)
			return bad(r, "control character in a string");
		if (*r->p != '\\') {
			*to++ = *r->p++;
			continue;
		}
		r->p++;
		if (escape(r, &to) < 0)
			return -EINVAL;
	}
	if (!text_is_utf8(from, (size_t)(to - from)))
		return bad(r, "string that is not UTF-8");
	r->p++;
	*to = '\0'; /* on the closing quote or before it */
	*out = from;
	return 0;
}

/* The shape that RFC 8259 allows: -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?..)? */
static bool is_number(const char *s, bool *whole)
{
	*whole = true;
	s += *s == '-';
	if (*s == '0')
		s++;
	else if (*s >= '1' && *s <= '9')
		s += strspn(s, "0123456789");
	else
		return false;
	if (*s == '.') {
		*whole = false;
		if (!strspn(++s, "0123456789"))
			return false;
		s += strspn(s, "0123456789");
	}
	if (*s == 'e' || *s == 'E') {
		*whole = false;
		s++;
		s += *s == '+' || *s == '-';
		if (!strspn(s, "0123456789"))
			return false;
		s += strspn(s, "0123456789");
	}
	return *s == '\0';
}

static int number(struct reader *r, struct flat_value *v)
{
	char text[NUMBER_MAX];
	size_t n = 0;
	bool whole;

	while (r->p + n < r->end && n < sizeof(text) - 1 && r->p[n] &&
	    text_in(r->p[n], "+-.0123456789eE"))
		n++;
	memcpy(text, r->p, n);
	text[n] = '\0';
	if (!is_number(text, &whole) || num_parse_double(text, &v->number) < 0)
		return bad(r, "bad value");
	v->kind = FLAT_DOUBLE;
	if (whole && num_parse_i64(text, &v->whole) == 0)
		v->kind = FLAT_INT;
	r->p += n;
	return 0;
}

static bool word(struct reader *r, const char *w)
{
	size_t n = strlen(w);

	if ((size_t)(r->end - r->p) < n || memcmp(r->p, w, n) != 0)
		return false;
	r->p += n;
	return true;
}

static int value(struct reader *r, struct flat_value *v, int depth);

static void keep(struct reader *r, const char *text)
{
	r->list = xgrow(r->list, r->n + 1, &r->cap, sizeof(*r->list));
	r->list[r->n++] = text;
	r->list[r->n] = NULL;
}

/* r->n = 0 afterwards, unless it was a list of strings in the object itself. */
static int nested(struct reader *r, char close, int depth)
{
	bool list = depth == 0 && close == ']';
	struct flat_value v;
	char *key;

	r->n = 0;
	if (depth >= DEEP)
		return bad(r, "nested too deep");
	r->p++;
	if (take(r, close))
		return 0;
	do {
		if (close == '}' &&
		    (string(r, &key) < 0 ||
			(!take(r, ':') && bad(r, "expected ':'") < 0)))
			return -EINVAL;
		if (value(r, &v, depth + 1) < 0)
			return -EINVAL;
		list = list && v.kind == FLAT_STRING;
		if (list)
			keep(r, v.text);
	} while (take(r, ','));
	if (!list)
		r->n = 0;
	return take(r, close) ? 0 : bad(r, "expected ',' or an end");
}

static int value(struct reader *r, struct flat_value *v, int depth)
{
	char *text;

	memset(v, 0, sizeof(*v));
	blanks(r);
	if (at(r, '"')) {
		v->kind = FLAT_STRING;
		if (string(r, &text) < 0)
			return -EINVAL;
		v->text = text;
		return 0;
	}
	if (at(r, '{') || at(r, '[')) {
		v->kind = FLAT_NESTED;
		if (nested(r, *r->p == '{' ? '}' : ']', depth) < 0)
			return -EINVAL;
		if (depth == 0 && r->n > 0) {
			v->kind = FLAT_STRINGS;
			v->list = r->list;
		}
		return 0;
	}
	if (word(r, "null"))
		return 0;
	v->kind = FLAT_BOOL;
	if (word(r, "false"))
		return 0;
	v->truth = word(r, "true");
	return v->truth ? 0 : number(r, v);
}

static int object(struct reader *r, flat_fn *fn, void *to)
{
	struct flat_value v;
	char *key;
	int code;

	if (!take(r, '{'))
		return bad(r, "expected '{'");
	if (take(r, '}'))
		return 0;
	do {
		if (string(r, &key) < 0)
			return -EINVAL;
		if (!take(r, ':'))
			return bad(r, "expected ':'");
		if (value(r, &v, 0) < 0)
			return -EINVAL;
		code = fn(to, key, &v, r->e);
		if (code)
			return code;
	} while (take(r, ','));
	return take(r, '}') ? 0 : bad(r, "expected ',' or '}'");
}

int flat_read(char *line, size_t len, flat_fn *fn, void *to, struct err *e)
{
	struct reader r = { .p = line,
		.end = line + len,
		.start = line,
		.e = e };
	int code = object(&r, fn, to);

	if (code == 0) {
		blanks(&r);
		if (r.p != r.end)
			code = bad(&r, "something behind the object");
	}
	free(r.list);
	return code;
}
