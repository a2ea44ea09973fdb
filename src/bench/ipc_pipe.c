/* ipc_pipe.c - one byte through two pipes, there and back.
 *
 * The operation, the clock and the P-numbers: common_echo.h. */
#include "bench/common_echo.h"

static int setup(struct bench_ctx *c)
{
	return echo_start(c, chan_pipe);
}

const struct bench ipc_pipe = {
	.name = "ipc_pipe",
	.summary = "round trip of a byte through two pipes",
	.alias = "lat_pipe",
	.params = echo_params,
	.list = echo_list_quick,
	.state_size = sizeof(struct echo),
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
