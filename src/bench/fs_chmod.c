/* fs_chmod.c - change the permissions of a file.
 *
 * One operation: chmod of an empty file by its name, to another mode than it
 * has; us. Inside the clock: this call, checked (P11). Outside: making the
 * file; after each batch its mode is looked at. Avoids P5, P6, P15, see
 * common_files.h. */
#include "bench/common_files.h"

#include <sys/stat.h>

#define MODE(odd) ((odd) ? 0600u : 0640u)

static int setup(struct bench_ctx *c)
{
	struct files *f = c->state;
	struct stat st;
	int rc = files_setup_one(c);

	if (rc != 0)
		return rc;
	if (fchmodat(f->dir, f->name[0], MODE(1), 0) == 0 &&
	    fstatat(f->dir, f->name[0], &st, 0) == 0 &&
	    (st.st_mode & 07777) == MODE(1))
		return 0;
	return bench_skip(c, "the file system keeps no permissions");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct files *f = c->state;

	for (uint64_t i = 0; i < n; i++)
		if (fchmodat(f->dir, f->name[0], MODE(i & 1), 0) != 0)
			return bench_fail(c, "fchmodat");
	return 0;
}

/* A batch begins with the even mode: have the odd one there. */
static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct files *f = c->state;

	(void)n;
	if (fchmodat(f->dir, f->name[0], MODE(1), 0) != 0)
		return bench_fail(c, "fchmodat");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;
	struct stat st;

	if (fstatat(f->dir, f->name[0], &st, 0) != 0)
		return bench_fail(c, "fstatat");
	if ((st.st_mode & 07777) != MODE((n - 1) & 1))
		return bench_fail_why(c, "the mode is not as set");
	return 0;
}

const struct bench fs_chmod = {
	.name = "fs_chmod",
	.summary = "change the permissions of a file",
	.params = common_where_params,
	.cases = bench_cases(bench_case(BENCH_FULL, COMMON_DIR)),
	.state_size = sizeof(struct files),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "chmod=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
