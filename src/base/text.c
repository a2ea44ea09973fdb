/* text.c - matching, measuring and comparing words. */
#include "base/text.h"

#include <stdint.h>
#include <string.h>

/* The code point at s and its length in bytes; a bad byte is length 1 and
 * U+FFFD. Overlong forms, surrogates and values over U+10FFFF are bad. */
static uint32_t decode(const unsigned char *s, size_t n, size_t *len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t c = s[0];
	size_t want, i;

	*len = 1;
	if (c < 0x80)
		return c;
	want = c >= 0xf0 && c < 0xf8 ? 4 :
	    c >= 0xe0 && c < 0xf0    ? 3 :
	    c >= 0xc0 && c < 0xe0    ? 2 :
				       0;
	if (want == 0 || want > n)
		return 0xfffd;
	c &= 0xffu >> (want + 1);
	for (i = 1; i < want; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0xfffd;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[want] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0xfffd;
	*len = want;
	return c;
}

/* Combining marks and zero-width characters take no column, East Asian wide
 * ones two. The ranges are the blocks of Unicode 15, table EastAsianWidth,
 * merged; libc's wcwidth needs a locale that a bare machine lacks. */
static size_t width_of(uint32_t c)
{
	if (c < 0x20 || (c >= 0x7f && c < 0xa0))
		return 0;
	if ((c >= 0x300 && c < 0x370) || (c >= 0x200b && c <= 0x200f) ||
	    (c >= 0x20d0 && c < 0x2100) || (c >= 0xfe00 && c < 0xfe10) ||
	    c == 0xfeff)
		return 0;
	if ((c >= 0x1100 && c < 0x1160) || (c >= 0x2e80 && c < 0xa4d0) ||
	    (c >= 0xac00 && c < 0xd7a4) || (c >= 0xf900 && c < 0xfb00) ||
	    (c >= 0xfe30 && c < 0xfe70) || (c >= 0xff00 && c < 0xff61) ||
	    (c >= 0xffe0 && c < 0xffe7) || (c >= 0x1f300 && c < 0x1f650) ||
	    (c >= 0x1f900 && c < 0x1fa00) || (c >= 0x20000 && c < 0x3fffe))
		return 2;
	return 1;
}

size_t text_width(const char *s)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = strlen(s), width = 0, len;

	while (n > 0) {
		width += width_of(decode(p, n, &len));
		p += len;
		n -= len;
	}
	return width;
}

size_t text_fit(const char *s, size_t columns)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = strlen(s), width = 0, at = 0, len;

	while (at < n) {
		width += width_of(decode(p + at, n - at, &len));
		if (width > columns)
			break;
		at += len;
	}
	return at;
}

bool text_is_utf8(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t len;

	while (n > 0) {
		if (decode(p, n, &len) == 0xfffd && len == 1)
			return false;
		p += len;
		n -= len;
	}
	return true;
}

/* One [set] at *p (just after '['); moves *p past ']'. */
static bool in_set(const char **p, char c, bool *ok)
{
	const char *s = *p;
	bool negate = *s == '!' || *s == '^', hit = false;
	const char *first;

	s += negate;
	for (first = s; *s && (*s != ']' || s == first); s++) {
		if (s[1] == '-' && s[2] && s[2] != ']') {
			hit |= s[0] <= c && c <= s[2];
			s += 2;
		} else {
			hit |= *s == c;
		}
	}
	*ok = *s == ']';
	*p = s + 1;
	return hit != negate;
}

bool text_glob(const char *pattern, const char *s)
{
	const char *p = pattern, *star = NULL, *retry = NULL, *set;
	bool ok;

	/* Only the last '*' ever needs another try, so this is linear in
	 * practice and at worst length x length. */
	for (;;) {
		if (*p == '*') {
			star = ++p;
			retry = s;
			continue;
		}
		if (*s == '\0' && *p == '\0')
			return true;
		if (*s && *p == '[') {
			set = p + 1;
			if (in_set(&set, *s, &ok) && ok) {
				p = set;
				s++;
				continue;
			}
		} else if (*s && (*p == '?' || *p == *s)) {
			p++;
			s++;
			continue;
		}
		if (!star || *retry == '\0')
			return false;
		p = star;
		s = ++retry;
	}
}

bool text_is_glob(const char *pattern)
{
	return strpbrk(pattern, "*?[") != NULL;
}

#define LOOK 64

size_t text_distance(const char *a, const char *b)
{
	size_t na = strnlen(a, LOOK), nb = strnlen(b, LOOK), i, j;
	size_t rows[3][LOOK + 1]; /* two rows back for the swap */
	size_t *cur, *prev, *before, best;

	for (j = 0; j <= nb; j++)
		rows[0][j] = j;
	for (i = 1; i <= na; i++) {
		cur = rows[i % 3];
		prev = rows[(i + 2) % 3];
		before = rows[(i + 1) % 3];
		cur[0] = i;
		for (j = 1; j <= nb; j++) {
			best = prev[j - 1] + (a[i - 1] != b[j - 1]);
			if (prev[j] + 1 < best)
				best = prev[j] + 1;
			if (cur[j - 1] + 1 < best)
				best = cur[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			cur[j] = best;
		}
	}
	return rows[na % 3][nb];
}

const char *text_nearest(const char *s, const char *const *words, size_t n)
{
	size_t i, d, best = strlen(s) / 3 + 2;
	const char *nearest = NULL;

	for (i = 0; i < n; i++) {
		d = text_distance(s, words[i]);
		if (text_starts(words[i], s) && s[0] && d > 1)
			d = 1;
		if (d < best) {
			best = d;
			nearest = words[i];
		}
	}
	return nearest;
}

bool text_in(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

bool text_starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool text_ends(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && strcmp(s + n - m, suffix) == 0;
}

/* Control characters, line and paragraph separators, and the marks of
 * Unicode's bidirectional algorithm that embed, override and isolate. */
static bool is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) ||
	    (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* What should stand in place of the character at s, 0 = itself. */
static char instead(const char *s, size_t *len)
{
	uint32_t c = decode((const unsigned char *)s, strnlen(s, 4), len);

	if (*len == 1 && c == 0xfffd)
		return '?';
	return is_control(c) ? ' ' : 0;
}

char *text_clean(char *s)
{
	size_t at, len;
	char c;

	for (at = 0; s[at]; at += len) {
		len = 1;
		if (s[at] >= 0x20 && s[at] < 0x7f)
			continue;
		c = instead(s + at, &len);
		if (c)
			memset(s + at, c, len);
	}
	return s;
}

bool text_is_clean(const char *s)
{
	size_t len;

	for (; *s; s += len)
		if (instead(s, &len))
			return false;
	return true;
}
