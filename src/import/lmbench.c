/* lmbench.c - the summary tables of lmbench 2 and 3, as pasted in a mail.
 *
 * A table is a title, heads, a row of dashes that shows where its columns are,
 * and a line for each run: a host of 9 columns, a system of 13, cells that may
 * be missing. Columns are known by the table and their number; a mail may have
 * wrapped the lines or lost the blanks. The k-th line of a host and system in
 * each table is its k-th run. */
#include "import/lmbench.h"
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOST    9 /* columns, as lmbench's getsummary prints them */
#define SYSTEM  13
#define COLUMNS 16

/* One run: a line in each table. */
struct record {
	char *host, *system;
	size_t block; /* the summary that it stands in */
	size_t run;   /* its place in im->runs */
};

struct reader {
	struct import *im;
	const struct input *in;
	struct record *record;
	size_t n, cap, block;
	/* the table at hand */
	const struct lmbench_table *table;
	size_t from[COLUMNS], to[COLUMNS], columns; /* of its dashes */
	size_t indent; /* columns in front of them */
	size_t title;  /* line of it */
	size_t *seen;  /* the last table that each record had a line in */
};

/* -- Records -------------------------------------------------------------- */

static struct run *record_run(struct reader *r, const char *host,
    const char *system)
{
	struct record *rec;

	for (size_t i = 0; i < r->n; i++) {
		rec = &r->record[i];
		if (rec->block != r->block || strcmp(rec->host, host) != 0 ||
		    strcmp(rec->system, system) != 0)
			continue;
		if (r->seen[i] == r->title)
			continue;
		r->seen[i] = r->title;
		return &r->im->runs[rec->run];
	}
	r->record = xgrow(r->record, r->n, &r->cap, sizeof(*r->record));
	r->seen = xreallocarray(r->seen, r->cap, sizeof(*r->seen));
	r->record[r->n] = (struct record){ xstrdup(host), xstrdup(system),
		r->block, r->im->n };
	r->seen[r->n++] = r->title;
	put_run(r->im);
	return &r->im->runs[r->im->n - 1];
}

/* "Linux 2.4.1" is a release, unless the column was too narrow for it. */
static void set_facts(struct run *run, const char *host, const char *system)
{
	const char *release = strchr(system, ' ');

	if (host_get(&run->host, "lmbench.os"))
		return;
	put_fact(run, "lmbench.host", host);
	put_fact(run, "lmbench.os", system);
	if (release && text_starts(system, "Linux ") && strlen(system) < SYSTEM)
		put_fact(run, "kernel.release", release + 1);
}

/* -- Cells ---------------------------------------------------------------- */

static void put_cell(struct reader *r, struct run *run, const struct line *l,
    const struct word *w, size_t column)
{
	const struct lmbench_column *c = &r->table->column[column];
	struct figure f;
	char key[PUT_KEY];

	if (c->kind == LMBENCH_SKIP)
		return;
	if (c->kind == LMBENCH_FACT) {
		put_factn(run, c->name, w->s, w->len);
		return;
	}
	if (!figure_word(l, w, &f)) {
		put_no_number(r->im, l, w);
		return;
	}
	if (f.value <= 0) {
		put_complaint(r->im, f.line, f.column,
		    "'%.*s' is how lmbench writes that it failed", (int)w->len,
		    w->s);
		return;
	}
	put_key(key, "lmbench", c->name);
	put_value(r->im, run, key, r->table->unit, &f, r->table->scale);
}

/* The column that a word stands under; columns where there is none. */
static size_t column_of(const struct reader *r, const struct word *w)
{
	size_t best = r->columns, least = SIZE_MAX, end = w->at + w->len;

	for (size_t i = 0; i < r->columns; i++) {
		/* cells are flush right, mostly */
		size_t off = end > r->to[i] ? end - r->to[i] : r->to[i] - end;

		if (w->at >= r->to[i] || end <= r->from[i] || off >= least)
			continue;
		least = off;
		best = i;
	}
	return best;
}

/* Whether words stand where the dashes say: each under a column of its own,
 * and flush right unless there is a gap somewhere, without which the blanks
 * may have been lost. */
