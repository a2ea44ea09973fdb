/* lock_mutex.c - lock and unlock a mutex that nobody else wants.
 *
 * One operation: pthread_mutex_lock and pthread_mutex_unlock of a mutex of the
 * default kind; ns. A second thread exists and sleeps: without one a C library
 * may leave the atomic instructions out, which are what is paid. Inside the
 * clock: both calls, each checked (P11), and counting under the lock. Outside:
 * the second thread. No system call is made. With others: lock_mutex_contended.
 * Source: libMicro's mutex. sysbench's mutex test asks the C library for a
 * random number before each lock, which costs more than the lock. */
#include "bench/common_thread.h"

#include <errno.h>
#include <unistd.h>

struct lock_mutex {
	pthread_mutex_t mutex;
	uint64_t count;
	int end[2]; /* a pipe: the thread sleeps until it is closed */
	struct common_thread thread;
};

static int sleeper(void *shared)
{
	const struct lock_mutex *s = shared;
	char b;

	return read(s->end[0], &b, 1) < 0 ? errno : 0;
}

static int setup(struct bench_ctx *c)
{
	struct lock_mutex *s = c->state;

	errno = pthread_mutex_init(&s->mutex, NULL);
	if (errno != 0)
		return bench_fail(c, "pthread_mutex_init");
	if (pipe(s->end) != 0)
		return bench_fail(c, "pipe");
	return common_thread_start(c, &s->thread, c->cpu[0], sleeper, s);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct lock_mutex *s = c->state;

	while (n-- > 0) {
		if (pthread_mutex_lock(&s->mutex) != 0)
			return bench_fail_why(c, "pthread_mutex_lock failed");
		s->count++;
		if (pthread_mutex_unlock(&s->mutex) != 0)
			return bench_fail_why(c, "pthread_mutex_unlock failed");
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct lock_mutex *s = c->state;

	if (s->count != n)
		return bench_fail_why(c, "not all operations were done");
	s->count = 0;
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	struct lock_mutex *s = c->state;

	close(s->end[1]);
	return common_thread_join(c, &s->thread);
}

const struct bench lock_mutex = {
	.name = "lock_mutex",
	.summary = "lock and unlock a mutex that nobody else wants",
	.state_size = sizeof(struct lock_mutex),
	.setup = setup,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
