/* ipc_unix.c - one byte through AF_UNIX stream sockets, there and back.
 *
 * The operation, the clock and the P-numbers: common_echo.h. */
#include "bench/common_echo.h"

static int setup(struct bench_ctx *c)
{
	return echo_start(c, chan_unix);
}

const struct bench ipc_unix = {
	.name = "ipc_unix",
	.summary = "round trip of a byte through AF_UNIX stream sockets",
	.alias = "lat_unix",
	.params = echo_params,
	.list = echo_list,
	.state_size = sizeof(struct echo),
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
