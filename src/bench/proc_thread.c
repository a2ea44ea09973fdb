/* proc_thread.c - a thread, its end, join.
 *
 * One operation: pthread_create(3) of a thread that returns at once,
 * pthread_join(3); ns. The stack is 256 KB, whatever the limits say, and is
 * the last thread's again where the C library keeps stacks. Both run on this
 * CPU. Inside the clock: both calls and the check that the thread ran.
 * Outside: the attributes.
 * Avoids P1 (one CPU), P11 (each thread counts), P20 (the stack does not depend
 * on ulimit -s). */
#include "measure/bench.h"

#include <errno.h>
#include <pthread.h>

#define STACK (256 << 10)

static pthread_attr_t attr;

static void *enter(void *arg)
{
	++*(uint64_t *)arg;
	return arg;
}

static int setup(struct bench_ctx *c)
{
	errno = pthread_attr_init(&attr);
	if (errno == 0)
		errno = pthread_attr_setstacksize(&attr, STACK);
	return errno == 0 ? 0 : bench_fail(c, "pthread_attr_setstacksize");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	uint64_t ran = 0;
	pthread_t id;

	for (uint64_t i = 0; i < n; i++) {
		errno = pthread_create(&id, &attr, enter, &ran);
		if (errno != 0)
			return bench_fail(c, "pthread_create");
		errno = pthread_join(id, NULL);
		if (errno != 0)
			return bench_fail(c, "pthread_join");
		if (ran != i + 1)
			return bench_fail_why(c, "the thread did not run");
	}
	return 0;
}

const struct bench proc_thread = {
	.name = "proc_thread",
	.summary = "a thread, its end and join",
	.in = BENCH_DEFAULT,
	/* and what the C library does for its stack */
	.calls = "fork=1 exit=1 ...",
	.setup = setup,
	.run = run,
};
