/* io_pwrite.c - write a block of a file in the page cache.
 *
 * One operation: pwrite of a block (4 KB by default) over one of a file of
 * 8 MB that is in the page cache, the blocks in random order; ns. Inside the
 * clock: the call and the check of its result (P11). Outside: writing the file
 * before, so that no block is allocated (P6); afterwards the last block is
 * looked at. Nothing is synced: what the disk does meanwhile of its own accord
 * is not asked for, but may disturb (P5).
 * Source: fio --ioengine=psync --rw=randwrite --overwrite=1 on a file in the
 * page cache; fio's own work for each block is in what it prints. */
#include "bench/common_blocks.h"
#include "bench/common_where.h"

#include <unistd.h>

#define SIZE (8 << 20)

struct state {
	struct blocks b;
	uint64_t count; /* written into each block */
	off_t last;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const char *dir = common_where_path(c, c->arg[1]);

	if (dir == NULL)
		return -1;
	return blocks_setup(c, &s->b, dir, SIZE, (size_t)c->arg[0]);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct blocks *b = &s->b;

	while (n-- > 0) {
		s->last = blocks_next(b);
		*(uint64_t *)(void *)b->buf = ++s->count;
		const ssize_t put = pwrite(b->fd, b->buf, b->block, s->last);
		if (put < 0)
			return bench_fail(c, "pwrite");
		if ((size_t)put != b->block)
			return bench_fail_why(c, "a short write");
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t word;

	(void)n;
	if (pread(s->b.fd, &word, sizeof(word), s->last) != sizeof(word))
		return bench_fail(c, "pread");
	if (word != s->count)
		return bench_fail_why(c, "the block is not as written");
	return 0;
}

const struct bench io_pwrite = {
	.name = "io_pwrite",
	.summary = "write a block of a file in the page cache",
	.params = bench_params(BLOCKS_SIZE, COMMON_WHERE),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 4096, COMMON_DIR),
	    bench_case(BENCH_FULL, 4096, COMMON_TMPFS)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "pwrite=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
