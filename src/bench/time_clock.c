/* time_clock.c - read a clock.
 *
 * One operation: clock_gettime(2) as programs call it; ns. Where the kernel's
 * vDSO can read the clock source, the four clocks of wall time take no system
 * call (P4): then a reading is a third of a call, and it becomes several times
 * dearer at once when the kernel changes to a source that the vDSO cannot read
 * (P14); time_clock_syscall is the comparison. coarse is the time of the last
 * tick. process and thread, CPU time, are always calls. Inside the clock: the
 * reading and the check of its result (P11). Outside: one that tells whether it
 * is allowed. After each batch: the time did not go backwards. */
#include "bench/common_call.h"
#include "bench/common_clock.h"

static long one(void *state)
{
	struct clock_read *s = state;

	return clock_gettime(s->id, &s->last);
}

static int setup(struct bench_ctx *c)
{
	return clock_setup(c, one);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "clock_gettime");
}

static const char *calls_of(const struct bench_ctx *c)
{
	return c->arg[0] >= CLOCK_WORD_PROCESS ? "clock_gettime=1" :
						 "clock_gettime=vdso";
}

const struct bench time_clock = {
	.name = "time_clock",
	.summary = "read a clock, by the vDSO where it can",
	.params = clock_params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, CLOCK_WORD_MONOTONIC),
	    bench_case(BENCH_FULL, CLOCK_WORD_COARSE),
	    bench_case(BENCH_FULL, CLOCK_WORD_PROCESS)),
	.state_size = sizeof(struct clock_read),
	.calls_of = calls_of,
	.setup = setup,
	.prepare = clock_prepare,
	.run = run,
	.tidy = clock_tidy,
};
