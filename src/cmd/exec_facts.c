/* exec_facts.c - what the runs of commands say of the machine and of them. */
#include "cmd/exec.h"

#include "base/mem.h"

#include <stdlib.h>

/* What the probe said of the machine holds for all; and what each is. */
void exec_facts(const struct cells *c, struct run *run)
{
	const struct run *first = &run[0];

	for (size_t k = 0; k < c->n; k++) {
		struct run *r = &run[k];

		if (k > 0) {
			host_copy(&r->host, &first->host);
			r->clock_name = first->clock_name ?
			    xstrdup(first->clock_name) :
			    NULL;
			r->clock_cost_ns = first->clock_cost_ns;
			r->clock_step_ns = first->clock_step_ns;
		}
	}
	for (size_t k = 0; k < c->n; k++) {
		const struct cell *cell = &c->cell[k];

		host_set(&run[k].host, FACT_COMMAND, FACT_SETTING, cell->text);
		for (size_t i = 0; i < c->n_factors; i++) {
			const struct factor *f = &c->factor[i];
			char *key = xasprintf("exec.%s", f->name);

			host_set(&run[k].host, key, FACT_SETTING,
			    f->level[cell->level[i]]);
			free(key);
		}
	}
}
