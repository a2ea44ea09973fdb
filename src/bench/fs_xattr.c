/* fs_xattr.c - an extended attribute of a file.
 *
 * One operation: on the open file, set the 16 bytes of an attribute "user."
 * that exists to others (call=set) or get them (call=get); us. Inside the
 * clock: the call and the check of its result (P11). Outside: making the file
 * and the attribute; after each batch the attribute is looked at. Avoids P5,
 * P6, P15, see common_files.h. */
#include "bench/common_files.h"

#include <fcntl.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#define NAME  "user.perfloss"
#define WORDS 2

enum { SET, GET };

struct state {
	struct files f;
	int fd;
	uint64_t value[WORDS];
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = files_setup_one(c);

	if (rc != 0)
		return rc;
	s->fd = openat(s->f.dir, s->f.name[0], O_RDWR | O_CLOEXEC);
	if (s->fd < 0)
		return bench_fail(c, "openat");
	if (fsetxattr(s->fd, NAME, s->value, sizeof(s->value), 0) != 0)
		return bench_fail(c, "fsetxattr");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t got[WORDS];

	for (; c->arg[1] == SET && n > 0; n--) {
		s->value[0]++;
		if (fsetxattr(s->fd, NAME, s->value, sizeof(s->value), 0) != 0)
			return bench_fail(c, "fsetxattr");
	}
	for (; n > 0; n--)
		if (fgetxattr(s->fd, NAME, got, sizeof(got)) != sizeof(got))
			return bench_fail(c, "fgetxattr");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t got[WORDS];

	(void)n;
	if (fgetxattr(s->fd, NAME, got, sizeof(got)) != sizeof(got))
		return bench_fail(c, "fgetxattr");
	if (memcmp(got, s->value, sizeof(got)) != 0)
		return bench_fail_why(c, "the attribute is not as set");
	return 0;
}

const struct bench fs_xattr = {
	.name = "fs_xattr",
	.summary = "an extended attribute of a file",
	.params = bench_params(COMMON_WHERE,
	    bench_word("call", "what is done", "set", "get")),
	.cases = bench_cases(bench_case(BENCH_FULL, COMMON_DIR, GET),
	    bench_case(BENCH_FULL, COMMON_DIR, SET)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "xattr=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
