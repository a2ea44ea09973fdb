/* page.c - what the files of the rows say of themselves. */
#include "report/page.h"

#include "base/mem.h"
#include "report/table.h"

#include <stdlib.h>
#include <string.h>

static const char *const heads[PAGE_PARTS] = {
	[PAGE_OPERATION] = "operation",
	[PAGE_INSIDE] = "inside",
	[PAGE_OUTSIDE] = "outside",
	[PAGE_AVOIDS] = "avoids",
	[PAGE_SOURCE] = "source",
	[PAGE_MORE] = "more",
};

const struct page *page_find(const char *name)
{
	const struct page *p;

	for (p = page_table; p->name; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}

/* A line of a table: its last column is wrapped under itself. */
static void put_columns(struct buf *out, const char *line, size_t width,
    size_t indent)
{
	size_t at = strspn(line, " "), i;

	for (i = at; line[i]; i++)
		if (line[i] == ' ' && line[i + 1] == ' ')
			break;
	if (line[i])
		at = i + strspn(line + i, " ");
	buf_add_mem(out, line, at);
	table_wrap(out, line + at, width, indent + at);
}

void page_put(struct buf *out, const char *head, const char *text, size_t width,
    size_t indent)
{
	size_t len;
	char *line;

	for (; text && *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		line = xstrndup(text, len);
		buf_addf(out, "  %-*s", (int)indent - 2, head);
		if (line[0] == ' ')
			put_columns(out, line, width, indent);
		else
			table_wrap(out, line, width, indent);
		free(line);
		head = "";
	}
}

static void put_pitfalls(const struct page *p, const char *head, size_t width,
    size_t indent, struct buf *out)
{
	struct buf b = BUF_INIT;
	const unsigned char *n;

	for (n = p->pitfall; *n; n++) {
		buf_clear(&b);
		buf_addf(&b, "P%u %s", *n,
		    page_pitfall[*n] ? page_pitfall[*n] : "?");
		page_put(out, n == p->pitfall ? head : "", buf_str(&b), width,
		    indent);
	}
	buf_release(&b);
}

void page_parts(const struct page *p, size_t width, size_t indent,
    struct buf *out)
{
	size_t i;

	for (i = 0; i < PAGE_PARTS; i++) {
		page_put(out, heads[i], p->part[i], width, indent);
		if (i == PAGE_AVOIDS)
			put_pitfalls(p, p->part[i] ? "" : heads[i], width,
			    indent, out);
	}
}
