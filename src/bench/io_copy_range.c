/* io_copy_range.c - copy within the kernel.
 *
 * One operation: copy_file_range(2) of a whole file (1 MB by default) over
 * another in the same directory; bytes are counted once (P8). Inside the clock:
 * the call and the check that it copied all (P11). Outside: making both files,
 * which are then in the page cache (P6); before each batch the copy is spoilt,
 * and afterwards looked at. File systems that share blocks copy nothing: then
 * the number is no bandwidth of memory. */
#include "bench/common_file.h"
#include "bench/common_where.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct state {
	int from, to;
	size_t size;
};

static const struct bench_param params[] = {
	bench_bytes("size", 4096, 64 << 20, "bytes of the file"),
	COMMON_WHERE,
	{ 0 },
};

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	while (n-- > 0) {
		off_t in = 0, out = 0;
		ssize_t put =
		    copy_file_range(s->from, &in, s->to, &out, s->size, 0);

		if (put < 0)
			return bench_fail(c, "copy_file_range");
		if ((size_t)put != s->size)
			return bench_fail_why(c, "a short copy");
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	const char *dir = common_where_path(c, c->arg[1]);
	struct state *s = c->state;
	off_t in = 0, out = 0;

	if (dir == NULL)
		return -1;
	s->size = (size_t)c->arg[0] & ~(size_t)7;
	c->bytes_per_op = s->size;
	s->from = file_make_in(c, dir, s->size, FILE_BLOCK);
	if (s->from < 0)
		return -1;
	s->to = file_named(dir, "copy", O_CREAT | O_EXCL | O_RDWR);
	if (s->to < 0)
		return bench_fail(c, "open");
	if (copy_file_range(s->from, &in, s->to, &out, s->size, 0) >= 0)
		return 0;
	if (errno == ENOSYS || errno == EPERM || errno == EINVAL ||
	    errno == ENOTSUP || errno == EXDEV)
		return bench_skip(c, "copy_file_range: %s", err_words(errno));
	return bench_fail(c, "copy_file_range");
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	static const uint64_t spoilt = UINT64_MAX;
	struct state *s = c->state;

	(void)n;
	for (size_t at = 0; at < s->size; at += FILE_BLOCK)
		if (pwrite(s->to, &spoilt, sizeof(spoilt), (off_t)at) !=
		    sizeof(spoilt))
			return bench_fail(c, "pwrite");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t word;

	(void)n;
	for (size_t at = 0; at < s->size; at += FILE_BLOCK) {
		if (pread(s->to, &word, sizeof(word), (off_t)at) !=
		    sizeof(word))
			return bench_fail(c, "pread");
		if (word != at / FILE_BLOCK)
			return bench_fail_why(c, "the copy is another file");
	}
	return 0;
}

const struct bench io_copy_range = {
	.name = "io_copy_range",
	.summary = "bandwidth of copying a file within the kernel",
	.unit = BENCH_RATE,
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, 1 << 20, COMMON_DIR)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "copy_file_range=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
