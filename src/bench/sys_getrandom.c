/* sys_getrandom.c - get 16 random bytes.
 *
 * One operation: getrandom(2) of 16 bytes, as many as a hash table's key,
 * entered directly: the vDSO of newer kernels makes them without a call (P4);
 * ns. Inside the clock: the call and the check of its result (P11). Outside:
 * one that tells whether it is allowed. */
#include "bench/common_call.h"

#include <sys/syscall.h>
#include <unistd.h>

#define KEY 16

static long one(void *state)
{
	unsigned char key[KEY];

	(void)state;
	return syscall(SYS_getrandom, key, sizeof(key), 1U); /* GRND_NONBLOCK */
}

static int setup(struct bench_ctx *c)
{
	return call_try(c, one, KEY, "getrandom");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, KEY, "getrandom");
}

const struct bench sys_getrandom = {
	.name = "sys_getrandom",
	.summary = "get 16 random bytes",
	.calls = "getrandom=1",
	.setup = setup,
	.run = run,
};
