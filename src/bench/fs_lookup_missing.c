/* fs_lookup_missing.c - look up a name that does not exist.
 *
 * One operation: fstatat of a name that is not among the 100 files of a
 * directory, so that the answer is ENOENT; ns. name=same: the same name each
 * time, as a search path is gone through; where the system keeps the answer (a
 * negative dentry) nothing is asked of the file system. name=new: another name
 * each time, which no answer is kept for: the directory is searched (P6). tmpfs
 * keeps no answers: both are new to it. Inside the clock: the call and the
 * check that it failed as it must (P11); for name=new counting up the name.
 * Outside: making the files. Also avoided: P15, see common_files.h. */
#include "bench/common_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define OTHERS 100

enum { SAME, NEW };

struct state {
	struct files f;
	char name[16]; /* "missing-aaaaaaa" */
};

static int setup(struct bench_ctx *c)
{
	static const char name[] = "missing-aaaaaaa";
	struct state *s = c->state;
	int rc = files_setup_empty(c);

	memcpy(s->name, name, sizeof(name));
	if (rc == 0)
		rc = files_enter(c);
	return rc != 0 ? rc : files_create(c, OTHERS);
}

/* Count up in letters. */
static void next(char *end)
{
	while (*end == 'z')
		*end-- = 'a';
	++*end;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const bool is_new = c->arg[1] == NEW;
	struct stat st;

	while (n-- > 0) {
		if (is_new)
			next(&s->name[sizeof(s->name) - 2]);
		if (fstatat(s->f.dir, s->name, &st, 0) == 0)
			return bench_fail_why(c, "the name exists");
		if (errno != ENOENT)
			return bench_fail(c, "fstatat");
	}
	return 0;
}

const struct bench fs_lookup_missing = {
	.name = "fs_lookup_missing",
	.summary = "look up a name that does not exist",
	.params = bench_params(COMMON_WHERE,
	    bench_word("name", "the same one each time or a new one", "same",
		"new")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, COMMON_DIR, SAME),
	    bench_case(BENCH_FULL, COMMON_DIR, NEW)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "stat=1",
	.setup = setup,
	.run = run,
};
