/* lock_mutex_contended.c - a mutex that several threads want.
 *
 * One operation: lock, add one to a number that the mutex guards, unlock; ns,
 * over all threads (common_crowd.h), none of which does anything else.
 * Contention is the metric (P29): how the C library's mutex of the default kind
 * hands itself on, by spinning, sleeping and waking. Inside the clock: all
 * operations of all threads. Outside: the threads, which are awake when it
 * starts.
 * Avoids P11 (the number counts them, which it would not without the lock),
 * P27. Source: perf bench futex lock-pi and sysbench's mutex test are of this
 * kind, and count operations in a fixed time. */
#include "bench/common_crowd.h"

#include <errno.h>

struct lock_mutex_contended {
	struct common_crowd crowd;
	_Alignas(2 * COMMON_LINE) pthread_mutex_t mutex;
	_Alignas(2 * COMMON_LINE) uint64_t number;
};

static int work(struct common_crowd *t, struct common_member *m)
{
	struct lock_mutex_contended *s = (struct lock_mutex_contended *)t;

	for (uint64_t n = m->share; n > 0; n--) {
		int error = pthread_mutex_lock(&s->mutex);

		if (error != 0)
			return error;
		s->number++;
		error = pthread_mutex_unlock(&s->mutex);
		if (error != 0)
			return error;
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct lock_mutex_contended *s = c->state;

	errno = pthread_mutex_init(&s->mutex, NULL);
	if (errno != 0)
		return bench_fail(c, "pthread_mutex_init");
	return common_crowd(c, work);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct lock_mutex_contended *s = c->state;

	if (s->number != n)
		return bench_fail_why(c, "counted %llu, not %llu",
		    (unsigned long long)s->number, (unsigned long long)n);
	s->number = 0;
	return 0;
}

const struct bench lock_mutex_contended = {
	.name = "lock_mutex_contended",
	.summary = "lock and unlock a mutex that other threads want",
	.params = common_crowd_params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 2),
	    bench_case(BENCH_FULL, 8)),
	.state_size = sizeof(struct lock_mutex_contended),
	.calls = "futex>=0 sched_yield>=0",
	.setup = setup,
	.prepare = common_crowd_prepare,
	.run = common_crowd_run,
	.tidy = tidy,
	.teardown = common_crowd_stop,
};
