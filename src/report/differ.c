/* differ.c - the facts that differ within several comparisons. */
#include "report/differ.h"

#include "base/mem.h"

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
