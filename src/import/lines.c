/* lines.c - an input as lines of words. */
#include "import/inside.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TAB 8

/* -- Quoting of mails ----------------------------------------------------- */

/* "> ", ">> ", "ab> ": columns that a reply put in front. */
static size_t quoted(const char *s, size_t len)
{
	size_t at = 0, skip = 0, letters;

	while (at < len) {
		letters = 0;
		while (at < len && s[at] == ' ' && at - skip < 2)
			at++;
		while (at + letters < len && letters < 4 &&
		    isalpha((unsigned char)s[at + letters]))
			letters++;
		if (at + letters >= len || s[at + letters] != '>')
			break;
		at += letters + 1;
		skip = at;
	}
	if (skip > 0 && skip < len && s[skip] == ' ')
		skip++;
	return skip;
}

/* -- Lines ---------------------------------------------------------------- */

/* Room that a line takes with its tabs expanded, and its '\0'. */
static size_t expanded(const char *s, size_t len)
{
	size_t n = len + 1;

	for (size_t i = 0; i < len; i++)
		n += s[i] == '\t' ? TAB : 0;
	return n;
}

/* Bytes of what a terminal would not show: ESC [ ... m and its like, ESC ] ...
 * BEL or ESC \\ (ECMA-48, 5.4 and 8.3.89); 0 = none begins here. */
static size_t escape(const char *s, size_t len)
{
	size_t n = 2;

	if (len < 2 || s[0] != '\033')
		return 0;
	if (s[1] == ']') {
		while (n < len && s[n] != '\a' && s[n] != '\033')
			n++;
		return n < len && s[n] == '\a' ? n + 1 : n;
	}
	if (s[1] != '[')
		return s[1] >= '@' && s[1] <= '_' ? 2 : 0;
	while (n < len && s[n] >= ' ' && s[n] <= '?')
		n++;
	return n < len && s[n] >= '@' && s[n] <= '~' ? n + 1 : 0;
}

static void copy(char *to, const char *s, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; i < len; i++) {
		size_t hidden = escape(s + i, len - i);

		if (hidden > 0) {
			i += hidden - 1;
			continue;
		}
		if (s[i] != '\t') {
			to[at++] = s[i];
			continue;
		}
		do
			to[at++] = ' ';
		while (at % TAB != 0);
	}
	to[at] = '\0';
	while (at > 0 && to[at - 1] == ' ')
		to[--at] = '\0';
	text_clean(to);
	/* a fence of Markdown is no line of anything */
	if (strncmp(to, "```", 3) == 0 || strncmp(to, "~~~", 3) == 0)
		to[0] = '\0';
}

/* What ends a line: "\n", "\r\n", and a lone "\r" of a progress display. */
static size_t line_end(const char *s, size_t len, size_t *next)
{
	size_t n = 0;

	while (n < len && s[n] != '\n' && s[n] != '\r')
		n++;
	*next = n < len ? n + 1 : n;
	if (n + 1 < len && s[n] == '\r' && s[n + 1] == '\n')
		*next = n + 2;
	return n;
}

static int split(struct input *in, const char *s, size_t len, size_t offset,
    struct err *e)
{
	size_t room = 1, at, next, n, cap = 0, used = 0;

	for (at = 0; at < len; at += next) {
		n = line_end(s + at, len - at, &next);
		room += expanded(s + at, n);
	}
	in->cells = xmalloc(room);
	for (at = 0; at < len; at += next) {
		size_t skip;
		char *to = in->cells + used;

		n = line_end(s + at, len - at, &next);
		if (n > IMPORT_LINE_MAX)
			return err_set(e, -EINVAL,
			    "line %zu is longer than %u bytes", in->n + 1,
			    IMPORT_LINE_MAX);
		skip = quoted(s + at, n);
		copy(to, s + at + skip, n - skip);
		used += strlen(to) + 1;
		in->lines = xgrow(in->lines, in->n, &cap, sizeof(*in->lines));
		in->lines[in->n] =
		    (struct line){ to, in->n + 1, skip + (in->n ? 0 : offset) };
		in->n++;
	}
	return 0;
}

