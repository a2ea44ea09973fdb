/* markdown.c - text of others, cells and lists in Markdown. */
#include "report/markdown.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Text as text: a backslash before what Markdown or HTML would take for its
 * own, no end of line, and '@' and '#' parted from what follows, which GitHub
 * would else make into a person or an issue. */
void markdown_text(struct buf *out, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c < ' ' || c == 0x7f)
			buf_add_char(out, ' ');
		else if (*s == '@' || *s == '#')
			buf_addf(out, "%c<!-- -->", *s);
		else if (*s == '<')
			buf_add(out, "&lt;");
		else if (*s == '>')
			buf_add(out, "&gt;");
		else if (*s == '&')
			buf_add(out, "&amp;");
		else if (text_in(*s, "\\`*_[]|~$"))
			buf_addf(out, "\\%c", *s);
		else
			buf_add_char(out, *s);
	}
}

void markdown_cell(struct buf *out, const char *s)
{
	buf_add_char(out, ' ');
	markdown_text(out, s);
	buf_add(out, " |");
}

void markdown_rule(struct buf *out, const char *align)
{
	buf_add_char(out, '|');
	for (; *align; align++)
		buf_add(out, *align == 'r' ? "--:|" : "---|");
	buf_add_char(out, '\n');
}

/* Lines made for a terminal, as items of a list. */
void markdown_items(const struct buf *lines, struct buf *out)
{
	const char *s = buf_str(lines);
	size_t len;
	char *line;

	for (; *s; s += len + (s[len] != '\0')) {
		len = strcspn(s, "\n");
		if (len == 0)
			continue;
		line = xstrndup(s, len);
		buf_add(out, "- ");
		markdown_text(out, line);
		buf_add_char(out, '\n');
		free(line);
	}
}
