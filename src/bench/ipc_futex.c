/* ipc_futex.c - a byte through shared memory and a futex, there and back.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * processes. A flag in memory that both share says that the byte is there; who
 * wants it waits with FUTEX_WAIT, who gives it calls FUTEX_WAKE each time: two
 * system calls at least and mostly four. It is no sleep and wake-up each time:
 * the note "asleep" says how often the other side was asleep when it was given
 * the byte (common_futex.h). Source: the call is that of
 * futex(2), not of a library; perf bench futex wake counts other things
 * (lock_wake_all). */
#include "bench/common_futex.h"

static int setup(struct bench_ctx *c)
{
	return common_way_process(c, &common_futex_shared);
}

const struct bench ipc_futex = {
	.name = "ipc_futex",
	.summary = "round trip through shared memory and a futex",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct common_way),
	.calls = "futex>=2",
	.setup = setup,
	.run = common_way_run,
	.teardown = common_futex_stop,
};
