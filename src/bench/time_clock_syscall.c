/* time_clock_syscall.c - read a clock by a system call.
 *
 * One operation: clock_gettime(2) entered directly, past the vDSO (P4); ns.
 * What time_clock costs where the vDSO cannot read the clock source; less
 * sys_enosys it is the reading of the source itself. Inside the clock: the call
 * and the check of its result (P11). Outside: one that tells whether it is
 * allowed. After each batch: the time did not go backwards. */
#include "bench/common_call.h"
#include "bench/common_clock.h"

#include <sys/syscall.h>
#include <unistd.h>

/* A 32-bit system has a call with this struct timespec as well. */
#ifdef SYS_clock_gettime64
#define NR \
	(sizeof(time_t) > sizeof(long) ? SYS_clock_gettime64 : \
					 SYS_clock_gettime)
#else
#define NR SYS_clock_gettime
#endif

static long one(void *state)
{
	struct clock_read *s = state;

	return syscall(NR, s->id, &s->last);
}

static int setup(struct bench_ctx *c)
{
	return clock_setup(c, one);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "clock_gettime");
}

const struct bench time_clock_syscall = {
	.name = "time_clock_syscall",
	.summary = "read a clock by a system call",
	.params = clock_params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, CLOCK_WORD_MONOTONIC)),
	.state_size = sizeof(struct clock_read),
	.calls = "clock_gettime=1",
	.setup = setup,
	.prepare = clock_prepare,
	.run = run,
	.tidy = clock_tidy,
};
