/* bw_tcp.c - bytes per second through TCP over loopback.
 *
 * The operation, the clock and the P-numbers: common_flow.h. The sockets have
 * TCP_NODELAY (P12) and ask for buffers of 1 MB, as lmbench does; the system
 * grants what it allows and no longer adapts them. Left to itself Linux makes
 * the receive buffer grow after some 20 MB; a connection then moves from 4.7
 * to 2.4 GB/s (both processes on one CPU), and the number is where in that the
 * clock was read. */
#include "bench/common_flow.h"

#define BUFFERS (1 << 20) /* lmbench's SOCKBUF */

static int open_tcp(struct bench_ctx *c, struct chan *ch)
{
	return chan_tcp_buffers(c, ch, BUFFERS);
}

static int setup(struct bench_ctx *c)
{
	return flow_start(c, open_tcp);
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
