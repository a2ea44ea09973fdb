/* common_clock.h - the clocks that can be read. */
#ifndef PERFLOSS_BENCH_COMMON_CLOCK_H
#define PERFLOSS_BENCH_COMMON_CLOCK_H

#include "measure/bench.h"

#include <time.h>

enum clock_word {
	CLOCK_WORD_MONOTONIC,
	CLOCK_WORD_REALTIME,
	CLOCK_WORD_COARSE, /* CLOCK_MONOTONIC_COARSE: as of the last tick */
	CLOCK_WORD_BOOTTIME,
	CLOCK_WORD_PROCESS, /* CPU time, as is the next */
	CLOCK_WORD_THREAD,
};

/* The state of such a row. */
struct clock_read {
	clockid_t id;
	struct timespec from, last; /* in a batch */
};

extern const struct bench_param clock_params[]; /* clock */

/* setup: which clock it is, tried with one reading; 0, or what bench_fail or
 * bench_skip returned. */
int clock_setup(struct bench_ctx *c, long (*one)(void *state));

/* prepare and tidy: the last reading was written, and time does not go
 * backwards (but for the real time, which somebody may set). */
int clock_prepare(struct bench_ctx *c, uint64_t n);
int clock_tidy(struct bench_ctx *c, uint64_t n);

#endif
