/* fs_symlink.c - make a symbolic link.
 *
 * One operation: make a symbolic link, whose text of 6 bytes fits into the
 * inode wherever that is done at all, with a name that does not exist; us.
 * Inside the clock: this call, checked (P11). Outside: unlinking them after
 * each batch, before which the last is read. Avoids P5, P6, P15, see
 * common_files.h. */
#include "bench/common_files.h"

#include <string.h>
#include <unistd.h>

static const char target[] = "target";

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;

	for (uint64_t i = 0; i < n; i++)
		if (symlinkat(target, f->dir, f->name[i]) != 0)
			return bench_fail(c, "symlinkat");
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct files *f = c->state;
	int rc = files_setup_empty(c);

	if (rc != 0)
		return rc;
	/* Not every file system has them. */
	return symlinkat(target, f->top, "link") == 0 ?
	    0 :
	    bench_fail(c, "symlinkat");
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;
	char text[sizeof(target)];
	ssize_t len = readlinkat(f->dir, f->name[n - 1], text, sizeof(text));

	if (len < 0)
		return bench_fail(c, "readlinkat");
	if ((size_t)len != strlen(target) || memcmp(text, target, (size_t)len))
		return bench_fail_why(c, "the link is not as made");
	int rc = files_delete(c, n);
	return rc != 0 ? rc : files_leave(c);
}

const struct bench fs_symlink = {
	.name = "fs_symlink",
	.summary = "make a symbolic link",
	.params = common_where_params,
	.cases = bench_cases(bench_case(BENCH_FULL, COMMON_DIR)),
	.state_size = sizeof(struct files),
	.max_ops = FILES,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "symlink=1",
	.setup = setup,
	.prepare = files_prepare,
	.run = run,
	.tidy = tidy,
};
