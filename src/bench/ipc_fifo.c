/* ipc_fifo.c - one byte through two named pipes, there and back.
 *
 * The operation, the clock and the P-numbers: common_echo.h. The names are
 * removed as soon as both ends are open, so what is measured is a pipe, found
 * through an inode of the scratch directory's file system. Source: lmbench's
 * lat_fifo. */
#include "bench/common_echo.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* end[0] reads, end[1] writes. Opening to read waits for a writer unless told
 * not to; reading shall wait. */
static int open_fifo(struct bench_ctx *c, int end[2])
{
	char name[sizeof(c->dir) + 8];
	int flags;

	snprintf(name, sizeof(name), "%s/fifo", c->dir);
	if (mkfifo(name, 0600) != 0)
		return bench_fail(c, "mkfifo");
	end[0] = open(name, O_RDONLY | O_NONBLOCK);
	end[1] = open(name, O_WRONLY);
	if (end[0] < 0 || end[1] < 0)
		return bench_fail(c, "open");
	flags = fcntl(end[0], F_GETFL);
	if (flags < 0 || fcntl(end[0], F_SETFL, flags & ~O_NONBLOCK) != 0)
		return bench_fail(c, "fcntl");
	return unlink(name) == 0 ? 0 : bench_fail(c, "unlink");
}

static int open_both(struct bench_ctx *c, struct chan *ch)
{
	int there[2], back[2], rc = open_fifo(c, there);

	if (rc == 0)
		rc = open_fifo(c, back);
	return rc != 0 ? rc : chan_ends(ch, there, back);
}

static int setup(struct bench_ctx *c)
{
	return echo_start(c, open_both);
}

const struct bench ipc_fifo = {
	.name = "ipc_fifo",
	.summary = "round trip of a byte through two named pipes",
	.alias = "lat_fifo",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct echo),
	.needs = BENCH_DIR,
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
