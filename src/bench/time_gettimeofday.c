/* time_gettimeofday.c - read the time of day.
 *
 * One operation: gettimeofday(2) as programs call it, without a system call
 * where the vDSO can read the clock source (P4); ns. Inside the clock: the
 * reading and the check of its result (P11). Outside: nothing. After each
 * batch: a time was written. libc may make it from clock_gettime: then this is
 * time_clock/clock=realtime and a division. */
#include "bench/common_call.h"

#include <sys/time.h>

static long one(void *state)
{
	return gettimeofday(state, NULL);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	((struct timeval *)c->state)->tv_usec = -1;
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "gettimeofday");
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct timeval *t = c->state;

	return n == 0 || t->tv_usec >= 0 ?
	    0 :
	    bench_fail_why(c, "the time was not read");
}

const struct bench time_gettimeofday = {
	.name = "time_gettimeofday",
	.summary = "read the time of day, by the vDSO where it can",
	.in = BENCH_FULL,
	.state_size = sizeof(struct timeval),
	.calls = "gettimeofday=vdso",
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
