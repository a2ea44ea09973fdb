/* ipc_rpc_udp.c - a remote procedure call through UDP over loopback.
 *
 * The operation, the clock and the P-numbers: common_rpc.h. Source: lmbench's
 * lat_rpc -p udp, which finds its server through rpcbind first and is not
 * pinned; the call is the same. */
#include "bench/common_echo.h"
#include "bench/common_rpc.h"

const struct bench ipc_rpc_udp = {
	.name = "ipc_rpc_udp",
	.summary = "remote procedure call through UDP on loopback",
	.alias = "lat_rpc",
	.params = echo_params,
	.list = echo_list_one,
	.state_size = sizeof(struct common_rpc),
	.needs = BENCH_LOOPBACK,
	.calls = "sendto=1 recvmsg=1 sendmsg=1 recvfrom=1 poll>=2 ...",
	.program = COMMON_RPC_PROGRAM,
	.unsupported = common_rpc_absent,
	.setup = common_rpc_udp,
	.run = common_rpc_run,
	.teardown = common_rpc_stop,
};
