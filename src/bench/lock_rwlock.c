/* lock_rwlock.c - read under a lock for many readers.
 *
 * One operation: lock for reading, read a number, unlock; ns, over all threads
 * (common_crowd.h). Readers do not exclude one another, but each writes the
 * lock's count of them: that line goes from one to the other, and contention is
 * the metric (P29). Inside the clock: all operations of all threads. Outside:
 * the threads, which are awake when it starts.
 * Avoids P11 (each reading is added up), P27. */
#include "bench/common_crowd.h"

#include <errno.h>

struct lock_rwlock {
	struct common_crowd crowd;
	_Alignas(2 * COMMON_LINE) pthread_rwlock_t lock;
	_Alignas(2 * COMMON_LINE) volatile uint64_t one;
};

static int work(struct common_crowd *t, struct common_member *m)
{
	struct lock_rwlock *s = (struct lock_rwlock *)t;

	for (uint64_t n = m->share; n > 0; n--) {
		int error = pthread_rwlock_rdlock(&s->lock);

		if (error != 0)
			return error;
		m->sum += s->one;
		error = pthread_rwlock_unlock(&s->lock);
		if (error != 0)
			return error;
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct lock_rwlock *s = c->state;

	s->one = 1;
	errno = pthread_rwlock_init(&s->lock, NULL);
	if (errno != 0)
		return bench_fail(c, "pthread_rwlock_init");
	return common_crowd(c, work);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct lock_rwlock *s = c->state;
	uint64_t got = common_crowd_sum(&s->crowd);

	if (got != n)
		return bench_fail_why(c, "read %llu times, not %llu",
		    (unsigned long long)got, (unsigned long long)n);
	return 0;
}

const struct bench lock_rwlock = {
	.name = "lock_rwlock",
	.summary = "lock for reading and unlock, with other readers",
	.params = common_crowd_params,
	.cases = bench_cases(bench_case(BENCH_FULL, 2)),
	.state_size = sizeof(struct lock_rwlock),
	.calls = "futex>=0 sched_yield>=0",
	.setup = setup,
	.prepare = common_crowd_prepare,
	.run = common_crowd_run,
	.tidy = tidy,
	.teardown = common_crowd_stop,
};
