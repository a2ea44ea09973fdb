/* io_direct.c - read or write a block of a file past the page cache.
 *
 * One operation: pread or pwrite of a block (4 KB by default) of a file of 1 MB
 * that was opened with O_DIRECT, the blocks in random order, one at a time
 * (depth 1); us. Each is an event of its own. Inside the clock: the call and
 * the check of what it gave (P11). Outside: writing the file, which is then on
 * the disk, so that nothing is allocated and nothing has to be written back
 * first. The page cache is passed by (P6), but a disk, and what a virtual one
 * stands on, have caches of their own. Where a file system refuses O_DIRECT
 * there is no row.
 * Source: fio --direct=1 --ioengine=psync --rw=randread, its clat. */
#include "bench/common_blocks.h"
#include "bench/common_event.h"

#include <unistd.h>

#define SIZE (1 << 20)

enum { READ, WRITE };

static const char *const call_words[] = { "read", "write", NULL };

static int setup(struct bench_ctx *c)
{
	struct blocks *b = c->state;
	int rc = blocks_setup(c, b, c->dir, SIZE, (size_t)c->arg[0]);

	return rc != 0 ? rc : blocks_direct(c, b);
}

static ssize_t move(const struct bench_ctx *c, off_t at)
{
	struct blocks *b = c->state;

	if (c->arg[1] == READ)
		return pread(b->fd, b->buf, b->block, at);
	*(uint64_t *)(void *)b->buf = blocks_first(at);
	return pwrite(b->fd, b->buf, b->block, at);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct blocks *b = c->state;

	while (n-- > 0) {
		const off_t at = blocks_next(b);
		const uint64_t from = common_now();
		const ssize_t moved = move(c, at);

		bench_record(c, common_now() - from);
		if (moved < 0)
			return bench_fail(c, call_words[c->arg[1]]);
		if ((size_t)moved != b->block || !blocks_good(b, b->buf, at))
			return bench_fail_why(c,
			    "moved something else than was asked for");
	}
	return 0;
}

const struct bench io_direct = {
	.name = "io_direct",
	.summary = "read or write a block past the page cache",
	.params = bench_params(BLOCKS_SIZE,
	    bench_words("call", call_words, "what is done")),
	.cases = bench_cases(bench_case(BENCH_FULL, 4096, READ),
	    bench_case(BENCH_FULL, 4096, WRITE)),
	.state_size = sizeof(struct blocks),
	.max_ops = 1000,
	.events = COMMON_EVENTS,
	.needs = BENCH_DIR,
	.calls = "direct=1", /* pread or pwrite */
	.setup = setup,
	.run = run,
};
