/* io_cold_open.c - open a file and read what the page cache does not have.
 *
 * One operation: open a file of 4 KB, read all of it, close it; us. Cold are
 * the data: they are on the disk, and the page cache was told to drop them
 * (posix_fadvise), which is looked at with mincore. Warm are name and inode,
 * which only the superuser can drop, and the caches of the disk (P6). Each is
 * an event of its own. Inside the clock: the three calls and the look at what
 * was read (P11). Outside: making the files and having them dropped. Where
 * pages are not dropped (a file system in memory) there is no row. */
#include "bench/common_cold.h"
#include "bench/common_event.h"

#include <fcntl.h>
#include <unistd.h>

#define FILES 64
#define BYTES 4096

struct state {
	int dir;
	char name[FILES][3];
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	char page[BYTES];

	s->dir = open(c->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->dir < 0)
		return bench_fail(c, "open of the directory");
	for (int i = 0; i < FILES; i++) {
		char *name = s->name[i];

		name[0] = (char)('a' + i / 10);
		name[1] = (char)('0' + i % 10);
		int fd =
		    openat(s->dir, name, O_CREAT | O_EXCL | O_WRONLY, 0600);

		if (fd < 0)
			return bench_fail(c, "open");
		for (int k = 0; k < BYTES; k++)
			page[k] = (char)i;
		if (bench_write_all(fd, page, BYTES) != 0)
			return bench_fail(c, "write");
		int rc = cold_put_out(c, fd);
		close(fd);
		if (rc != 0)
			return rc;
	}
	return 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	for (uint64_t i = 0; i < n; i++) {
		int fd = openat(s->dir, s->name[i], O_RDWR);

		if (fd < 0)
			return bench_fail(c, "open");
		int rc = cold_drop(c, fd, BYTES);
		close(fd);
		if (rc != 0)
			return rc;
	}
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	char page[BYTES];

	for (uint64_t i = 0; i < n; i++) {
		const uint64_t from = common_now();
		int fd = openat(s->dir, s->name[i], O_RDONLY);

		if (fd < 0)
			return bench_fail(c, "open");
		if (bench_read_all(fd, page, BYTES) != 0)
			return bench_fail(c, "read");
		if (close(fd) != 0)
			return bench_fail(c, "close");
		bench_record(c, common_now() - from);
		if (page[0] != (char)i || page[BYTES - 1] != (char)i)
			return bench_fail_why(c, "read something else");
	}
	return 0;
}

const struct bench io_cold_open = {
	.name = "io_cold_open",
	.summary = "open and read a file that is not cached",
	.state_size = sizeof(struct state),
	.cases = (const struct bench_case[]){ { .in = BENCH_FULL }, { 0 } },
	.max_ops = FILES,
	.events = COMMON_EVENTS,
	.needs = BENCH_DIR,
	.calls = "open=1 read=1 close=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
};
