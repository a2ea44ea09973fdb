/* exec_effects.c - factors of commands, the command one of them. */
#include "cmd/exec.h"

#include "base/mem.h"

#include <stdlib.h>

static size_t combinations(const struct cells *c)
{
	size_t n = 1;

	for (size_t i = 0; i < c->n_factors; i++)
		n *= c->factor[i].n;
	return n;
}

bool exec_is_table(const struct cells *c)
{
	size_t varied = c->n > combinations(c);

	for (size_t i = 0; i < c->n_factors; i++)
		varied += c->factor[i].n > 1;
	return varied > 1;
}

void exec_effects(struct exec_effects *x, const struct cells *c,
    const struct run *r)
{
	size_t each = combinations(c), n = c->n_factors + 1;
	size_t *levels = xcalloc(n, sizeof(*levels));
	const struct run **run = xcalloc(c->n, sizeof(*run));
	const struct result **res = xcalloc(c->n, sizeof(*res));
	struct effects_table t = { n, levels, c->n, run, res };

	x->factor = xcalloc(n, sizeof(*x->factor));
	x->command = xcalloc(c->n / each + 1, sizeof(*x->command));
	x->factor[0] = (struct report_factor){ "command", x->command };
	levels[0] = c->n / each;
	for (size_t i = 0; i < levels[0]; i++)
		x->command[i] = xasprintf("command %zu", i + 1);
	for (size_t i = 1; i < n; i++) {
		const struct factor *f = &c->factor[i - 1];

		x->factor[i] = (struct report_factor){ f->name, f->level };
		levels[i] = f->n;
	}
	for (size_t k = 0; k < c->n; k++) {
		run[k] = &r[k];
		res[k] = run_find(&r[k], EXEC_KEY);
	}
	x->n = effects_of(&t, &x->effect, &x->rounds);
	free(levels);
	free(run);
	free(res);
}

void exec_effects_release(struct exec_effects *x)
{
	for (size_t i = 0; x->command && x->command[i]; i++)
		free(x->command[i]);
	free(x->command);
	free(x->factor);
	free(x->effect);
}
