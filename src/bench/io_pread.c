/* io_pread.c - read a block of a file that is in the page cache.
 *
 * One operation: pread of a block (4 KB by default) of a file of 8 MB, the
 * blocks in random order; ns. Inside the clock: the call and a look at both
 * ends of what it gave (P11), which goes on being in the processor's caches.
 * Outside: writing the file, which leaves it in the page cache (P6). The file
 * is larger than L2 and may fit the last level (P7): io_reread gives the
 * bandwidth by size.
 * Source: fio --ioengine=psync --rw=randread on a file in the page cache;
 * fio's own work for each block is in what it prints. */
#include "bench/common_blocks.h"
#include "bench/common_where.h"

#include <unistd.h>

#define SIZE (8 << 20)

static int setup(struct bench_ctx *c)
{
	const char *dir = common_where_path(c, c->arg[1]);

	if (dir == NULL)
		return -1;
	return blocks_setup(c, c->state, dir, SIZE, (size_t)c->arg[0]);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct blocks *b = c->state;

	while (n-- > 0) {
		const off_t at = blocks_next(b);
		const ssize_t got = pread(b->fd, b->buf, b->block, at);

		if (got < 0)
			return bench_fail(c, "pread");
		if ((size_t)got != b->block || !blocks_good(b, b->buf, at))
			return bench_fail_why(c,
			    "read something else than was written");
	}
	return 0;
}

const struct bench io_pread = {
	.name = "io_pread",
	.summary = "read a block of a file in the page cache",
	.params = bench_params(BLOCKS_SIZE, COMMON_WHERE),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 4096, COMMON_DIR),
	    bench_case(BENCH_FULL, 4096, COMMON_TMPFS)),
	.state_size = sizeof(struct blocks),
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "pread=1",
	.setup = setup,
	.run = run,
};
