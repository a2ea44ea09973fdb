/* table.c - tables align, UTF-8 included, and fit. */
#include "report/table.h"

#include "tap.h"

static const char *const heads[] = { "row", "value", "note", NULL };

static struct buf out;

static const char *printed(struct table *t, size_t width, bool colour)
{
	const struct style s = { .width = width, .colour = colour };

	buf_clear(&out);
	table_print(t, &s, &out);
	table_free(t);
	return buf_str(&out);
}

static struct table *two_rows(const char *align)
{
	struct table *t = table_new(heads, align);

	table_cell(t, "größe");
	table_cellf(t, "%d ns", 5);
	table_cell(t, "short");
	table_cell(t, "ab");
	table_cell(t, "1234 ns");
	table_cell(t, "a longer note");
	return t;
}

static const char *wrapped(const char *text, size_t width, size_t indent)
{
	buf_clear(&out);
	table_wrap(&out, text, width, indent);
	return buf_str(&out);
}

static void test_wrapped(void)
{
	tap_str(wrapped("one two three", 80, 0), "one two three\n",
	    "what fits is one line");
	tap_str(wrapped("one two three", 9, 2), "one two\n  three\n",
	    "what does not is wrapped and indented");
	tap_str(wrapped("incomprehensibilities x", 8, 2),
	    "incomprehensibilities\n  x\n", "a long word stands alone");
	tap_str(wrapped("it is 19 %", 9, 0), "it is\n19 %\n",
	    "a percentage stays whole");
	tap_str(wrapped("run a\0371\037b, c", 9, 0), "run\na 1 b, c\n",
	    "as does a name");
	tap_str(wrapped("", 8, 2), "\n", "an empty line");
}

static void test_narrow(void)
{
	tap_str(printed(two_rows("lrL"), 27, false),
	    "row     value note\n"
	    "größe    5 ns short\n"
	    "ab    1234 ns a longer note\n",
	    "where it is narrow the blanks go first");
	tap_str(printed(two_rows("lrL"), 22, false),
	    "row     value note\n"
	    "größe    5 ns short\n"
	    "ab    1234 ns a long..\n",
	    "then the column that may is cut");
	tap_str(printed(two_rows("lRL"), 19, false),
	    "row    value note\n"
	    "größe   5 ns short\n"
	    "ab    1234.. a lo..\n",
	    "of two the wider first");
	tap_str(printed(two_rows("Lrl"), 14, false),
	    "größe\n"
	    "  value 5 ns\n"
	    "  note short\n"
	    "ab\n"
	    "  value 1234\n"
	    "  ns\n"
	    "  note a\n"
	    "  longer note\n",
	    "no column is cut to nothing: it is a list then");
}

int main(void)
{
	struct table *t;

	tap_str(printed(two_rows("lrl"), 80, false),
	    "row      value  note\n"
	    "größe     5 ns  short\n"
	    "ab     1234 ns  a longer note\n",
	    "columns align by what they show, not by bytes");
	test_narrow();

	t = table_new(heads, "lrl");
	tap_ok(table_rows(t) == 0, "no rows yet");
	table_heading(t, "a family with a name longer than the columns");
	table_cell(t, "x");
	table_cell(t, "");
	table_cell(t, "");
	tap_ok(table_rows(t) == 1, "a heading is no row");
	tap_str(printed(t, 80, false),
	    "row  value  note\n"
	    "a family with a name longer than the columns\n"
	    "x\n",
	    "headings stand alone; no blanks at the end of a line");

	t = table_new(heads, "lrl");
	table_cell(t, "x");
	table_cell(t, "1");
	table_cell(t, "bad");
	table_colour(t, RED);
	tap_str(printed(t, 80, true),
	    "row  value  note\nx        1  \033[31mbad\033[0m\n",
	    "a colour begins and ends around the text");
	t = table_new(heads, "lrl");
	table_cell(t, "x");
	table_cell(t, "1");
	table_cell(t, "bad");
	table_colour(t, RED);
	tap_str(printed(t, 80, false), "row  value  note\nx        1  bad\n",
	    "and only where it may");

	test_wrapped();
	buf_release(&out);
	return tap_done();
}
