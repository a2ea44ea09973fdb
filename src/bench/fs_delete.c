/* fs_delete.c - delete a small file.
 *
 * One operation: unlink a file that was just created and written. Inside the
 * clock: this call, checked (P11). Outside: creating the files before each
 * batch. Their data were never written to the disk, as a rule, so deleting
 * drops them from the page cache (P5). Also avoided: P6, P15, see
 * common_files.h.
 * Source: lmbench's lat_fs, which deletes what it created by whole paths. */
#include "bench/common_files.h"

#include <errno.h>
#include <unistd.h>

static size_t list(struct bench_case *out, size_t max)
{
	return files_cases(out, max, false);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	int rc = files_enter(c);

	return rc != 0 ? rc : files_create(c, n);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct files *f = c->state;

	if (faccessat(f->dir, f->name[n - 1], F_OK, 0) == 0 || errno != ENOENT)
		return bench_fail_why(c, "the file is still there");
	return files_leave(c);
}

const struct bench fs_delete = {
	.name = "fs_delete",
	.summary = "delete a small file",
	.alias = "lat_fs delete",
	.params = files_params,
	.list = list,
	.state_size = sizeof(struct files),
	.max_ops = FILES,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "unlinkat=1",
	.setup = files_setup,
	.prepare = prepare,
	.run = files_delete,
	.tidy = tidy,
};
