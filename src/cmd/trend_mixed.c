/* trend_mixed.c - factors that a series of runs mixes. */
#include "cmd/trend.h"

#include "base/buf.h"
#include "base/mem.h"
#include "judge/confound.h"

#include <string.h>

#define MOST 200 /* runs whose facts are read; more are no table of factors */

char *trend_mixed(struct store *store, const struct store_point *point,
    const struct trend_series *s, const char *by)
{
	struct run *run = xcalloc(s->n + 1, sizeof(*run));
	const struct run **p = xcalloc(s->n + 1, sizeof(*p));
	struct buf text = BUF_INIT;
	struct factors f;
	struct err none;
	size_t n;

	for (n = 0; n < s->n && s->n <= MOST; n++) {
		run_init(&run[n]);
		store_facts(store, point[s->run[n]].id, &run[n].host, &none);
		p[n] = &run[n];
	}
	f = factors_of(p, n);
	for (size_t i = 0; i < f.n; i++)
		if (factors_vary(p, n, f.key[i]) &&
		    !(by && strcmp(by, f.key[i]) == 0))
			buf_addf(&text, "%s%.40s", text.len ? ", " : "",
			    factors_name(f.key[i]));
	factors_release(&f);
	while (n > 0)
		run_release(&run[--n]);
	free(run);
	free(p);
	return text.len > 0 ? buf_take(&text) : NULL;
}
