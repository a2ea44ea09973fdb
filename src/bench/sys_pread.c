/* sys_pread.c - read 1 byte of a hot file.
 *
 * One operation: pread(2) of the first byte of a regular file of one page that
 * is in the page cache (P6); ns. Inside the clock: the call and the check of
 * its result (P11). Outside: making the file. What it costs more than sys_read
 * is the page cache of the file system under test. */
#include "bench/common_call.h"

#include <unistd.h>

static long one(void *state)
{
	const struct call_fd *s = state;
	char byte;

	return pread(s->fd, &byte, 1, 0);
}

static int setup(struct bench_ctx *c)
{
	int rc = call_file(c);

	return rc != 0 ? rc : call_try(c, one, 1, "pread");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 1, "pread");
}

const struct bench sys_pread = {
	.name = "sys_pread",
	.summary = "read 1 byte of a hot file",
	.in = BENCH_FULL,
	.state_size = sizeof(struct call_fd),
	.needs = BENCH_DIR,
	.calls = "pread=1",
	.setup = setup,
	.run = run,
};
