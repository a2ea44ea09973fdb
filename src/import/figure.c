/* figure.c - numbers and durations as tools print them. */
#include "import/inside.h"

#include "base/num.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#define DIGITS 64 /* of a number; longer ones are none */

/* Characters that a number may be made of; a comma is looked at later. */
static size_t span(const char *s)
{
	size_t n = s[0] == '-' || s[0] == '+', from;

	from = n;
	while (isdigit((unsigned char)s[n]) || s[n] == '.' || s[n] == ',')
		n++;
	/* "1." is a number, "1.," is none, "..." is none */
	while (n > from && s[n - 1] == ',')
		n--;
	if (n > from && (s[n] == 'e' || s[n] == 'E')) {
		size_t m = n + 1 + (s[n + 1] == '-' || s[n + 1] == '+');

		if (isdigit((unsigned char)s[m])) {
			n = m;
			while (isdigit((unsigned char)s[n]))
				n++;
		}
	}
	return n;
}

/* Whether commas stand where thousands end: "1,234" and "1,234,567.8". One
 * comma with three digits behind it and nothing else is taken for that, as it
 * is by the tools that print both; "0,123" is a fraction. */
static bool thousands(const char *s, size_t len)
{
	size_t first = strcspn(s, ","), run = 0, i;

	if (first == 0 || first > 3 || s[0] == '0')
		return false;
	for (i = first; i < len && s[i] != '.' && s[i] != 'e' && s[i] != 'E';
	     i++) {
		if (s[i] != ',') {
			run++;
			continue;
		}
		if (i > first && run != 3)
			return false;
		run = 0;
	}
	return run == 3;
}

/* The number without separators, a point where the fraction begins. */
static bool plain(const char *s, size_t len, char *out)
{
	char digits[DIGITS];
	size_t n = 0, commas = 0, points = 0;
	bool group;

	if (len == 0 || len >= sizeof(digits))
		return false;
	memcpy(digits, s, len);
	digits[len] = '\0';
	for (size_t i = 0; i < len; i++) {
		commas += digits[i] == ',';
		points += digits[i] == '.';
	}
	if (points > 1)
		return false;
	group = commas > 0 &&
	    thousands(digits + (digits[0] == '-' || digits[0] == '+'),
		len - (digits[0] == '-' || digits[0] == '+'));
	if (!group && (commas > 1 || (commas == 1 && points == 1)))
		return false;
	for (size_t i = 0; i < len; i++)
		if (digits[i] != ',')
			out[n++] = digits[i];
		else if (!group)
			out[n++] = '.';
	out[n] = '\0';
	return true;
}

/* What one of the last place printed is worth. */
static double last_place(const char *s)
{
	const char *point = strchr(s, '.'), *e = s + strcspn(s, "eE");
	double exponent = 0;
	int places = 0;

	if (point)
		for (const char *c = point + 1; c < e; c++)
			places++;
	if (*e)
		num_parse_double(e + 1 + (e[1] == '+'), &exponent);
	return pow(10, exponent - places);
}

bool figure_begin(const char *s, const char **end, struct figure *f)
{
	size_t len = span(s);
	char digits[DIGITS];

	memset(f, 0, sizeof(*f));
	if (!plain(s, len, digits) || num_parse_double(digits, &f->value) != 0)
		return false;
	f->step = last_place(digits);
	*end = s + len;
	return true;
}

static double suffix(const char *s, size_t len)
{
	if (len == 0)
		return 1;
	if (len > 1)
		return 0;
	switch (*s) {
	case 'k':
	case 'K':
		return 1e3;
	case 'M':
		return 1e6;
	case 'G':
		return 1e9;
	default:
		return 0;
	}
}

bool figure_read(const char *s, size_t len, struct figure *f)
{
	char text[DIGITS];
	const char *end;
	double times;

	if (len == 0 || len >= sizeof(text))
		return false;
	memcpy(text, s, len);
	text[len] = '\0';
	if (!figure_begin(text, &end, f))
		return false;
	times = suffix(end, len - (size_t)(end - text));
	f->value *= times;
	f->step *= times;
	return times > 0 && isfinite(f->value);
}

bool figure_word(const struct line *l, const struct word *w, struct figure *f)
{
	if (!figure_read(w->s, w->len, f))
		return false;
	f->line = l->no;
	f->column = w->at + l->skip + 1;
	return true;
}

struct figure figure_of(double value)
{
	return (struct figure){ .value = value };
}

/* -- Durations ------------------------------------------------------------ */

double figure_time_unit(const char *unit, size_t len)
{
	static const struct {
		const char *word;
		double ns;
	} units[] = { { "ns", 1 }, { "nsec", 1 }, { "nsecs", 1 },
		{ "nanoseconds", 1 }, { "us", 1e3 }, { "\xc2\xb5s", 1e3 },
		{ "\xce\xbcs", 1e3 }, { "usec", 1e3 }, { "usecs", 1e3 },
		{ "microseconds", 1e3 }, { "ms", 1e6 }, { "msec", 1e6 },
		{ "msecs", 1e6 }, { "milliseconds", 1e6 }, { "s", 1e9 },
		{ "sec", 1e9 }, { "secs", 1e9 }, { "second", 1e9 },
		{ "seconds", 1e9 }, { "m", 60e9 }, { "min", 60e9 },
		{ "mins", 60e9 }, { "minutes", 60e9 }, { "h", 3600e9 },
		{ "hours", 3600e9 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].word) == len &&
		    memcmp(units[i].word, unit, len) == 0)
			return units[i].ns;
	return 0;
}

/* "1:10:12", "0:00.05" */
static bool clock_time(const char *s, size_t len, struct figure *f)
{
	const char *end = s + len, *at = s;
	double sum = 0;
	int parts = 0;

	while (parts < 3 && figure_begin(at, &at, f) && f->value >= 0) {
		sum = sum * 60 + f->value;
		parts++;
		if (at == end && parts > 1) {
			f->value = sum;
			return true;
		}
		if (at >= end || *at++ != ':')
			return false;
	}
	return false;
}

bool figure_duration(const char *s, size_t len, struct figure *f)
{
	char text[DIGITS];
	const char *at = text;
	double sum = 0, ns = 0;
	size_t n;

	if (len == 0 || len >= sizeof(text))
		return false;
	/* no tool prints thousands of seconds: a comma is a locale's point */
	for (n = 0; n < len; n++)
		text[n] = s[n] == ',' ? '.' : s[n];
	text[len] = '\0';
	if (memchr(text, ':', len))
		return clock_time(text, len, f);
	while (*at) {
		if (!figure_begin(at, &at, f) || f->value < 0)
			return false;
		at += strspn(at, " ");
		n = strcspn(at, "0123456789 .,-");
		ns = figure_time_unit(at, n);
		if (ns == 0)
			return false;
		sum += f->value * ns / 1e9;
		at += n;
		at += strspn(at, " ");
	}
	f->value = sum;
	f->step *= ns / 1e9;
	return ns > 0;
}
