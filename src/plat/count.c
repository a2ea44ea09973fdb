/* count.c - a clock that counts instructions, where there is one. */
#include "plat/count.h"

#include <errno.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

/* Instructions of a piece: enough that nothing else comes to as many. */
#define PIECE      256
#define PIECE_TEXT "256"
#define TRIALS     64
/* An interrupt may fall into some. */
#define AGREE 48

static bool has_counter(void)
{
	unsigned a, b, c, d;

	return __get_cpuid(1, &a, &b, &c, &d) && (d >> 4 & 1);
}

/* What a piece takes; in one, so that the compiler adds nothing. */
#define TIMED(name, times, what) \
	static uint32_t name(void) \
	{ \
		uint32_t ticks, from; \
\
		__asm__ volatile("rdtsc\n\tmov %%eax, %1\n\t" \
				 ".rept " times "\n\t" what "\n\t.endr\n\t" \
				 "rdtsc\n\tsub %1, %0" \
				 : "=&a"(ticks), "=&c"(from) \
				 : \
				 : "rdx", "rsi", "cc"); \
		return ticks; \
	}

TIMED(nothing, "0", "nop")
TIMED(quick, PIECE_TEXT, "nop")              /* several are done in a cycle */
TIMED(slow, PIECE_TEXT, "imul %%rsi, %%rsi") /* one in several */

/* The least that it takes, and in how many trials. */
static unsigned least(uint32_t (*piece)(void), uint32_t *value)
{
	unsigned n = 0;

	*value = UINT32_MAX;
	for (int i = 0; i < TRIALS; i++) {
		uint32_t v = piece();

		if (v < *value)
			n = 0;
		if (v < *value)
			*value = v;
		n += v == *value;
	}
	return n;
}

int plat_count_init(struct plat_clock *clock, struct err *e)
{
	uint32_t none, a, b;

	if (!has_counter())
		return err_set(e, -ENOTSUP,
		    "this CPU has no time-stamp counter, so no clock counts "
		    "instructions");
	if (least(nothing, &none) < AGREE || least(quick, &a) < AGREE ||
	    least(slow, &b) < AGREE || a != none + PIECE || b != none + PIECE)
		return err_set(e, -ENOTSUP,
		    "the time-stamp counter of this machine counts time, not "
		    "instructions");
	*clock = (struct plat_clock){ .id = PLAT_COUNT,
		.name = "instructions",
		.cost_ns = (double)none,
		.step_ns = 1 };
	return 0;
}
#else
int plat_count_init(struct plat_clock *clock, struct err *e)
{
	(void)clock;
	return err_set(e, -ENOTSUP,
	    "this CPU has no time-stamp counter of x86-64, so no clock counts "
	    "instructions");
}
#endif
