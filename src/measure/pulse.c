/* pulse.c - how fast this CPU is at the moment. */
#include "measure/pulse.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Turns of 8 additions: 8000 cycles where 4 are done in one, 2 to 4 us. Long
 * beside a step of the clock (20 ns: 1 %), short beside a batch. */
#define TURNS 4000

/* As src/model/clear.c has it. */
#define FULL_SPEED 1.02

#define NAP_NS  500000
#define WAIT_NS INT64_C(2000000000)

/* An addition that the compiler can neither drop nor gather. */
#define ADD(x) \
	do { \
		__asm__ volatile("" : "+r"(x)); \
		(x)++; \
	} while (0)

static __attribute__((noinline)) void burst(void)
{
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;

	for (int i = 0; i < TURNS; i++) {
		ADD(a);
		ADD(b);
		ADD(c);
		ADD(d);
		ADD(e);
		ADD(f);
		ADD(g);
		ADD(h);
	}
	a += b + c + d + e + f + g + h;
	__asm__ volatile("" : : "r"(a));
}

static uint64_t now(int clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t pulse(int clock)
{
	uint64_t from = now(clock);

	burst();
	return now(clock) - from;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int slot(int cpu)
{
	return cpu < 0 ? PULSE_CPUS - 1 : cpu % PULSE_CPUS;
}

uint64_t pulse_full(const struct pulses *p, int cpu)
{
	int64_t others = p->spent_ns - p->waited_ns;

	if (p->waited_ns > WAIT_NS && p->waited_ns > others / 2)
		return 0;
	return p->full_ns[slot(cpu)];
}

void pulse_learn(struct pulses *p, int cpu, const uint64_t *v, uint32_t n)
{
	uint64_t *full = &p->full_ns[slot(cpu)], *sorted, fast;

	if (n == 0)
		return;
	sorted = xreallocarray(NULL, n, sizeof(*sorted));
	memcpy(sorted, v, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_value);
	fast = sorted[(n - 1) / 4];
	free(sorted);
	if (*full == 0 || fast < *full)
		*full = fast;
}

int64_t pulse_await(int clock, uint64_t full_ns, int64_t most_ns)
{
	static const struct timespec nap = { 0, NAP_NS };
	uint64_t from = now(clock);
	int64_t waited = 0;

	/* The first after a nap is of a core that wakes up. */
	while ((pulse(clock), (double)pulse(clock)) >
		(double)full_ns * FULL_SPEED &&
	    (waited = (int64_t)(now(clock) - from)) < most_ns)
		nanosleep(&nap, NULL);
	return waited;
}
