/* fs_readdir.c - read a directory.
 *
 * One operation: read all names of a directory of `entries` empty files with
 * readdir(3), from the beginning; us. Inside the clock: the system calls, the
 * library's walk through what they gave and the count of the names, which is
 * checked (P11). Outside: making the files and opening the directory. All of
 * it is cached (P6). Also avoided: P15, see common_files.h. The system is asked
 * as often as the library's buffer wants (glibc 32 KB, musl 2 KB). */
#include "bench/common_files.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>

struct state {
	struct files f;
	DIR *dir;
};

static const struct bench_param params[] = {
	bench_count("entries", 1, FILES, "files in the directory"),
	COMMON_WHERE,
	{ 0 },
};

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	const int64_t want = c->arg[0] + 2; /* . and .. */

	while (n-- > 0) {
		int64_t names = 0;

		rewinddir(s->dir);
		errno = 0;
		while (readdir(s->dir) != NULL)
			names++;
		if (errno != 0)
			return bench_fail(c, "readdir");
		if (names != want)
			return bench_fail_why(c,
			    "%" PRId64 " names instead of %" PRId64, names,
			    want);
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = files_open(c, c->arg[1]);

	if (rc == 0)
		rc = files_enter(c);
	if (rc == 0)
		rc = files_create(c, (uint64_t)c->arg[0]);
	if (rc != 0)
		return rc;
	s->dir = fdopendir(s->f.dir);
	if (s->dir == NULL)
		return bench_fail(c, "fdopendir");
	/* So that each operation has to go back, the first as well. */
	return run(c, 1);
}

static int teardown(struct bench_ctx *c)
{
	struct state *s = c->state;

	closedir(s->dir);
	return 0;
}

const struct bench fs_readdir = {
	.name = "fs_readdir",
	.summary = "read a directory",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 100, COMMON_DIR),
	    bench_case(BENCH_FULL, 1000, COMMON_TMPFS)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "getdents>=2 lseek=1",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
