/* exec_judge.c - commands that were measured together, as runs to be judged. */
#include "cmd/exec.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

void exec_pair(struct run *r, size_t n, const struct exec_opts *o)
{
	char uuid[37];

	if (n < 2)
		return;
	run_uuid(uuid);
	for (size_t k = 0; k < n; k++) {
		r[k].pair = xstrdup(uuid);
		r[k].arm = k < 26 ? xasprintf("%c", (int)('a' + k)) :
				    xasprintf("%zu", k + 1);
		r[k].looks = o->fixed ? 0 : o->most;
	}
}

size_t exec_judge(const struct run *r, size_t n, const struct exec_opts *o,
    struct judge_pair *pair, struct verdict_set *out)
{
	size_t m = 0;

	for (size_t k = 0; k < n; k++)
		if (k != o->reference)
			pair[m++] =
			    (struct judge_pair){ .base = &r[o->reference],
				    .now = &r[k],
				    .opts = o->judge };
	judge_compare_many(pair, m, out);
	return m;
}

bool exec_settled(const struct verdict_set *v, double until)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct comparison *c = &v->rows[i];
		double half = (log1p(c->hi) - log1p(c->lo)) / 2;

		if (strcmp(c->key, EXEC_KEY) == 0)
			return judge_decided(c) || (until > 0 && half <= until);
	}
	return false;
}

int exec_status(const struct verdict_set *v, bool need_decision)
{
	for (size_t i = 0; i < v->n; i++)
		if (strcmp(v->rows[i].key, EXEC_KEY) == 0)
			return v->not_comparable                         ? 2 :
			    v->rows[i].verdict == VERDICT_SLOWER         ? 1 :
			    need_decision && !judge_decided(&v->rows[i]) ? 3 :
									   0;
	return judge_exit_status(v, need_decision);
}
