/* table.c - columns of text that align, UTF-8 included, and fit a width. */
#include "report/table.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 16
#define GAP     2 /* blanks between columns; one where it is narrow */
#define LEAST   6 /* a column is never cut to less */
#define CUT     ".."
#define NARROW  60 /* below, what does not fit side by side stands in a list */

struct cell {
	char *text; /* NULL in the first cell of a heading's row: see below */
	enum colour colour;
};

/* A heading has its text in cell 0 and is marked. */
struct row {
	struct cell cell[COLUMNS];
	bool heading;
};

struct table {
	const char *const *heads;
	const char *align;
	size_t columns;
	struct row *row;
	size_t n, cap;
	size_t at; /* next cell of the last row; columns = none is open */
};

const char *style_on(const struct style *s, enum colour c)
{
	static const char *const codes[COLOURS] = { "", "\033[1m", "\033[2m",
		"\033[31m", "\033[32m", "\033[33m" };

	return s->colour ? codes[c] : "";
}

const char *style_off(const struct style *s, enum colour c)
{
	return s->colour && c != PLAIN ? "\033[0m" : "";
}

struct table *table_new(const char *const *heads, const char *align)
{
	struct table *t = xcalloc(1, sizeof(*t));

	t->heads = heads;
	t->align = align;
	t->columns = strlen(align);
	t->at = t->columns;
	return t;
}

void table_free(struct table *t)
{
	size_t i, c;

	if (!t)
		return;
	for (i = 0; i < t->n; i++)
		for (c = 0; c < COLUMNS; c++)
			free(t->row[i].cell[c].text);
	free(t->row);
	free(t);
}

static struct row *add_row(struct table *t)
{
	t->row = xgrow(t->row, t->n, &t->cap, sizeof(*t->row));
	memset(&t->row[t->n], 0, sizeof(*t->row));
	return &t->row[t->n++];
}

void table_cell(struct table *t, const char *text)
{
	if (t->at == t->columns) {
		add_row(t);
		t->at = 0;
	}
	t->row[t->n - 1].cell[t->at++].text = xstrdup(text);
}

void table_cellf(struct table *t, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	table_cell(t, text);
	free(text);
}

void table_colour(struct table *t, enum colour c)
{
	t->row[t->n - 1].cell[t->at - 1].colour = c;
}

void table_heading(struct table *t, const char *text)
{
	struct row *r = add_row(t);

	r->heading = true;
	r->cell[0].text = xstrdup(text);
	t->at = t->columns;
}

size_t table_rows(const struct table *t)
{
	size_t i, n = 0;

	for (i = 0; i < t->n; i++)
		n += !t->row[i].heading;
	return n;
}

/* The widest of the columns that may be cut further; t->columns = none. */
static size_t widest(const struct table *t, const size_t *w)
{
	size_t c, best = t->columns;

	for (c = 0; c < t->columns; c++)
		if (isupper((unsigned char)t->align[c]) && w[c] > LEAST &&
		    (best == t->columns || w[c] > w[best]))
			best = c;
	return best;
}

/* Natural widths; where they are too much, first the blanks between columns
 * go, then the excess is taken from the widest that may be cut. Returns how
 * wide all is; *blanks between columns. */
static size_t widths(const struct table *t, size_t limit, size_t *w,
    size_t *blanks)
{
	size_t i, c, sum = 0, gap = GAP;

	for (c = 0; c < t->columns; c++) {
		w[c] = text_width(t->heads[c]);
		for (i = 0; i < t->n; i++)
			if (!t->row[i].heading && t->row[i].cell[c].text &&
			    text_width(t->row[i].cell[c].text) > w[c])
				w[c] = text_width(t->row[i].cell[c].text);
		sum += w[c];
	}
	while (gap > 1 && sum + gap * (t->columns - 1) > limit)
		gap--;
	sum += gap * (t->columns - 1);
	for (; sum > limit && (c = widest(t, w)) < t->columns; sum--)
		w[c]--;
	*blanks = gap;
	return sum;
}

