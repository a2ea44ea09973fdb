/* fs_mkdir.c - make a directory.
 *
 * One operation: make a directory with a name that does not exist; us. Inside
 * the clock: this call, checked (P11). Outside: removing them after each batch,
 * before which the last is looked at. The directory of a batch is new and its
 * entries are hot (P6). Also avoided: P5, P15, see common_files.h. */
#include "bench/common_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;

	for (uint64_t i = 0; i < n; i++)
		if (mkdirat(f->dir, f->name[i], 0700) != 0)
			return bench_fail(c, "mkdirat");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;
	struct stat st;

	if (fstatat(f->dir, f->name[n - 1], &st, AT_SYMLINK_NOFOLLOW) != 0)
		return bench_fail(c, "fstatat");
	if (!S_ISDIR(st.st_mode))
		return bench_fail_why(c, "what was made is no directory");
	for (uint64_t i = 0; i < n; i++)
		if (unlinkat(f->dir, f->name[i], AT_REMOVEDIR) != 0)
			return bench_fail(c, "unlinkat of a directory");
	return files_leave(c);
}

const struct bench fs_mkdir = {
	.name = "fs_mkdir",
	.summary = "make a directory",
	.params = common_where_params,
	.cases = common_where_cases,
	.state_size = sizeof(struct files),
	.max_ops = FILES,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "mkdir=1",
	.setup = files_setup_empty,
	.prepare = files_prepare,
	.run = run,
	.tidy = tidy,
};
