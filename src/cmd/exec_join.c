/* exec_join.c - runs of commands made apart, as one table of factors. */
#include "cmd/exec.h"

#include "base/mem.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int check(const struct run *r, const char *word, struct err *e)
{
	return run_find(r, EXEC_KEY) ?
	    0 :
	    err_set(e, -EINVAL, "'%s' is no run of a command", word);
}

int exec_join(char *const *word, int n, const struct exec_as *as, bool json,
    struct err *e)
{
	struct run *run = xcalloc((size_t)n + 1, sizeof(*run));
	const struct run **p = xcalloc((size_t)n + 1, sizeof(*p));
	struct buf out = BUF_INIT;
	struct style style = out_style();
	struct json j;
	int read = 0, r = 0;

	if (n < 2)
		r = err_set(e, -EINVAL, "two runs or more are needed to join");
	for (; read < n && r == 0; read++) {
		r = source_run(&run[read], word[read], as->store, e);
		r = r < 0 ? r : check(&run[read], word[read], e);
		p[read] = &run[read];
	}
	if (r == 0 && json) {
		json_init(&j, &out);
		report_joined_json(p, (size_t)n, &j);
		buf_add_char(&out, '\n');
	} else if (r == 0) {
		style.colour = style.colour && !as->file;
		report_joined(p, (size_t)n, &style, &out);
	}
	r = r < 0 ? r : out_put(as->file, &out, e);
	for (int i = 0; i < read; i++)
		run_release(&run[i]);
	free(run);
	free(p);
	buf_release(&out);
	return r;
}
