/* fs_lookup_deep.c - walk a long path.
 *
 * One operation: fstatat of a file by a relative path of `depth` components,
 * each but the last a directory (via=dirs) or a symbolic link to the next
 * directory (via=links); ns. Inside the clock: the call and the check of its
 * result (P11). Outside: making the path, whose dentries are then cached (P6).
 * Avoids P15: relative, so where the scratch directory is does not matter. With
 * few components it is sys_stat. */
#include "bench/common_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH 200 /* at most; the engine removes 256 levels */
#define LINKS 40  /* more in one path is ELOOP: MAXSYMLINKS of Linux */

enum { DIRS, LINKED };

struct state {
	struct files f;
	char path[2 * DEPTH]; /* "d/d/f" has depth 3 */
};

static const struct bench_param params[] = {
	bench_count("depth", 1, DEPTH, "components of the path"),
	bench_word("via", "through directories or links to them", "dirs",
	    "links"),
	COMMON_WHERE,
	{ 0 },
};

/* A level down from `at`, which is closed. */
static int deeper(int at, bool link)
{
	int next = -1;

	if (mkdirat(at, "d", 0700) == 0 &&
	    (!link || symlinkat("d", at, "l") == 0))
		next = openat(at, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	close(at);
	return next;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const bool link = c->arg[1] == LINKED;
	int64_t depth = c->arg[0];
	char *p = s->path;
	int rc, at;

	if (link && depth > LINKS)
		return bench_skip(c, "a path has at most %d links", LINKS);
	rc = files_open(c, c->arg[2]);
	if (rc != 0)
		return rc;
	for (at = dup(s->f.top); depth > 1 && at >= 0; depth--) {
		at = deeper(at, link);
		*p++ = link ? 'l' : 'd';
		*p++ = '/';
	}
	if (at < 0)
		return bench_fail(c, "mkdirat");
	*p = 'f';
	int fd = openat(at, p, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	close(at);
	if (fd < 0)
		return bench_fail(c, "openat");
	close(fd);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	struct stat st;

	while (n-- > 0)
		if (fstatat(s->f.top, s->path, &st, 0) != 0)
			return bench_fail(c, "fstatat");
	return 0;
}

const struct bench fs_lookup_deep = {
	.name = "fs_lookup_deep",
	.summary = "walk a long path",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, 32, DIRS, COMMON_DIR),
	    bench_case(BENCH_FULL, 32, LINKED, COMMON_DIR)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "stat=1",
	.setup = setup,
	.run = run,
};
