/* io_truncate.c - cut a page off a file.
 *
 * One operation: ftruncate that makes a file one page of 4 KB shorter, so that
 * the page and its place on the disk are given back; us. Inside the clock: the
 * call, checked (P11). Outside: writing the file before each batch, which
 * leaves it in the page cache, as a rule with no place on the disk yet (P5,
 * P6); afterwards it must be empty. */
#include "bench/common_file.h"
#include "bench/common_where.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE  4096
#define PAGES 128 /* at most: half a megabyte */

struct state {
	int fd;
};

static int setup(struct bench_ctx *c)
{
	const char *dir = common_where_path(c, c->arg[0]);
	struct state *s = c->state;

	if (dir == NULL)
		return -1;
	s->fd = file_named(dir, FILE_NAME, O_CREAT | O_EXCL | O_RDWR);
	return s->fd < 0 ? bench_fail(c, "open") : 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	static const char data[PAGES * PAGE];
	const struct state *s = c->state;

	if (lseek(s->fd, 0, SEEK_SET) != 0)
		return bench_fail(c, "lseek");
	if (bench_write_all(s->fd, data, n * PAGE) != 0)
		return bench_fail(c, "write");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	while (n-- > 0)
		if (ftruncate(s->fd, (off_t)(n * PAGE)) != 0)
			return bench_fail(c, "ftruncate");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	struct stat st;

	(void)n;
	if (fstat(s->fd, &st) != 0)
		return bench_fail(c, "fstat");
	if (st.st_size != 0)
		return bench_fail_why(c, "the file is not empty");
	return 0;
}

const struct bench io_truncate = {
	.name = "io_truncate",
	.summary = "cut a page off a file",
	.params = common_where_params,
	.cases = common_where_cases,
	.state_size = sizeof(struct state),
	.max_ops = PAGES,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "ftruncate=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
