/* time_tsc.c - read the CPU's own counter.
 *
 * One operation: one reading of the time stamp counter (x86: rdtsc; arm64:
 * cntvct_el0), not ordered against what stands around it; ns. It is what the
 * vDSO reads where the clock source is the counter (P4, P14): time_clock less
 * this is the arithmetic. In a guest whose hypervisor traps the instruction it
 * costs microseconds. Inside the clock: the reading, and the check that it is
 * not before the last (P11). Outside: asking whether it may be read. After each
 * batch: the counter has moved. */
#include "measure/bench.h"

#include <sys/prctl.h>

struct time_tsc {
	uint64_t from, last;
};

#if defined(__x86_64__) || defined(__i386__)
static inline uint64_t now(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}
#define KNOWN true
#elif defined(__aarch64__)
static inline uint64_t now(void)
{
	uint64_t t;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
	return t;
}
#define KNOWN true
#else
static inline uint64_t now(void)
{
	return 0;
}
#define KNOWN false
#endif

static const char *unsupported(const struct bench_ctx *c)
{
	int mode = 0;

	(void)c;
	if (!KNOWN)
		return "how to read the counter of this CPU is not known";
	/* An error means that it cannot be forbidden. */
	if (prctl(PR_GET_TSC, &mode, 0UL, 0UL, 0UL) == 0 &&
	    mode == PR_TSC_SIGSEGV)
		return "reading the counter is forbidden here (PR_SET_TSC)";
	return NULL;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct time_tsc *s = c->state;

	(void)n;
	s->from = s->last = now();
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct time_tsc *s = c->state;
	uint64_t last = s->last, t;

	while (n-- > 0) {
		t = now();
		if (t < last)
			return bench_fail_why(c, "the counter went backwards");
		last = t;
	}
	s->last = last;
	return 0;
}

/* 1000 readings take a microsecond and more: no counter is that coarse. */
static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct time_tsc *s = c->state;

	return n < 1000 || s->last > s->from ?
	    0 :
	    bench_fail_why(c, "the counter stands still");
}

const struct bench time_tsc = {
	.name = "time_tsc",
	.summary = "read the CPU's own counter",
	.in = BENCH_FULL,
	.state_size = sizeof(struct time_tsc),
	.unsupported = unsupported,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
