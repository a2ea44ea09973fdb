/* io_reread.c - read a file that is in the page cache.
 *
 * One operation: read the next block of 64 KB (less if the file is smaller)
 * with pread, from the beginning again after the end, and sum its words, as
 * lmbench does. Bytes are counted once (P8), MB/s are of 10^6 bytes. Inside
 * the clock: the system call and the sum. Outside: writing the file, which
 * leaves it in the page cache (P6), and opening it. The buffer is touched
 * beforehand and stays in the cache, the file does not unless it is small
 * (P7). Each block's number and the sum of all are checked (P11).
 * Source: lmbench's bw_file_rd io_only, which uses read and lseek. */
#include "bench/common_file.h"
#include "bench/common_mem.h"

#include <unistd.h>

struct state {
	uint64_t *buf;
	int fd;
	uint64_t block; /* bytes of one read */
	uint64_t at;    /* the next block */
};

static size_t list(struct bench_case *out, size_t max)
{
	return file_cases(out, max, BENCH_QUICK | BENCH_DEFAULT);
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const uint64_t size = (uint64_t)c->arg[0];

	s->block = size < FILE_BLOCK ? size : FILE_BLOCK;
	if (size % s->block != 0 || size % LOOP_BLOCK != 0)
		return bench_skip(c, "size is not a multiple of 64K");
	c->bytes_per_op = s->block;
	s->buf = mem_map(c, s->block);
	if (s->buf == NULL)
		return -1;
	s->fd = file_make(c, size, FILE_BLOCK);
	return s->fd < 0 ? -1 : 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t blocks = (uint64_t)c->arg[0] / s->block;
	const uint64_t ones = s->block / sizeof(uint64_t) - 1;

	for (; n > 0; n--, s->at = (s->at + 1) % blocks) {
		ssize_t got =
		    pread(s->fd, s->buf, s->block, (off_t)(s->at * s->block));

		if (got < 0)
			return bench_fail(c, "pread");
		if ((uint64_t)got != s->block || s->buf[0] != s->at ||
		    loop_sum(s->buf, s->block) != s->at + ones)
			return bench_fail_why(c,
			    "read something else than was written");
	}
	return 0;
}

const struct bench io_reread = {
	.name = "io_reread",
	.summary = "bandwidth of reading a file in the page cache",
	.alias = "bw_file_rd io_only",
	.unit = BENCH_RATE,
	.params = file_params,
	.list = list,
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR,
	.calls = "pread64=1",
	.setup = setup,
	.run = run,
};
