/* fs_link.c - give a file one more name.
 *
 * One operation: link an empty file to a name that does not exist in the same
 * directory; us. Inside the clock: this call, checked (P11). Outside: making
 * the file and unlinking the names after each batch, before which its links
 * are counted. Avoids P5, P6, P15, see common_files.h. */
#include "bench/common_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first[] = "first";

static int setup(struct bench_ctx *c)
{
	struct files *f = c->state;
	int rc = files_setup_empty(c);

	if (rc == 0)
		rc = files_enter(c);
	if (rc != 0)
		return rc;
	int fd = openat(f->dir, first, O_CREAT | O_EXCL | O_WRONLY, 0600);
	if (fd < 0)
		return bench_fail(c, "openat");
	close(fd);
	if (linkat(f->dir, first, f->dir, f->name[0], 0) == 0)
		return files_delete(c, 1);
	if (errno == EPERM || errno == ENOTSUP || errno == EMLINK)
		return bench_skip(c, "the file system has no hard links");
	return bench_fail(c, "linkat");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;

	for (uint64_t i = 0; i < n; i++)
		if (linkat(f->dir, first, f->dir, f->name[i], 0) != 0)
			return bench_fail(c, "linkat");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;
	struct stat st;

	if (fstatat(f->dir, first, &st, 0) != 0)
		return bench_fail(c, "fstatat");
	if (st.st_nlink != 1 + n)
		return bench_fail_why(c, "the file has %ju names, not %ju",
		    (uintmax_t)st.st_nlink, (uintmax_t)n + 1);
	return files_delete(c, n);
}

const struct bench fs_link = {
	.name = "fs_link",
	.summary = "give a file one more name",
	.params = common_where_params,
	.cases = bench_cases(bench_case(BENCH_FULL, COMMON_DIR)),
	.state_size = sizeof(struct files),
	.max_ops = FILES,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "link=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
