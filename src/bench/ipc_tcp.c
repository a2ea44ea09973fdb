/* ipc_tcp.c - one byte through TCP over loopback, there and back.
 *
 * The operation, the clock and the P-numbers: common_echo.h. TCP_NODELAY
 * is set on both ends (P12), so no byte waits for an acknowledgement; lmbench
 * leaves it as it is, which in a ping-pong makes no difference. */
#include "bench/common_echo.h"

static int setup(struct bench_ctx *c)
{
	return echo_start(c, chan_tcp);
}

const struct bench ipc_tcp = {
	.name = "ipc_tcp",
	.summary = "round trip of a byte through TCP on loopback",
	.alias = "lat_tcp",
	.params = echo_params,
	.list = echo_list_quick,
	.state_size = sizeof(struct echo),
	.needs = BENCH_LOOPBACK,
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
