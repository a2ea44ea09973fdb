/* csv.c - values separated by commas or semicolons under a head, and tables of
 * columns in text; whoever made them. */
#include "import/formats.h"
#include "import/grid.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* -- Cells ---------------------------------------------------------------- */

/* Up to the separator; in quotes it may be a part, and two are one. */
static const char *next_cell(const char *s, char separator, char **out)
{
	char *to = xmalloc(strlen(s) + 1);
	bool quoted = false;
	size_t n = 0;

	s += strspn(s, " ");
	for (; *s && (quoted || *s != separator); s++) {
		if (*s == '"' && quoted && s[1] == '"')
			to[n++] = *s++;
		else if (*s == '"')
			quoted = !quoted;
		else
			to[n++] = *s;
	}
	while (n > 0 && to[n - 1] == ' ')
		n--;
	to[n] = '\0';
	*out = to;
	return s;
}

static size_t cut(const struct line *l, char separator,
    struct grid_cell cell[GRID_COLUMNS])
{
	const char *s = l->s;
	size_t n = 0;

	while (n < GRID_COLUMNS) {
		cell[n].column = (size_t)(s - l->s) + l->skip + 1;
		s = next_cell(s, separator, &cell[n].s);
		n++;
		if (*s++ != separator)
			break;
	}
	return n;
}

static size_t words(const struct line *l, struct grid_cell cell[GRID_COLUMNS])
{
	struct word w[GRID_COLUMNS];
	size_t n = line_words(l, w, GRID_COLUMNS);

	for (size_t i = 0; i < n; i++)
		cell[i] = (struct grid_cell){ word_dup(&w[i]),
			w[i].at + l->skip + 1 };
	return n;
}

static void add(struct grid *g, const struct grid_cell *cell, size_t n,
    size_t no)
{
	struct grid_cell *own = xreallocarray(NULL, n + 1, sizeof(*own));

	memcpy(own, cell, n * sizeof(*own));
	if (g->columns == 0)
		grid_head(g, own, n, no);
	else
		grid_add(g, own, n, no);
}

/* All lines as a table; separator 0: words. False where lines have not as many
 * cells as the head. */
static bool grid_read(const struct input *in, char separator, size_t most,
    struct grid *g)
{
	struct grid_cell *cell = xcalloc(GRID_COLUMNS, sizeof(*cell));
	size_t wrong = 0, n;

	for (size_t i = 0; i < in->n && g->n < most; i++) {
		const struct line *l = &in->lines[i];

		if (line_blank(l) || line_starts(l, "#"))
			continue;
		n = separator ? cut(l, separator, cell) : words(l, cell);
		wrong += g->columns > 0 && n != g->columns;
		add(g, cell, n, l->no);
		if (wrong * 10 > g->n + 10)
			break;
	}
	free(cell);
	return g->n > 0 && wrong * 10 <= g->n && grid_is_table(g);
}

/* -- Formats -------------------------------------------------------------- */

/* Lines that a probe looks at. */
#define SOME 200

static bool separated(const struct input *in, size_t most, struct grid *g)
{
	static const char separators[] = { ',', ';', '|' };

	for (size_t i = 0; i < sizeof(separators); i++) {
		if (grid_read(in, separators[i], most, g) && g->columns > 1)
			return true;
		grid_release(g);
	}
	return false;
}

static int csv_read(struct import *im, const struct input *in, struct err *e)
{
	struct grid g = { 0 };

	(void)e;
	if (separated(in, SIZE_MAX, &g) || grid_read(in, ',', SIZE_MAX, &g))
		grid_put(&g, im, "csv");
	grid_release(&g);
	return 0;
}

static int csv_probe(const struct input *in)
{
	struct grid g = { 0 };
	bool is = separated(in, SOME, &g);

	grid_release(&g);
	return is ? 30 : 0;
}

static int table_read(struct import *im, const struct input *in, struct err *e)
{
	struct grid g = { 0 };

	(void)e;
	if (grid_read(in, 0, SIZE_MAX, &g))
		grid_put(&g, im, "table");
	grid_release(&g);
	return 0;
}

static int table_probe(const struct input *in)
{
	struct grid g = { 0 };
	bool is = grid_read(in, 0, SOME, &g) && g.n > 1;

	grid_release(&g);
	return is ? 20 : 0;
}

/* -- hyperfine ------------------------------------------------------------ */

#define HYPERFINE "command,mean,stddev,median,user,system,min,max"

static int hyperfine_csv_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct grid_cell *cell = xcalloc(GRID_COLUMNS, sizeof(*cell));
	struct run *run = put_run(im);

	(void)e;
	put_remark(im, 1,
	    "spreads are not used: the table does not say of how many runs "
	    "they are");
	for (size_t i = 1; i < in->n; i++) {
		const struct line *l = &in->lines[i];
		size_t n = line_blank(l) ? 0 : cut(l, ',', cell);
		char key[PUT_KEY];
		struct figure f;

		if (n > 1 && figure_read(cell[1].s, strlen(cell[1].s), &f)) {
			f.line = l->no;
			f.column = cell[1].column;
			put_key(key, "hyperfine", cell[0].s);
			put_value(im, run, key, UNIT_NS, &f, 1e9);
		} else if (n > 0) {
			put_complaint(im, l->no, 0, "no command and its mean");
		}
		for (size_t k = 0; k < n; k++)
			free(cell[k].s);
	}
	free(cell);
	return 0;
}

static int hyperfine_csv_probe(const struct input *in)
{
	return in->n > 0 && line_starts(&in->lines[0], HYPERFINE) ? 90 : 0;
}

const struct import_format import_csv = {
	.name = "csv",
	.title = "values with separators under a head",
	.sides = SIDES_ALIKE,
	.probe = csv_probe,
	.read = csv_read,
};

const struct import_format import_table = {
	.name = "table",
	.title = "columns of text under a head",
	.sides = SIDES_ALIKE,
	.probe = table_probe,
	.read = table_read,
};

const struct import_format import_hyperfine_csv = {
	.name = "hyperfine-csv",
	.title = "hyperfine --export-csv",
	.sides = SIDES_ALL,
	.probe = hyperfine_csv_probe,
	.read = hyperfine_csv_read,
};