/* JSON: an object, or an array of something ("[lmbench ..." is none). */
static bool is_document(const struct input *in)
{
	const char *s = in->text + strspn(in->text, " \t\r\n");

	if (*s == '{')
		return true;
	if (*s != '[')
		return false;
	s++;
	s += strspn(s, " \t\r\n");
	return text_in(*s, "{[]\"-0123456789");
}

/* Readers of documents want the text: where a quoted line begins one, that of
 * all lines without what a mail put in front. */
static void unquote(struct input *in)
{
	struct buf b = BUF_INIT;
	bool any = false;

	for (size_t i = 0; i < in->n && !any; i++)
		any = in->lines[i].skip > 0 && text_in(in->lines[i].s[0], "{[");
	if (!any)
		return;
	for (size_t i = 0; i < in->n; i++)
		buf_addf(&b, "%s\n", in->lines[i].s);
	in->len = b.len;
	in->text = in->plain = buf_take(&b);
}

int input_init(struct input *in, const char *name, const char *text, size_t len,
    struct err *e)
{
	size_t bom = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	int rc;

	*in = (struct input){ .name = name,
		.text = text + bom,
		.len = len - bom };
	if (len >= 2 &&
	    (memcmp(text, "\xff\xfe", 2) == 0 ||
		memcmp(text, "\xfe\xff", 2) == 0))
		return err_set(e, -EINVAL,
		    "it is UTF-16, save it as UTF-8 ('iconv -f UTF-16 -t "
		    "UTF-8')");
	if (memchr(text, '\0', len))
		return err_set(e, -EINVAL, "it is binary");
	/* a JSON document may be one line; no reader of lines wants it */
	if (is_document(in))
		return 0;
	rc = split(in, in->text, in->len, 0, e);
	if (rc < 0)
		return rc;
	unquote(in);
	input_commas(in);
	return 0;
}

void input_release(struct input *in)
{
	if (!in)
		return;
	free(in->cells);
	free(in->lines);
	free(in->plain);
	memset(in, 0, sizeof(*in));
}

bool input_begins(const struct input *in, char c)
{
	size_t i = 0;

	while (i < in->len && isspace((unsigned char)in->text[i]))
		i++;
	return i < in->len && in->text[i] == c;
}

/* -- Looking -------------------------------------------------------------- */

const char *line_find(const struct line *l, const char *what)
{
	unsigned char c = (unsigned char)*what;
	const char first[3] = { (char)tolower(c), (char)toupper(c), '\0' };
	size_t len = strlen(what);

	/* every format asks this of every line: comparing costs more than
	 * looking for where it may begin */
	for (const char *s = strpbrk(l->s, first); s; s = strpbrk(s + 1, first))
		if (strncasecmp(s, what, len) == 0)
			return s;
	return NULL;
}

bool line_has(const struct line *l, const char *what)
{
	return line_find(l, what) != NULL;
}

bool line_starts(const struct line *l, const char *what)
{
	const char *s = l->s;

	while (*s == ' ')
		s++;
	return tolower((unsigned char)*s) == tolower((unsigned char)*what) &&
	    strncasecmp(s, what, strlen(what)) == 0;
}

bool line_blank(const struct line *l)
{
	return l->s[strspn(l->s, " ")] == '\0';
}

size_t input_find(const struct input *in, size_t from, const char *what)
{
	while (from < in->n && !line_has(&in->lines[from], what))
		from++;
	return from;
}

bool input_has(const struct input *in, const char *what)
{
	return input_find(in, 0, what) < in->n;
}

size_t line_words(const struct line *l, struct word *out, size_t most)
{
	const char *s = l->s;
	size_t n = 0;

	while (n < most) {
		const char *begin;

		while (*s == ' ')
			s++;
		if (!*s)
			break;
		for (begin = s; *s && *s != ' ';)
			s++;
		out[n++] = (struct word){ begin, (size_t)(s - begin),
			(size_t)(begin - l->s) };
	}
	return n;
}

bool word_is(const struct word *w, const char *what)
{
	return strlen(what) == w->len && strncasecmp(w->s, what, w->len) == 0;
}

char *word_dup(const struct word *w)
{
	return xstrndup(w->s, w->len);
}