static bool place(const struct reader *r, const struct word *w, size_t n,
    size_t *column)
{
	bool gap = w[0].at > r->indent + HOST + 1 + SYSTEM + 2, flush = true;

	for (size_t i = 0; i < n; i++) {
		size_t end = w[i].at + w[i].len, c = column_of(r, &w[i]);

		if (c == r->columns || (i > 0 && c <= column[i - 1]))
			return false;
		gap |= i > 0 && w[i].at > w[i - 1].at + w[i - 1].len + 1;
		flush &= end + 1 >= r->to[c] && end <= r->to[c] + 1;
		column[i] = c;
	}
	return gap || flush;
}

static void put_cells(struct reader *r, struct run *run, const struct line *l,
    const struct word *w, size_t n, bool aligned)
{
	size_t column[COLUMNS];

	if (n > r->columns) {
		put_complaint(r->im, l->no, 0, "%zu cells in %zu columns", n,
		    r->columns);
		return;
	}
	/* all there are: one after the other, wherever they stand */
	for (size_t i = 0; i < n; i++)
		column[i] = i;
	/* the last one of memory latencies is a guess, mostly none */
	if (!aligned && n + 1 == r->columns &&
	    r->table->column[n].kind == LMBENCH_SKIP)
		aligned = true;
	else if (n > 0 && n < r->columns &&
	    (!aligned || !place(r, w, n, column))) {
		put_complaint(r->im, l->no, 0,
		    "%zu cells of %zu, and which are missing cannot be told", n,
		    r->columns);
		return;
	}
	for (size_t i = 0; i < n; i++)
		put_cell(r, run, l, &w[i], column[i]);
}

/* -- Lines ---------------------------------------------------------------- */

static bool is_cell(const struct word *w)
{
	struct figure f;

	return figure_read(w->s, w->len, &f);
}

/* Host, system, and where the cells begin. Where the blanks are as they were
 * the system ends in its column, else it is two words. */
static bool split_head(const struct word *w, size_t n, size_t indent,
    size_t *cells, char **host, char **system, bool *aligned)
{
	size_t k = 0, end = indent + HOST + 1 + SYSTEM;

	while (k < n && w[k].at < end)
		k++;
	*aligned = k > 1 && w[0].at == indent && w[0].len <= HOST &&
	    w[1].at > indent + HOST && w[k - 1].at + w[k - 1].len == end;
	if (!*aligned)
		k = 3;
	if (n < k || is_cell(&w[0]) || is_cell(&w[1]))
		return false;
	end = w[k - 1].at + w[k - 1].len;
	*host = word_dup(&w[0]);
	*system = *aligned ? xstrndup(w[1].s, end - w[1].at) :
			     xasprintf("%.*s %.*s", (int)w[1].len, w[1].s,
				 (int)w[2].len, w[2].s);
	*cells = k;
	return true;
}

/* A line that a mail cut: its rest stands in the next one. */
static struct line joined(const struct reader *r, size_t *at)
{
	const struct input *in = r->in;
	struct line l = in->lines[*at];
	struct word w[WORDS];

	l.s = xstrdup(l.s);
	while (*at + 1 < in->n) {
		const struct line *next = &in->lines[*at + 1];
		size_t n = line_words(next, w, WORDS);
		char *more;

		if (n == 0 || !is_cell(&w[0]) || !is_cell(&w[n - 1]))
			break;
		more = xasprintf("%s %s", l.s, next->s);
		free(l.s);
		l.s = more;
		++*at;
	}
	return l;
}

static void read_line(struct reader *r, const struct line *l, bool wrapped)
{
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS), cells;
	char *host, *system;
	bool aligned;
	struct run *run;

	if (!split_head(w, n, r->indent, &cells, &host, &system, &aligned)) {
		put_complaint(r->im, l->no, 0, "no line of the table");
		return;
	}
	run = record_run(r, host, system);
	set_facts(run, host, system);
	put_cells(r, run, l, w + cells, n - cells, aligned && !wrapped);
	free(host);
	free(system);
}

