/* common_clock.c - the clocks that can be read. */
#include "bench/common_clock.h"

#include "bench/common_call.h"

#include <errno.h>

static const char *const words[] = { "monotonic", "realtime", "coarse",
	"boottime", "process", "thread", NULL };

static const clockid_t ids[] = { CLOCK_MONOTONIC, CLOCK_REALTIME,
	CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_PROCESS_CPUTIME_ID,
	CLOCK_THREAD_CPUTIME_ID };

const struct bench_param clock_params[] = {
	{ "clock", BENCH_WORD, 0, 0, words, "which clock is read" },
	{ 0 },
};

int clock_setup(struct bench_ctx *c, long (*one)(void *state))
{
	struct clock_read *s = c->state;

	s->id = ids[c->arg[0]];
	if (one(s) == 0)
		return 0;
	if (errno == EINVAL)
		return bench_skip(c, "no clock '%s' here", words[c->arg[0]]);
	return call_refused(c, "clock_gettime");
}

int clock_prepare(struct bench_ctx *c, uint64_t n)
{
	struct clock_read *s = c->state;

	(void)n;
	s->last.tv_sec = s->last.tv_nsec = -1;
	return clock_gettime(s->id, &s->from) == 0 ?
	    0 :
	    bench_fail(c, "clock_gettime");
}

int clock_tidy(struct bench_ctx *c, uint64_t n)
{
	const struct clock_read *s = c->state;
	const struct timespec *a = &s->from, *b = &s->last;

	if (n > 0 && b->tv_nsec < 0)
		return bench_fail_why(c, "the clock was not read");
	if (c->arg[0] != CLOCK_WORD_REALTIME &&
	    (b->tv_sec < a->tv_sec ||
		(b->tv_sec == a->tv_sec && b->tv_nsec < a->tv_nsec)))
		return bench_fail_why(c, "the clock went backwards");
	return 0;
}
