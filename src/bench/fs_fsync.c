/* fs_fsync.c - overwrite a page and have it on the disk.
 *
 * One operation: write 4 KB over a random page of a file and wait with
 * fsync(2), or fdatasync(2), until it is on the disk; us. Each is an event of
 * its own, since some wait for others' data or for the journal: see the
 * percentiles. Inside the clock: both calls and the checks (P11). Outside:
 * making the file, whose blocks are there and on the disk: nothing is
 * allocated (io_append_fsync does that). It is what the disk says that counts:
 * a virtual one may answer before the data are anywhere (P5).
 * Source: fio --rw=randwrite --fsync=1 and sysbench fileio do the same; fio
 * counts the fsync alone and beside it. */
#include "bench/common_synced.h"

#include "bench/common_event.h"

#include <unistd.h>

static int setup(struct bench_ctx *c)
{
	return synced_setup(c, SYNCED_PAGES);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct synced *s = c->state;

	while (n-- > 0) {
		const off_t at = (off_t)synced_draw(s) * SYNCED_PAGE;
		const uint64_t from = common_now();

		if (pwrite(s->fd, s->page, SYNCED_PAGE, at) != SYNCED_PAGE)
			return bench_fail(c, "pwrite");
		if (s->sync(s->fd) != 0)
			return bench_fail(c, s->sync_name);
		bench_record(c, common_now() - from);
	}
	return 0;
}

const struct bench fs_fsync = {
	.name = "fs_fsync",
	.summary = "overwrite a page and have it on the disk",
	.params = synced_params,
	.cases =
	    bench_cases(bench_case(BENCH_DEFAULT, COMMON_DIR, SYNCED_FSYNC),
		bench_case(BENCH_FULL, COMMON_DIR, SYNCED_FDATASYNC)),
	.state_size = sizeof(struct synced),
	.max_ops = 100,
	.events = COMMON_EVENTS,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "pwrite=1 sync=1",
	.setup = setup,
	.run = run,
};
