/* fs_rename.c - give a file another name.
 *
 * One operation: rename an empty file to a name that does not exist in the
 * same directory, where it is the only one; us. Inside the clock: this call,
 * checked (P11). Outside: making the file. The next operation gives it the
 * first name again, so both names are hot (P6); no data are written (P5). Also
 * avoided: P15, see common_files.h. */
#include "bench/common_files.h"

#include <stdio.h>

static int run(struct bench_ctx *c, uint64_t n)
{
	struct files *f = c->state;
	const char *name[] = { f->name[f->at], f->name[!f->at] };

	f->at ^= n & 1;
	for (uint64_t i = 0; i < n; i++)
		if (renameat(f->dir, name[i & 1], f->dir, name[~i & 1]) != 0)
			return bench_fail(c, "renameat");
	return 0;
}

const struct bench fs_rename = {
	.name = "fs_rename",
	.summary = "rename a file",
	.params = common_where_params,
	.cases = common_where_cases,
	.state_size = sizeof(struct files),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "rename=1",
	.setup = files_setup_one,
	.run = run,
};
