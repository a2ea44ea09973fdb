/* fs_excl.c - take a lock file and release it.
 *
 * One operation: make an empty file with O_CREAT | O_EXCL, close it and unlink
 * it again, as lock files are used (name=free); or try to, where it exists, so
 * that the answer is EEXIST (name=taken); us. Inside the clock: these calls,
 * each checked (P11). Outside: the directory, which holds nothing else.
 * Avoids P5, P6, P15, see common_files.h. */
#include "bench/common_files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { FREE, TAKEN };

static int setup(struct bench_ctx *c)
{
	int rc = files_setup_one(c);

	if (rc != 0 || c->arg[1] == TAKEN)
		return rc;
	return files_delete(c, 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct files *f = c->state;
	const bool taken = c->arg[1] == TAKEN;

	while (n-- > 0) {
		int fd = openat(f->dir, f->name[0],
		    O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

		if (taken && fd < 0 && errno == EEXIST)
			continue;
		if (fd < 0)
			return bench_fail(c, "openat");
		if (taken)
			return bench_fail_why(c, "the file was made twice");
		if (close(fd) != 0)
			return bench_fail(c, "close");
		if (unlinkat(f->dir, f->name[0], 0) != 0)
			return bench_fail(c, "unlinkat");
	}
	return 0;
}

static const char *calls_of(const struct bench_ctx *c)
{
	return c->arg[1] == TAKEN ? "openat=1" : "openat=1 close=1 unlinkat=1";
}

const struct bench fs_excl = {
	.name = "fs_excl",
	.summary = "take a lock file and release it",
	.params = bench_params(COMMON_WHERE,
	    bench_word("name", "whether the lock is free", "free", "taken")),
	.cases = bench_cases(bench_case(BENCH_FULL, COMMON_DIR, TAKEN),
	    bench_case(BENCH_FULL, COMMON_DIR, FREE)),
	.state_size = sizeof(struct files),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls_of = calls_of,
	.setup = setup,
	.run = run,
};
