/* ipc_udp.c - one byte through UDP over loopback, there and back.
 *
 * The operation, the clock and the P-numbers: common_echo.h. Both sockets are
 * connected, so read and write serve; lmbench's server uses recvfrom and
 * sendto on one that is not, and its messages have 4 bytes. A datagram that
 * is lost stops the row at its deadline: it is never sent twice. */
#include "bench/common_echo.h"

static int setup(struct bench_ctx *c)
{
	return echo_start(c, chan_udp);
}

const struct bench ipc_udp = {
	.name = "ipc_udp",
	.summary = "round trip of a byte through UDP on loopback",
	.alias = "lat_udp",
	.params = echo_params,
	.list = echo_list,
	.state_size = sizeof(struct echo),
	.needs = BENCH_LOOPBACK,
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