/* -- Tables --------------------------------------------------------------- */

static bool is_dashes(const struct line *l)
{
	size_t n = strspn(l->s, "- ");

	return n > 3 && l->s[n] == '\0' && strchr(l->s, '-');
}

/* The columns of the dashes behind host and system; false: none of ours. */
static bool read_dashes(struct reader *r, const struct line *l)
{
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS);

	if (n < 3 || n - 2 > COLUMNS || w[0].len != HOST || w[1].len != SYSTEM)
		return false;
	r->columns = n - 2;
	r->indent = w[0].at;
	for (size_t i = 2; i < n; i++) {
		r->from[i - 2] = w[i].at;
		r->to[i - 2] = w[i].at + w[i].len;
	}
	return true;
}

/* The dashes under a table's heads: within so many lines of its title. */
#define HEADS 10

static bool find_dashes(struct reader *r, size_t *at)
{
	size_t from = *at;

	for (; *at < r->in->n && *at < from + HEADS; ++*at) {
		struct line l = r->in->lines[*at];
		bool ours;

		if (*at > from && lmbench_title(&l))
			return false;
		l.s = xstrdup(l.s);
		/* wrapped as the lines are */
		while (is_dashes(&l) && strchr(l.s, ' ') &&
		    *at + 1 < r->in->n && is_dashes(&r->in->lines[*at + 1])) {
			char *more =
			    xasprintf("%s %s", l.s, r->in->lines[++*at].s);

			free(l.s);
			l.s = more;
		}
		ours = is_dashes(&l) && read_dashes(r, &l);
		free(l.s);
		if (ours)
			return true;
	}
	return false;
}

/* A mail may have an empty line between any two: whether the one behind it goes
 * on with the table. */
static bool is_spaced(const struct reader *r, size_t at)
{
	struct word w[WORDS];
	size_t n =
	    at + 1 < r->in->n ? line_words(&r->in->lines[at + 1], w, WORDS) : 0;

	return n > 2 && !is_cell(&w[0]) && !is_cell(&w[1]) &&
	    is_cell(&w[n - 1]);
}

static void read_table(struct reader *r, size_t *at,
    const struct lmbench_table *kind)
{
	size_t title = r->in->lines[*at].no;

	r->title = title;
	if (!find_dashes(r, at)) {
		put_complaint(r->im, title, 0,
		    "a table without its row of dashes");
		return;
	}
	r->table = lmbench_columns(kind, r->columns);
	if (!r->table) {
		put_complaint(r->im, title, 0,
		    "a table of %zu columns, which none of lmbench's has",
		    r->columns);
		return;
	}
	for (++*at; *at < r->in->n; ++*at) {
		const struct line *raw = &r->in->lines[*at];
		size_t begin = *at;
		struct line l;

		if (line_blank(raw)) {
			if (is_spaced(r, *at))
				continue;
			break;
		}
		if (lmbench_title(raw)) {
			--*at;
			return;
		}
		l = joined(r, at);
		read_line(r, &l, *at > begin);
		free(l.s);
	}
}

static int lmbench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct reader r = { .im = im, .in = in };

	(void)e;
	for (size_t at = 0; at < in->n; at++) {
		const struct lmbench_table *kind =
		    lmbench_title(&in->lines[at]);

		if (line_has(&in->lines[at], "L M B E N C H"))
			r.block++;
		else if (kind)
			read_table(&r, &at, kind);
	}
	for (size_t i = 0; i < r.n; i++) {
		free(r.record[i].host);
		free(r.record[i].system);
	}
	free(r.record);
	free(r.seen);
	return 0;
}

static int lmbench_probe(const struct input *in)
{
	bool dashes = input_has(in, "--------- -------------");

	for (size_t i = 0; i < in->n && dashes; i++)
		if (lmbench_title(&in->lines[i]))
			return 95;
	return 0;
}

const struct import_format import_lmbench = {
	.name = "lmbench",
	.title = "summary tables of lmbench 2 or 3",
	.probe = lmbench_probe,
	.read = lmbench_read,
};
