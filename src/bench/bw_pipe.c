/* bw_pipe.c - bytes per second through a pipe.
 *
 * The operation, the clock and the P-numbers: common_flow.h. The pipe has
 * the size that the system gives it. */
#include "bench/common_flow.h"

static int setup(struct bench_ctx *c)
{
	return flow_start(c, chan_pipe);
}

const struct bench bw_pipe = {
	.name = "bw_pipe",
	.summary = "bandwidth of a pipe",
	.alias = "bw_pipe",
	.unit = BENCH_RATE,
	.params = flow_params,
	.list = flow_list_quick,
	.state_size = sizeof(struct flow),
	.calls = FLOW_CALLS,
	.setup = setup,
	.run = flow_run,
	.teardown = flow_stop,
};
