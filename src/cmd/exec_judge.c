/* exec_judge.c - commands that were measured together, as runs to be judged. */
#include "cmd/exec.h"

#include "base/mem.h"

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
