/* bw_tcp.c - bytes per second through TCP over loopback.
 *
 * The operation, the clock and the P-numbers: common_flow.h. The sockets
 * have TCP_NODELAY and the buffers that the system gives them; lmbench asks
 * for buffers of 1 MB and warms up for seconds, and its table shows messages
 * of 10 MB. */
#include "bench/common_flow.h"

static int setup(struct bench_ctx *c)
{
	return flow_start(c, chan_tcp);
}

const struct bench bw_tcp = {
	.name = "bw_tcp",
	.summary = "bandwidth of TCP on loopback",
	.alias = "bw_tcp",
	.unit = BENCH_RATE,
	.params = flow_params,
	.list = flow_list,
	.state_size = sizeof(struct flow),
	.needs = BENCH_LOOPBACK,
	.calls = FLOW_CALLS,
	.setup = setup,
	.run = flow_run,
	.teardown = flow_stop,
};
