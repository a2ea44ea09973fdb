/* fs_create.c - create a small file.
 *
 * One operation: open a name that does not exist with O_CREAT, write the file
 * in one call (none if it is empty), close it. Inside the clock: these calls,
 * each checked (P11; O_EXCL makes an old file an error). Outside: deleting the
 * files after each batch, whose last one's size is looked at. Also avoided: P5,
 * P6, P15, P26, see common_files.h. Source:
 * lmbench's lat_fs, which uses whole paths and 100 files a directory, prints a
 * mean with all waits for the disk, and makes files beside those that it has
 * just deleted: on ext4 most of its time goes by in passing their inodes. The
 * same calls took 529 us of CPU time a file there, and 26 us in directories
 * that are spread as here. */
#include "bench/common_files.h"

#include <fcntl.h>
#include <sys/stat.h>

static size_t list(struct bench_case *out, size_t max)
{
	return files_cases(out, max, true);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct files *f = c->state;
	struct stat st;

	if (fstatat(f->dir, f->name[n - 1], &st, AT_SYMLINK_NOFOLLOW) != 0)
		return bench_fail(c, "fstatat");
	if (!S_ISREG(st.st_mode) || st.st_size != (off_t)f->size)
		return bench_fail_why(c, "the file is not as written");
	int rc = files_delete(c, n);
	return rc != 0 ? rc : files_leave(c);
}

const struct bench fs_create = {
	.name = "fs_create",
	.summary = "create a small file",
	.alias = "lat_fs create",
	.params = files_params,
	.list = list,
	.state_size = sizeof(struct files),
	.max_ops = FILES,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "openat=1 close=1 write>=0", /* write=1 unless size=0 */
	.setup = files_setup,
	.prepare = files_prepare,
	.run = files_create,
	.tidy = tidy,
};
