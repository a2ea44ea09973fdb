/* seek_places.c - the words that a bisection goes over. */
#include "cmd/seek.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/cmd.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void places_release(struct places *p)
{
	for (size_t i = 0; i < p->n; i++) {
		free(p->at[i].word);
		free(p->at[i].who);
		free(p->at[i].date);
		free(p->at[i].subject);
		free(p->at[i].why);
	}
	free(p->at);
	memset(p, 0, sizeof(*p));
}

struct bisect_place *places_add(struct places *p, const char *word)
{
	p->at = xgrow(p->at, p->n, &p->cap, sizeof(*p->at));
	memset(&p->at[p->n], 0, sizeof(*p->at));
	p->at[p->n].word = xstrdup(word);
	return &p->at[p->n++];
}

char *seek_fill(const char *text, const char *word)
{
	struct buf b = BUF_INIT;
	const char *at;

	while ((at = strstr(text, "{}")) != NULL) {
		buf_add_mem(&b, text, (size_t)(at - text));
		buf_add(&b, word);
		text = at + 2;
	}
	buf_add(&b, text);
	return buf_take(&b);
}

static void add_words(struct places *p, char *text, const char *between)
{
	while (*text) {
		size_t n;

		text += strspn(text, between);
		n = strcspn(text, between);
		if (n > 0) {
			char *word = xstrndup(text, n);

			places_add(p, word);
			free(word);
		}
		text += n;
	}
}

/* Lines of a file: blanks around them and lines of '#' do not count. */
static void add_lines(struct places *p, char *text)
{
	static const char mark[] = "\xef\xbb\xbf"; /* byte order: Windows' */
	char *line = text_starts(text, mark) ? text + strlen(mark) : text, *end;

	for (; *line; line = end) {
		size_t n = strcspn(line, "\n");

		end = line + n + (line[n] == '\n');
		line[n] = '\0';
		while (isspace((unsigned char)*line))
			line++;
		n = strlen(line);
		while (n > 0 && isspace((unsigned char)line[n - 1]))
			line[--n] = '\0';
		if (n > 0 && *line != '#')
			places_add(p, line);
	}
}

int places_words(struct places *p, const char *over, struct err *e)
{
	struct buf text = BUF_INIT;
	struct stat st;
	int r = 0;

	if (strcmp(over, "-") == 0 ||
	    (stat(over, &st) == 0 && !S_ISDIR(st.st_mode))) {
		r = source_read(over, &text, e);
		if (r == 0 && strlen(buf_str(&text)) != text.len)
			r = err_set(e, -EINVAL, "'%s' is no text", over);
		else if (r == 0 && text.len > 0)
			add_lines(p, text.s);
	} else {
		buf_add(&text, over);
		if (text.len > 0)
			add_words(p, text.s, " \t\n");
	}
	buf_release(&text);
	if (r == 0 && p->n < 2)
		r = err_set(e, -EINVAL,
		    "'--over %.80s' gives %zu place%s, it takes two at least",
		    over, p->n, p->n == 1 ? "" : "s");
	return r;
}
