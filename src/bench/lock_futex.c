/* lock_futex.c - two threads wake one another by a futex.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * threads of one process. As ipc_futex, but private (FUTEX_PRIVATE_FLAG): the
 * kernel finds the futex by its address alone. What every lock and condition
 * of a C library costs at least when it has to wait. The note "asleep" says how
 * often the other thread was asleep when it was given the byte. */
#include "bench/common_futex.h"

static int setup(struct bench_ctx *c)
{
	return common_way_thread(c, &common_futex_private);
}

const struct bench lock_futex = {
	.name = "lock_futex",
	.summary = "round trip of two threads through a futex",
	.params = echo_params,
	.list = echo_list_one,
	.state_size = sizeof(struct common_way),
	.calls = "futex>=2",
	.setup = setup,
	.run = common_way_run,
	.teardown = common_futex_stop,
};
