/* left.c - the state of a system as it was at some moment. */
#include "model/left.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order(enum left_kind a, const char *x, enum left_kind b,
    const char *y)
{
	return a != b ? (a > b) - (a < b) : strcmp(x, y);
}

static int by_key(const void *a, const void *b)
{
	const struct thing *x = a, *y = b;

	return order(x->kind, x->key, y->kind, y->key);
}

const char *const left_words[LEFT_KINDS] = { "level", "counter", "choice",
	"process", "unread" };

static bool kind_of(const char *word, enum left_kind *kind)
{
	for (int i = 0; i < LEFT_KINDS; i++)
		if (strcmp(word, left_words[i]) == 0) {
			*kind = (enum left_kind)i;
			return true;
		}
	return false;
}

void left_put(struct left *l, enum left_kind kind, const char *key,
    const char *value)
{
	struct thing *t;

	l->thing = xgrow(l->thing, l->n, &l->cap, sizeof(*l->thing));
	t = &l->thing[l->n++];
	*t = (struct thing){ .kind = kind,
		.key = text_clean(xstrdup(key)),
		.value = text_clean(xstrdup(value)),
		.number = NAN };
	if (kind <= LEFT_COUNTER && num_parse_double(t->value, &t->number) < 0)
		t->number = NAN;
}

void left_sort(struct left *l)
{
	if (l->n > 0)
		qsort(l->thing, l->n, sizeof(*l->thing), by_key);
}

void left_take(struct left *l, struct wire_msg *m)
{
	enum left_kind kind;
	size_t n = 0, i;

	memset(l, 0, sizeof(*l));
	while (m->all && m->all[n])
		n++;
	for (i = 0; i + 2 < n; i += 3)
		if (kind_of(m->all[i], &kind))
			left_put(l, kind, m->all[i + 1], m->all[i + 2]);
	left_sort(l);
}

void left_release(struct left *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->thing[i].key);
		free(l->thing[i].value);
	}
	free(l->thing);
	memset(l, 0, sizeof(*l));
}

/* The first that does not stand before this one. */
static size_t lower(const struct left *l, enum left_kind kind, const char *key)
{
	size_t lo = 0, hi = l->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (order(l->thing[mid].kind, l->thing[mid].key, kind, key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct thing *left_find(const struct left *l, enum left_kind kind,
    const char *key)
{
	size_t at = lower(l, kind, key);

	return at < l->n && l->thing[at].kind == kind &&
		strcmp(l->thing[at].key, key) == 0 ?
	    &l->thing[at] :
	    NULL;
}

double left_number(const struct left *l, enum left_kind kind, const char *key)
{
	const struct thing *t = left_find(l, kind, key);

	return t ? t->number : NAN;
}

const struct thing *left_first(const struct left *l, enum left_kind kind,
    size_t *n)
{
	size_t at = lower(l, kind, ""), end = at;

	while (end < l->n && l->thing[end].kind == kind)
		end++;
	*n = end - at;
	return l->thing + at;
}

bool left_process(const struct thing *t, struct left_process *p)
{
	unsigned long long start, ticks;
	int name = 0;

	if (sscanf(t->key, "%ld", &p->pid) != 1 ||
	    sscanf(t->value, "%ld %llu %llu %n", &p->ppid, &start, &ticks,
		&name) != 3 ||
	    name == 0)
		return false;
	p->start = (double)start;
	p->ticks = (double)ticks;
	p->name = t->value + name;
	return true;
}
