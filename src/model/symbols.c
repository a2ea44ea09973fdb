/* symbols.c - functions by their address. */
#include "model/symbols.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Without a size a function ends at the next one, and is not longer than this:
 * behind the last one of a kernel or module there is a gap. */
#define LONGEST (UINT64_C(1) << 20)

#define NAME_MOST 200 /* bytes of a name that are kept */

void symbols_init(struct symbols *s)
{
	memset(s, 0, sizeof(*s));
}

void symbols_release(struct symbols *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->at[i].name);
	free(s->at);
	symbols_init(s);
}

/* One such ending at the end of [name, end): where it begins, or end. */
static char *without_one(char *name, char *end)
{
	static const char *const words[] = { ".isra", ".constprop", ".part",
		".cold", ".llvm", ".lto_priv" };
	char *at = end;

	while (at > name && isdigit((unsigned char)at[-1]))
		at--;
	if (at < end && at > name && at[-1] == '.')
		at--; /* ".0" behind the word */
	else
		at = end;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t n = strlen(words[i]);

		if ((size_t)(at - name) > n &&
		    strncmp(at - n, words[i], n) == 0)
			return at - n;
	}
	return end;
}

char *symbols_fold(char *name)
{
	char *end = name + strlen(name), *less;

	while ((less = without_one(name, end)) < end)
		end = less;
	*end = '\0';
	return name;
}

void symbols_add(struct symbols *s, uint64_t address, uint64_t size,
    const char *name)
{
	s->at = xgrow(s->at, s->n, &s->cap, sizeof(*s->at));
	s->at[s->n].address = address;
	s->at[s->n].size = size;
	s->at[s->n].name =
	    text_clean(symbols_fold(xstrndup(name, strnlen(name, NAME_MOST))));
	s->n++;
}

/* One line without its newline; false: it is none. */
static bool add_line(struct symbols *s, const char *line, size_t len)
{
	char copy[NAME_MOST + 64], *at, *end;
	uint64_t address;

	if (len >= sizeof(copy))
		len = sizeof(copy) - 1;
	memcpy(copy, line, len);
	copy[len] = '\0';
	if (strlen(copy) != len || !isxdigit((unsigned char)copy[0]))
		return false;
	address = strtoull(copy, &at, 16);
	if (*at != ' ' || at - copy > 16 || at[1] == '\0')
		return false;
	at++;
	if (at[1] == ' ') {
		if (!text_in(at[0], "tTwW"))
			return true;
		at += 2;
	}
	end = at + strcspn(at, " \t");
	if (end == at)
		return false;
	*end = '\0';
	symbols_add(s, address, 0, at);
	return true;
}

size_t symbols_add_kallsyms(struct symbols *s, const char *text, size_t len)
{
	const char *end = text + len, *nl;
	size_t bad = 0;

	for (; text < end; text = nl + 1) {
		nl = memchr(text, '\n', (size_t)(end - text));
		if (!nl)
			nl = end;
		if (nl > text && !add_line(s, text, (size_t)(nl - text)))
			bad++;
	}
	return bad;
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	size_t l, m;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	/* One that says how long it is knows more. */
	if (!x->size != !y->size)
		return x->size ? -1 : 1;
	l = underscores(x->name);
	m = underscores(y->name);
	if (l != m)
		return l < m ? -1 : 1;
	l = strlen(x->name);
	m = strlen(y->name);
	if (l != m)
		return l < m ? -1 : 1;
	return strcmp(x->name, y->name);
}

void symbols_sort(struct symbols *s)
{
	size_t kept = 0;

	if (s->n == 0)
		return;
	qsort(s->at, s->n, sizeof(*s->at), by_address);
	for (size_t i = 0; i < s->n; i++)
		if (kept > 0 && s->at[kept - 1].address == s->at[i].address)
			free(s->at[i].name);
		else
			s->at[kept++] = s->at[i];
	s->n = kept;
}

const char *symbols_find(const struct symbols *s, uint64_t address)
{
	size_t lo = 0, hi = s->n, mid;
	const struct symbol *y;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (s->at[mid].address <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == 0)
		return NULL;
	y = &s->at[lo - 1];
	if (address - y->address >= (y->size ? y->size : LONGEST))
		return NULL;
	return y->name;
}
