/* seek_again.c - what to type to check the answer of a bisection. */
#include "cmd/seek.h"

#include "base/buf.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "drive/trees.h"

#include <stdlib.h>
#include <string.h>

#define SHORT 12 /* digits of a commit */

/* " --option 'a word'" */
static void put_word(struct buf *b, const char *option, const char *word)
{
	bool plain = word[0] &&
	    strspn(word,
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789_./:=@%^+,-") == strlen(word);
	char *quoted = plain ? xstrdup(word) : trees_quote(word);

	buf_addf(b, "%s %s", option, quoted);
	free(quoted);
}

void seek_how(const struct seek_opts *o, struct buf *out)
{
	if (o->build)
		put_word(out, " --build", o->build);
	if (o->how == SEEK_CPU)
		buf_add(out, " --cpu-time");
	if (o->how == SEEK_LAB)
		put_word(out, " --lab", o->row);
	if (o->how == SEEK_LAST)
		buf_add(out, " --value");
	if (o->how == SEEK_REGEX)
		put_word(out, " --regex", o->pick);
	if (o->how == SEEK_JSON)
		put_word(out, " --json-path", o->pick);
	if (o->rate)
		buf_add(out, " --higher-is-better");
	if (o->faster)
		buf_add(out, " --faster");
	if (o->text)
		put_word(out, " --measure", o->text);
	if (o->argv)
		buf_add(out, " --");
	for (size_t i = 0; o->argv && o->argv[i]; i++)
		put_word(out, "", o->argv[i]);
}

static void begin(const struct seek *s, struct buf *b)
{
	buf_addf(b, "%s bisect", cmd_program);
	if (s->o->repo && strcmp(s->o->repo_given, ".") != 0)
		put_word(b, " -C", s->o->repo_given);
}

char *seek_check(const struct seek *s, const struct bisect_answer *a)
{
	const char *below = s->p->at[a->below].word;
	const char *above = s->p->at[a->above].word;
	bool blanks = strpbrk(below, " \t") || strpbrk(above, " \t");
	struct buf b = BUF_INIT;

	if (blanks) { /* no list can hold them */
		buf_add(&b, "printf '%s\\n'");
		put_word(&b, "", below);
		put_word(&b, "", above);
		buf_add(&b, " | ");
	}
	begin(s, &b);
	if (blanks) {
		buf_add(&b, " --over -");
	} else if (s->o->repo) {
		buf_addf(&b, " --good %.*s --bad %.*s", SHORT, below, SHORT,
		    above);
	} else {
		char *both = xasprintf("%s %s", below, above);

		put_word(&b, " --over", both);
		free(both);
	}
	seek_how(s->o, &b);
	return buf_take(&b);
}

/* A merge brings in the commits of its second parent. */
char *seek_further(const struct seek *s, const struct bisect_answer *a)
{
	const struct bisect_place *p = &s->p->at[a->first];
	struct buf b = BUF_INIT;

	if (!s->o->repo || a->first != a->last || p->parents < 2)
		return NULL;
	begin(s, &b);
	buf_add(&b, " --good $(git");
	if (strcmp(s->o->repo_given, ".") != 0)
		put_word(&b, " -C", s->o->repo_given);
	buf_addf(&b, " merge-base %.*s^1 %.*s^2) --bad %.*s^2", SHORT, p->word,
	    SHORT, p->word, SHORT, p->word);
	seek_how(s->o, &b);
	return buf_take(&b);
}
