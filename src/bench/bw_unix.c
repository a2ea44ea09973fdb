/* bw_unix.c - bytes per second through a pair of AF_UNIX stream sockets.
 *
 * The operation, the clock and the P-numbers: common_flow.h. The sockets
 * have the buffers that the system gives them. */
#include "bench/common_flow.h"

static int setup(struct bench_ctx *c)
{
	return flow_start(c, chan_unix);
}

const struct bench bw_unix = {
	.name = "bw_unix",
	.summary = "bandwidth of AF_UNIX stream sockets",
	.alias = "bw_unix",
	.unit = BENCH_RATE,
	.params = flow_params,
	.list = flow_list,
	.state_size = sizeof(struct flow),
	.calls = FLOW_CALLS,
	.setup = setup,
	.run = flow_run,
	.teardown = flow_stop,
};