static void put_cell(struct buf *out, const char *text, size_t width,
    bool right, enum colour colour, const struct style *s)
{
	size_t have = text_width(text), keep = strlen(text), fill;
	const char *mark = "";

	if (have > width) {
		keep = text_fit(text, width - strlen(CUT));
		mark = CUT;
		have = width; /* as good as: wide characters may leave one */
	}
	fill = width - have;
	if (right)
		buf_add_fill(out, ' ', fill);
	buf_add(out, style_on(s, colour));
	buf_add_mem(out, text, keep);
	buf_add(out, mark);
	buf_add(out, style_off(s, colour));
	if (!right)
		buf_add_fill(out, ' ', fill);
}

/* A line without trailing blanks. */
static void end_line(struct buf *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	buf_add_char(out, '\n');
}

static void put_heads(const struct table *t, const size_t *w, size_t gap,
    const struct style *s, struct buf *out)
{
	bool any = false;
	size_t c;

	for (c = 0; c < t->columns; c++)
		any |= t->heads[c][0] != '\0';
	if (!any)
		return;
	for (c = 0; c < t->columns; c++) {
		buf_add_fill(out, ' ', c ? gap : 0);
		put_cell(out, t->heads[c], w[c],
		    tolower((unsigned char)t->align[c]) == 'r', PLAIN, s);
	}
	end_line(out);
}

/* A row below each other: its first cell, then each head with its cell. */
static void put_list(const struct table *t, const struct row *r,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	size_t first = 0, c;

	while (first + 1 < t->columns &&
	    !(r->cell[first].text && r->cell[first].text[0]))
		first++;
	for (c = first; c < t->columns; c++) {
		const char *text = r->cell[c].text;

		if (!text || !*text)
			continue;
		buf_clear(&line);
		if (c > first)
			buf_addf(&line, "%s%s", t->heads[c],
			    t->heads[c][0] ? " " : "");
		buf_add(&line, text);
		buf_add(out, style_on(s, r->cell[c].colour));
		buf_add(out, c > first ? "  " : "");
		table_wrap(out, buf_str(&line), s->width, c > first ? 2 : 0);
		buf_add(out, style_off(s, r->cell[c].colour));
	}
	buf_release(&line);
}

static void put_heading(const struct row *r, const struct style *s,
    struct buf *out)
{
	buf_addf(out, "%s%s%s\n", style_on(s, BOLD), r->cell[0].text,
	    style_off(s, BOLD));
}

void table_print(const struct table *t, const struct style *s, struct buf *out)
{
	size_t w[COLUMNS], i, c, gap, sum = widths(t, s->width, w, &gap);
	const struct row *r;

	if (sum > s->width && s->width < NARROW) {
		for (i = 0; i < t->n; i++)
			if (t->row[i].heading)
				put_heading(&t->row[i], s, out);
			else
				put_list(t, &t->row[i], s, out);
		return;
	}
	put_heads(t, w, gap, s, out);
	for (i = 0; i < t->n; i++) {
		r = &t->row[i];
		if (r->heading) {
			put_heading(r, s, out);
			continue;
		}
		for (c = 0; c < t->columns; c++) {
			buf_add_fill(out, ' ', c ? gap : 0);
			put_cell(out, r->cell[c].text ? r->cell[c].text : "",
			    w[c], tolower((unsigned char)t->align[c]) == 'r',
			    r->cell[c].colour, s);
		}
		end_line(out);
	}
}

void table_hold(struct buf *text, size_t from)
{
	for (size_t i = from; i < text->len; i++)
		if (text->s[i] == ' ')
			text->s[i] = TABLE_BLANK;
}

void table_wrap(struct buf *out, const char *text, size_t width, size_t indent)
{
	size_t at = indent, len, cols;
	char *word, *p;

	while (*text) {
		len = strcspn(text, " \n");
		if (text[len] == ' ' && text[len + 1] == '%') /* "19 %" */
			len += 1 + strcspn(text + len + 1, " \n");
		word = xstrndup(text, len);
		for (p = word; *p; p++)
			if (*p == TABLE_BLANK)
				*p = ' ';
		cols = text_width(word);
		if (at > indent && at + 1 + cols > width) {
			buf_add_char(out, '\n');
			buf_add_fill(out, ' ', indent);
			at = indent;
		} else if (at > indent) {
			buf_add_char(out, ' ');
			at++;
		}
		buf_add(out, word);
		at += cols;
		free(word);
		text += len;
		text += strspn(text, " \n");
	}
	buf_add_char(out, '\n');
}
