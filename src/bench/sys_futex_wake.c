/* sys_futex_wake.c - wake nobody.
 *
 * One operation: futex(2) with FUTEX_WAKE_PRIVATE on a word that nobody waits
 * for; ns. Unlocking a lock that looked contended and was not costs this.
 * Inside the clock: the call and the check that none was woken (P11). Outside:
 * one that tells whether it is allowed. */
#include "bench/common_call.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static long one(void *state)
{
	static uint32_t word;

	(void)state;
	return syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, 0, "futex");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "futex");
}

const struct bench sys_futex_wake = {
	.name = "sys_futex_wake",
	.summary = "wake nobody",
	.calls = "futex=1",
	.setup = setup,
	.run = run,
};
