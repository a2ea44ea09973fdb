/* io_append_fsync.c - append a page and have it on the disk.
 *
 * One operation: write 4 KB at the end of a file, as a log does, and wait with
 * fsync(2), or fdatasync(2), until it is on the disk; us. Each is an event of
 * its own. The file grows, so the file system allocates and its journal is
 * written as well, by fdatasync too; fs_fsync is without. Inside the clock:
 * both calls and the checks (P11). Outside: before each batch the file is
 * empty again. It is what the disk says that counts: a virtual one may answer
 * before the data are anywhere (P5).
 * Source: fio --rw=write --fsync=1 on a new file does the same; fio counts the
 * fsync alone and beside it. */
#include "bench/common_synced.h"

#include "bench/common_event.h"

#include <sys/stat.h>
#include <unistd.h>

static int setup(struct bench_ctx *c)
{
	return synced_setup(c, 0);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct synced *s = c->state;

	(void)n;
	if (ftruncate(s->fd, 0) != 0)
		return bench_fail(c, "ftruncate");
	return s->sync(s->fd) == 0 ? 0 : bench_fail(c, s->sync_name);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct synced *s = c->state;

	for (uint64_t i = 0; i < n; i++) {
		const uint64_t from = common_now();

		if (pwrite(s->fd, s->page, SYNCED_PAGE,
			(off_t)(i * SYNCED_PAGE)) != SYNCED_PAGE)
			return bench_fail(c, "pwrite");
		if (s->sync(s->fd) != 0)
			return bench_fail(c, s->sync_name);
		bench_record(c, common_now() - from);
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct synced *s = c->state;
	struct stat st;

	if (fstat(s->fd, &st) != 0)
		return bench_fail(c, "fstat");
	if (st.st_size != (off_t)(n * SYNCED_PAGE))
		return bench_fail_why(c, "the file has not grown as it must");
	return 0;
}

const struct bench io_append_fsync = {
	.name = "io_append_fsync",
	.summary = "append a page and have it on the disk",
	.params = synced_params,
	.cases =
	    bench_cases(bench_case(BENCH_FULL, COMMON_DIR, SYNCED_FDATASYNC)),
	.state_size = sizeof(struct synced),
	.max_ops = 100,
	.events = COMMON_EVENTS,
	.needs = BENCH_DIR | BENCH_TMPFS,
	.calls = "pwrite=1 sync=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
