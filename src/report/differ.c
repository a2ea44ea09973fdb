/* differ.c - the facts that differ within several comparisons. */
#include "report/differ.h"

#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void add_fact(void *to, const char *key, const char *a, const char *b)
{
	struct differ *f = to;
	size_t at = 0;

	(void)a;
	(void)b;
	while (at < f->n && strcmp(f->key[at], key) < 0)
		at++;
	if (at < f->n && strcmp(f->key[at], key) == 0)
		return;
	f->key = xgrow(f->key, f->n, &f->cap, sizeof(*f->key));
	memmove(f->key + at + 1, f->key + at, (f->n - at) * sizeof(*f->key));
	f->key[at] = key;
	f->n++;
}

void differ_init(struct differ *d, const struct many *m)
{
	*d = (struct differ){ NULL, 0, 0 };
	for (size_t k = 0; k < m->n; k++)
		host_diff(&m->pair[k].base->host, &m->pair[k].now->host,
		    add_fact, d);
}

void differ_release(struct differ *d)
{
	free(d->key);
	*d = (struct differ){ NULL, 0, 0 };
}

#define SHORT 24 /* columns */

bool differ_values(const char *a, const char *b, bool all, struct buf *out)
{
	a = a ? a : "unknown";
	b = b ? b : "unknown";
	if (!all && (strlen(a) > SHORT || strlen(b) > SHORT))
		return false;
	buf_addf(out, " (%s, %s)", a, b);
	return true;
}

#define PARTS      " ,;\t"
#define WORDS_SAID 8

/* The next word from *at on, and its length; NULL = no more. */
static const char *next_word(const char **at, size_t *len)
{
	const char *word = *at + strspn(*at, PARTS);

	*len = strcspn(word, PARTS);
	*at = word + *len;
	return *len ? word : NULL;
}

static size_t times_in(const char *list, const char *word, size_t len)
{
	size_t n = 0, got;
	const char *w;

	while ((w = next_word(&list, &got)))
		n += got == len && memcmp(w, word, len) == 0;
	return n;
}

/* The words that `list` has more often than `other`, each as often as that. */
static void add_words(const char *list, const char *other, char sign, size_t *n,
    struct buf *out)
{
	const char *at = list, *word;
	size_t len, all, left;

	while ((word = next_word(&at, &len))) {
		all = times_in(list, word, len);
		left = times_in(at, word, len);
		if (all - left <= times_in(other, word, len))
			continue;
		if ((*n)++ < WORDS_SAID)
			buf_addf(out, "%s%c%.*s", *n > 1 ? " " : "", sign,
			    (int)len, word);
	}
}

bool differ_words(const char *a, const char *b, struct buf *out)
{
	size_t n = 0;

	if (!a || !b || !strpbrk(a, PARTS) || !strpbrk(b, PARTS))
		return false;
	add_words(a, b, '-', &n, out);
	add_words(b, a, '+', &n, out);
	if (n > WORDS_SAID)
		buf_addf(out, " and %zu more", n - WORDS_SAID);
	return n > 0;
}
