/* io_uring_read.c - read blocks of a file through io_uring.
 *
 * One operation: read a block (4 KB) of a file through an io_uring, the blocks
 * in random order; us. `depth` reads are queued, submitted and waited for with
 * one io_uring_enter, then the next as many. from=cache: a file of 8 MB in the
 * page cache, as io_pread has it: the price of the ring. from=disk: a file of
 * 1 MB with O_DIRECT, as io_direct has it: how far reads overlap. Inside the
 * clock: queueing, the call, taking the results and looking at both ends of
 * what was read (P11). Outside: the file (P6), the ring. Plain rings: no
 * polling, no registered files or buffers, no library.
 * Source: fio --ioengine=io_uring --rw=randread with iodepth, _batch_submit and
 * _batch_complete_min = depth. */
#include "bench/common_blocks.h"
#include "bench/common_uring.h"

#include <errno.h>

#define CACHED (8 << 20)
#define DIRECT (1 << 20)
#define DEPTH  128 /* at most */

enum { CACHE, DISK };

struct state {
	struct blocks b;
	struct uring ring;
	off_t at[DEPTH]; /* what is under way */
};

static const struct bench_param params[] = {
	bench_count("depth", 1, DEPTH, "reads under way at once"),
	bench_word("from", "the page cache, or past it (O_DIRECT)", "cache",
	    "disk"),
	{ 0 },
};

static int setup(struct bench_ctx *c)
{
	const bool disk = c->arg[1] == DISK;
	struct state *s = c->state;
	unsigned entries = 1;
	int rc;

	c->ops_step = (uint64_t)c->arg[0];
	while (entries < c->arg[0])
		entries *= 2;
	rc = uring_open(c, &s->ring, entries, false);
	if (rc == 0)
		rc = blocks_setup(c, &s->b, c->dir, disk ? DIRECT : CACHED,
		    4096);
	if (rc == 0 && disk)
		rc = blocks_direct(c, &s->b);
	return rc;
}

static int take(struct bench_ctx *c, struct state *s)
{
	uint64_t tag;
	int got;

	if (!uring_take(&s->ring, &got, &tag))
		return bench_fail_why(c, "a read has no result");
	if (got < 0) {
		errno = -got;
		return bench_fail(c, "read by io_uring");
	}
	if ((size_t)got != s->b.block || tag >= DEPTH ||
	    !blocks_good(&s->b, s->b.buf + tag * s->b.block, s->at[tag]))
		return bench_fail_why(c,
		    "read something else than was "
		    "written");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct blocks *b = &s->b;
	unsigned deep = (unsigned)c->arg[0];

	for (; n > 0; n -= deep) {
		if (n < deep)
			deep = (unsigned)n;
		for (unsigned i = 0; i < deep; i++) {
			s->at[i] = blocks_next(b);
			uring_read(&s->ring, b->fd, b->buf + i * b->block,
			    (unsigned)b->block, (uint64_t)s->at[i], i);
		}
		if (uring_submit(&s->ring, deep, deep) != 0)
			return bench_fail(c, "io_uring_enter");
		for (unsigned i = 0; i < deep; i++)
			if (take(c, s) != 0)
				return -1;
	}
	return 0;
}

/* One every `depth` operations. */
static const char *calls_of(const struct bench_ctx *c)
{
	return c->arg[0] == 1 ? "io_uring_enter=1" : "io_uring_enter>=0";
}

const struct bench io_uring_read = {
	.name = "io_uring_read",
	.summary = "read blocks of a file through io_uring",
	.params = params,
	/* The last is the one whose call tests/bench/ops makes fail. */
	.cases = bench_cases(bench_case(BENCH_FULL, 32, CACHE),
	    bench_case(BENCH_FULL, 32, DISK), bench_case(BENCH_FULL, 1, CACHE)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR,
	.calls_of = calls_of,
	.setup = setup,
	.run = run,
};
