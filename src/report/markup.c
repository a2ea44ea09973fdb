/* markup.c - text of others in HTML, SVG and XML. */
#include "report/markup.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* What XML keeps for itself; control characters are none of a picture, and
 * U+FFFE and U+FFFF (EF BF BE, EF BF BF) none of XML. */
void markup_text(struct buf *out, const char *text)
{
	char *clean = text_clean(xstrdup(text));

	for (const char *at = clean; *at; at++) {
		if (*at == '<')
			buf_add(out, "&lt;");
		else if (*at == '>')
			buf_add(out, "&gt;");
		else if (*at == '&')
			buf_add(out, "&amp;");
		else if (*at == '"')
			buf_add(out, "&quot;");
		else if (strncmp(at, "\xef\xbf\xbe", 3) == 0 ||
		    strncmp(at, "\xef\xbf\xbf", 3) == 0)
			at += 2;
		else
			buf_add_char(out, *at);
	}
	free(clean);
}
