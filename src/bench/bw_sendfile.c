/* bw_sendfile.c - bytes per second of a file sent with sendfile.
 *
 * The operation, the clock and the P-numbers: common_flow_file.h. The partner
 * makes one sendfile(2) of 64 KB a block, from the file to the socket. */
#include "bench/common_flow_file.h"

#include <sys/sendfile.h>

static ssize_t move(struct flow_file *s, int to, off_t at, size_t left)
{
	return sendfile(to, s->fd, &at, left);
}

static int setup(struct bench_ctx *c)
{
	return flow_file_start(c, "sendfile", move);
}

const struct bench bw_sendfile = {
	.name = "bw_sendfile",
	.summary = "bandwidth of a file sent over TCP, sendfile",
	.unit = BENCH_RATE,
	.params = flow_file_params,
	.list = flow_file_list,
	.state_size = sizeof(struct flow_file),
	.needs = BENCH_DIR | BENCH_LOOPBACK,
	.calls = "read>=1 sendfile>=1",
	.setup = setup,
	.run = flow_file_run,
	.teardown = flow_file_stop,
};
