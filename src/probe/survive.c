/* survive.c - rows measured in processes that live on from step to step. */
#include "probe/survive.h"

#include "base/mem.h"
#include "probe/out.h"

#include <stdlib.h>
#include <string.h>

/* Directories are numbered by invocations: each survivor has such a range of
 * its own below the one scratch directory. */
#define RANGE UINT64_C(1000000)

struct survivor {
	char *key;
	struct measurer *m;
};

static struct measurer *find(struct survive *s, const struct measurer *m,
    const char *key)
{
	struct survivor *v;

	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->list[i].key, key) == 0)
			return s->list[i].m;
	s->list = xgrow(s->list, s->n, &s->cap, sizeof(*s->list));
	v = &s->list[s->n++];
	v->key = xstrdup(key);
	v->m = xcalloc(1, sizeof(*v->m));
	measure_init(v->m);
	v->m->began_ns = m->began_ns;
	v->m->clock = m->clock;
	v->m->clock_error = m->clock_error;
	v->m->invocations = s->n * RANGE;
	memcpy(v->m->scratch.path, m->scratch.path, SCRATCH_PATH);
	v->m->scratch_error = m->scratch_error;
	return v->m;
}

void survive_step(struct survive *s, const struct measurer *m,
    const struct measure_step *step, const char *key, int64_t id)
{
	struct measurer *own = find(s, m, key);
	struct measure_result r;

	out_start(id, key);
	measure_again(own, step, &r);
	out_result(id, key, &step->row, own, &r);
}

void survive_release(struct survive *s)
{
	for (size_t i = 0; i < s->n; i++) {
		s->list[i].m->scratch.path[0] = '\0'; /* another's */
		measure_release(s->list[i].m);
		free(s->list[i].m);
		free(s->list[i].key);
	}
	free(s->list);
	memset(s, 0, sizeof(*s));
}
