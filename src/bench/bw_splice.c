/* bw_splice.c - bytes per second of a file spliced through a pipe.
 *
 * The operation, the clock and the P-numbers: common_flow_file.h. The partner
 * makes two splice(2) a block of 64 KB, from the file into a pipe and from the
 * pipe into the socket; more where the pipe holds less. */
#include "bench/common_flow_file.h"

#include <errno.h>
#include <fcntl.h>

static ssize_t move(struct flow_file *s, int to, off_t at, size_t left)
{
	ssize_t in = splice(s->fd, &at, s->pipe[1], NULL, left, 0);
	ssize_t out, done = 0;

	for (; done < in; done += out) {
		out =
		    splice(s->pipe[0], NULL, to, NULL, (size_t)(in - done), 0);
		if (out == 0)
			errno = EPIPE;
		if (out <= 0)
			return -1;
	}
	return in;
}

static int setup(struct bench_ctx *c)
{
	return flow_file_start(c, "splice", move);
}

const struct bench bw_splice = {
	.name = "bw_splice",
	.summary = "bandwidth of a file sent over TCP, splice",
	.unit = BENCH_RATE,
	.params = flow_file_params,
	.list = flow_file_list,
	.state_size = sizeof(struct flow_file),
	.needs = BENCH_DIR | BENCH_LOOPBACK,
	.calls = "read>=1 splice>=2",
	.setup = setup,
	.run = flow_file_run,
	.teardown = flow_file_stop,
};
