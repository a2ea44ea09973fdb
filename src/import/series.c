/* series.c - lists of pairs under a title, as people type them in a mail:
 *
 *	hackbench $i:
 *
 *	80 11.720
 *	81 11.698
 *
 * The left number is a parameter, so each line is a row; where the title calls
 * it the number of the run ("run #"), the lines are values of one row. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 3 /* lines of a series */

static bool is_title(const struct line *l)
{
	size_t len = strlen(l->s);

	return len > 1 && l->s[len - 1] == ':' &&
	    isalpha((unsigned char)l->s[0]);
}

static bool is_pair(const struct line *l, struct figure *x, struct figure *y)
{
	struct word w[3];

	return line_words(l, w, 3) == 2 && figure_word(l, &w[0], x) &&
	    figure_word(l, &w[1], y);
}

/* Lines of pairs from `from` on, empty ones in front passed over. */
static size_t pairs(const struct input *in, size_t *from)
{
	struct figure x, y;
	size_t n = 0;

	while (*from < in->n && line_blank(&in->lines[*from]))
		++*from;
	while (*from + n < in->n && is_pair(&in->lines[*from + n], &x, &y))
		n++;
	return n;
}

static void put_series(struct import *im, struct run *run,
    const struct input *in, size_t title, size_t from, size_t n)
{
	const struct line *l = &in->lines[title];
	bool runs = line_has(l, "run #") || line_has(l, "runs");
	int len = (int)strcspn(l->s, " :");

	for (size_t i = from; i < from + n; i++) {
		char key[PUT_KEY], *name;
		struct figure x, y;

		is_pair(&in->lines[i], &x, &y);
		name = runs ? xasprintf("%.*s", len, l->s) :
			      xasprintf("%.*s/x=%g", len, l->s, x.value);
		put_key(key, "series", name);
		put_value(im, run, key, UNIT_COUNT, &y, 1);
		free(name);
	}
	put_remark(im, l->no,
	    "'%.*s' has no unit that is known: a number, less is taken for "
	    "better",
	    len, l->s);
}

static size_t walk(struct import *im, const struct input *in)
{
	struct run *run = im ? put_run(im) : NULL;
	size_t found = 0;

	for (size_t i = 0; i < in->n; i++) {
		size_t from = i + 1, n;

		if (!is_title(&in->lines[i]))
			continue;
		n = pairs(in, &from);
		if (n < LEAST)
			continue;
		found++;
		if (im)
			put_series(im, run, in, i, from, n);
		i = from + n - 1;
	}
	return found;
}

static int series_read(struct import *im, const struct input *in, struct err *e)
{
	(void)e;
	walk(im, in);
	return 0;
}

static int series_probe(const struct input *in)
{
	return walk(NULL, in) > 0 ? 25 : 0;
}

const struct import_format import_series = {
	.name = "series",
	.title = "pairs of numbers under a title",
	.probe = series_probe,
	.read = series_read,
};
