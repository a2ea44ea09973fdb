/* ipc_unix_dgram.c - a byte through AF_UNIX datagram sockets, there and back.
 *
 * The operation, the clock and the P-numbers: common_echo.h. */
#include "bench/common_echo.h"

#include <signal.h>
#include <sys/socket.h>

static int open_pair(struct bench_ctx *c, struct chan *ch)
{
	int s[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s) != 0)
		return bench_fail(c, "socketpair");
	signal(SIGPIPE, SIG_IGN);
	*ch = (struct chan){ .in = { s[0], s[1] }, .out = { s[0], s[1] } };
	return 0;
}

static int setup(struct bench_ctx *c)
{
	return echo_start(c, open_pair);
}

const struct bench ipc_unix_dgram = {
	.name = "ipc_unix_dgram",
	.summary = "round trip of a byte through AF_UNIX datagram sockets",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct echo),
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
