/* json.c - a JSON writer into a struct buf. */
#include "base/json.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

void json_init(struct json *j, struct buf *out)
{
	memset(j, 0, sizeof(*j));
	j->out = out;
}

static void before_value(struct json *j)
{
	if (j->keyed)
		j->keyed = false;
	else if (j->comma[j->depth])
		buf_add_char(j->out, ',');
	j->comma[j->depth] = true;
}

static void begin(struct json *j, char c)
{
	before_value(j);
	buf_add_char(j->out, c);
	if (j->depth + 1 < JSON_DEPTH)
		j->depth++;
	j->comma[j->depth] = false;
}

static void end(struct json *j, char c)
{
	if (j->depth > 0)
		j->depth--;
	buf_add_char(j->out, c);
}

void json_begin_object(struct json *j)
{
	begin(j, '{');
}

void json_end_object(struct json *j)
{
	end(j, '}');
}

void json_begin_array(struct json *j)
{
	begin(j, '[');
}

void json_end_array(struct json *j)
{
	end(j, ']');
}

static void escape(struct buf *out, unsigned char c)
{
	static const char from[] = "\"\\\n\r\t", to[] = "\"\\nrt";
	const char *at = c ? strchr(from, c) : NULL;

	if (at)
		buf_addf(out, "\\%c", to[at - from]);
	else if (c < 0x20 || c == 0x7f)
		buf_addf(out, "\\u%04x", c);
	else
		buf_add_char(out, (char)c);
}

/* How many bytes stand for themselves. */
static size_t plain(const char *s)
{
	size_t n = 0;

	while (s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
		n++;
	return n;
}

static void quoted(struct buf *out, const char *s)
{
	size_t len;

	buf_add_char(out, '"');
	for (;;) {
		len = plain(s);
		buf_add_mem(out, s, len);
		s += len;
		if (!*s)
			break;
		if ((unsigned char)*s < 0x80) {
			escape(out, (unsigned char)*s++);
			continue;
		}
		for (len = 2; len <= 4; len++)
			if (strnlen(s, len) == len && text_is_utf8(s, len))
				break;
		if (len == 2 && (unsigned char)s[0] == 0xc2 &&
		    (unsigned char)s[1] < 0xa0) { /* C1 controls */
			buf_addf(out, "\\u%04x", (unsigned char)s[1]);
			s += len;
		} else if (len <= 4) {
			buf_add_mem(out, s, len);
			s += len;
		} else {
			buf_add(out, "\xef\xbf\xbd"); /* U+FFFD */
			s++;
		}
	}
	buf_add_char(out, '"');
}

void json_key(struct json *j, const char *key)
{
	before_value(j);
	quoted(j->out, key);
	buf_add_char(j->out, ':');
	j->keyed = true;
}

void json_string(struct json *j, const char *s)
{
	before_value(j);
	if (s)
		quoted(j->out, s);
	else
		buf_add(j->out, "null");
}

void json_int(struct json *j, int64_t v)
{
	before_value(j);
	buf_addf(j->out, "%lld", (long long)v);
}

void json_uint(struct json *j, uint64_t v)
{
	before_value(j);
	buf_addf(j->out, "%llu", (unsigned long long)v);
}

void json_double(struct json *j, double v)
{
	char text[32];

	before_value(j);
	if (isfinite(v))
		buf_add(j->out, num_exact(v, text, sizeof(text)));
	else
		buf_add(j->out, "null");
}

void json_bool(struct json *j, bool v)
{
	before_value(j);
	buf_add(j->out, v ? "true" : "false");
}

void json_null(struct json *j)
{
	json_string(j, NULL);
}

void json_put_string(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_string(j, s);
}

void json_put_int(struct json *j, const char *key, int64_t v)
{
	json_key(j, key);
	json_int(j, v);
}

void json_put_uint(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

void json_put_double(struct json *j, const char *key, double v)
{
	json_key(j, key);
	json_double(j, v);
}

void json_put_bool(struct json *j, const char *key, bool v)
{
	json_key(j, key);
	json_bool(j, v);
}
