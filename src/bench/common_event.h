/* common_event.h - the clock of rows that time single events. */
#ifndef PERFLOSS_BENCH_COMMON_EVENT_H
#define PERFLOSS_BENCH_COMMON_EVENT_H

#include "measure/bench.h"

#include <time.h>

/* Asked for in an invocation: what its 95th percentile takes. */
#define COMMON_EVENTS 200

/* Nanoseconds. CLOCK_MONOTONIC is read without a system call wherever any
 * clock is (P4, P14): some 20 ns in events of microseconds. */
static inline uint64_t common_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#endif
