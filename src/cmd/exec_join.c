/* exec_join.c - runs of commands made apart, as one table of factors. */
#include "cmd/exec.h"

#include "base/mem.h"
#include "cmd/cmd.h"
#include "judge/joined.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Runs of commands, or imported ones: a time that all have. */
static int check(const struct run *const *run, int n, char *const *word,
    struct err *e)
{
	if (joined_row(run, (size_t)n))
		return 0;
	for (int i = 0; i < n; i++)
		if (!joined_row(run + i, 1))
			return err_set(e, -EINVAL, "'%s' has no time to join",
			    word[i]);
	return err_set(e, -EINVAL, "these runs have no time in common");
}

static int check_twice(const struct run *r, int n, const char *word,
    struct err *e)
{
	for (int i = 0; i < n; i++)
		if (strcmp(r[i].uuid, r[n].uuid) == 0)
			return err_set(e, -EINVAL, "run '%s' is given twice",
			    word);
	return 0;
}

/* The table is text or JSON; a picture of it there is none. */
static int check_file(const char *file, bool *json, struct err *e)
{
	const char *end = file ? strrchr(file, '.') : NULL;

	if (!end || strchr(end, '/') || strcmp(end, ".txt") == 0)
		return 0;
	if (strcmp(end, ".json") != 0)
		return err_set(e, -EINVAL,
		    "'--join' writes text (.txt) or JSON (.json), not '%s'",
		    file);
	*json = true;
	return 0;
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

	r = check_file(as->file, &json, e);
	if (r == 0 && n < 2)
		r = err_set(e, -EINVAL, "two runs or more are needed to join");
	for (; read < n && r == 0; read++) {
		r = source_run(&run[read], word[read], as->store, e);
		r = r < 0 ? r : check_twice(run, read, word[read], e);
		p[read] = &run[read];
	}
	r = r < 0 ? r : check(p, n, word, e);
	if (r == 0 && json) {
		json_init(&j, &out);
		report_joined_json(p, (size_t)n, &j);
		buf_add_char(&out, '\n');
	} else if (r == 0) {
		style.colour = style.colour && !as->file;
		report_joined(p, (size_t)n, false, &style, &out);
	}
	r = r < 0 ? r : out_put(as->file, &out, e);
	for (int i = 0; i < read; i++)
		run_release(&run[i]);
	free(run);
	free(p);
	buf_release(&out);
	return r;
}
