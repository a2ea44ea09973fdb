/* commas.c - whether commas stand where others have points: "4,579" is 4579
 * beside points and 4.579 beside "1,27", so the whole input has to tell. */
#include "import/inside.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

struct commas {
	size_t fractions; /* "1,27", "0,123": cannot be thousands */
	size_t others;    /* "1,234.5", "1,234,567", "3.14", "a,b" */
};

static size_t digits(const char *s)
{
	size_t n = 0;

	while (isdigit((unsigned char)s[n]))
		n++;
	return n;
}

/* Digits in front of s. */
static size_t digits_before(const char *line, const char *s)
{
	size_t n = 0;

	while (s - n > line && isdigit((unsigned char)s[-1 - (long)n]))
		n++;
	return n;
}

/* A comma between two of anything but a blank. */
static void look(struct commas *c, const char *line, const char *s)
{
	size_t before = digits_before(line, s), after = digits(s + 1);
	const char *first = s - before, *end = s + 1 + after;
	bool alone = (first == line || !text_in(first[-1], ",.")) &&
	    (!text_in(*end, ",.") || !isdigit((unsigned char)end[1]));

	if (before == 0 || after == 0 || !alone)
		c->others++;
	else if (after != 3 || before > 3 || *first == '0')
		c->fractions++;
}

/* Whether a word is a number with a point; "2.2.19" is none. */
static bool is_pointed(const char *line, const char *s)
{
	size_t before = digits_before(line, s), after = digits(s + 1);
	const char *first = s - before, *end = s + 1 + after;

	return before > 0 && after > 0 && !text_in(*end, ".") &&
	    (first == line || first[-1] == ' ') &&
	    (*end == '\0' || *end == ' ');
}

/* Points in a heading ("L M B E N C H  2 . 0") or a version say nothing, but
 * many numbers with a point do. */
static bool are_decimal(const struct input *in)
{
	struct commas c = { 0 };
	size_t points = 0;

	for (size_t i = 0; i < in->n; i++) {
		const char *line = in->lines[i].s;

		for (const char *s = line; *s; s++) {
			if (*s == '.' && s > line && is_pointed(line, s))
				points++;
			if (*s == ',' && s > line && s[-1] != ' ' && s[1] &&
			    s[1] != ' ')
				look(&c, line, s);
		}
	}
	return c.fractions > points && c.others == 0;
}

void input_commas(struct input *in)
{
	if (!are_decimal(in))
		return;
	for (size_t i = 0; i < in->n; i++)
		for (char *s = in->lines[i].s; *s; s++)
			if (*s == ',' && s > in->lines[i].s &&
			    isdigit((unsigned char)s[-1]) &&
			    isdigit((unsigned char)s[1]))
				*s = '.';
}
