/* common_thread.c - a second thread, pinned and waited for. */
#include "bench/common_thread.h"

#include <errno.h>

/* Enough for what a row does; the usual 8 MB times many threads may pass the
 * limits of a small machine. */
#define STACK (256 << 10)

static void *enter(void *arg)
{
	struct common_thread *t = arg;
	int rc = t->cpu >= 0 ? plat_pin(t->cpu, NULL) : 0;

	t->error = rc < 0 ? -rc : t->fn(t->shared);
	return NULL;
}

int common_thread_start(struct bench_ctx *c, struct common_thread *t, int cpu,
    int (*fn)(void *shared), void *shared)
{
	pthread_attr_t attr;
	int rc;

	*t = (struct common_thread){ .cpu = cpu, .fn = fn, .shared = shared };
	rc = pthread_attr_init(&attr);
	if (rc == 0) {
		rc = pthread_attr_setstacksize(&attr, STACK);
		if (rc == 0)
			rc = pthread_create(&t->id, &attr, enter, t);
		pthread_attr_destroy(&attr);
	}
	if (rc == EAGAIN)
		return bench_skip(c, "no more threads for this process");
	if (rc != 0) {
		errno = rc;
		return bench_fail(c, "pthread_create");
	}
	t->started = true;
	return 0;
}

int common_thread_join(struct bench_ctx *c, struct common_thread *t)
{
	int rc;

	if (!t->started)
		return 0;
	rc = pthread_join(t->id, NULL);
	t->started = false;
	if (rc == 0)
		rc = t->error;
	if (rc == 0)
		return 0;
	errno = rc;
	return bench_fail(c, "thread");
}

int common_cpus(void)
{
	int cpu[PLAT_CPUS];
	size_t n = plat_cpus(cpu, PLAT_CPUS);

	return n > 0 ? (int)n : 1;
}

int common_cpu(int i)
{
	int cpu[PLAT_CPUS];
	size_t n = plat_cpus(cpu, PLAT_CPUS);

	return n > 0 && i >= 0 ? cpu[(size_t)i % n] : -1;
}
