/* proc_thread_batch.c - many threads at once, and their joins.
 *
 * One operation: one thread of a batch of `threads`: pthread_create(3) of all
 * of them one after the other, each of which waits at a gate (futex(2)); the
 * gate is opened when the last is there; pthread_join(3) of all; ns. So all
 * exist at once, stacks of 256 KB included, which is more than the C library
 * keeps for the next time. All run on this CPU. Inside the clock: all of that
 * and the check of the count. Outside: the attributes.
 * Avoids P1 (one CPU), P11 (threads are counted), P20 (the stacks do not depend
 * on ulimit -s), P29 (said: more threads than CPUs). */
#include "measure/bench.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#define THREADS 1024
#define STACK   (256 << 10)

static pthread_attr_t attr;
static pthread_t id[THREADS];
static atomic_uint gate, ran;

static long futex(int op, unsigned value)
{
	return syscall(SYS_futex, &gate, op | FUTEX_PRIVATE_FLAG, value, NULL,
	    NULL, 0);
}

static void *enter(void *arg)
{
	while (atomic_load(&gate) == 0)
		futex(FUTEX_WAIT, 0);
	atomic_fetch_add(&ran, 1);
	return arg;
}

/* So many threads; -1 with what failed first in *call. Those that were started
 * are joined in any case. */
static int batch(uint64_t n, const char **call)
{
	uint64_t started = 0;
	int error = 0, r;

	atomic_store(&gate, 0);
	while (started < n && error == 0) {
		error = pthread_create(&id[started], &attr, enter, NULL);
		started += error == 0;
	}
	*call = "pthread_create";
	atomic_store(&gate, 1);
	futex(FUTEX_WAKE, INT_MAX);
	while (started > 0) {
		r = pthread_join(id[--started], NULL);
		if (r != 0 && error == 0) {
			error = r;
			*call = "pthread_join";
		}
	}
	errno = error;
	return error != 0 ? -1 : 0;
}

static int setup(struct bench_ctx *c)
{
	const char *call;
	int error = pthread_attr_init(&attr);

	if (error == 0)
		error = pthread_attr_setstacksize(&attr, STACK);
	errno = error;
	if (error != 0)
		return bench_fail(c, "pthread_attr_setstacksize");
	c->ops_step = (uint64_t)c->arg[0];
	if (batch(c->ops_step, &call) == 0)
		return 0;
	if (errno == EAGAIN || errno == ENOMEM)
		return bench_skip(c,
		    "no %lld threads at once here (ulimit -u, "
		    "pids of the cgroup, memory)",
		    (long long)c->arg[0]);
	return bench_fail(c, call);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const uint64_t most = (uint64_t)c->arg[0];
	const char *call;
	uint64_t some;

	for (; n > 0; n -= some) {
		some = n < most ? n : most;
		atomic_store(&ran, 0);
		if (batch(some, &call) != 0)
			return bench_fail(c, call);
		if (atomic_load(&ran) != some)
			return bench_fail_why(c, "not all threads ran");
	}
	return 0;
}

const struct bench proc_thread_batch = {
	.name = "proc_thread_batch",
	.summary = "a thread of many at once, its end and join",
	.params =
	    bench_params(bench_count("threads", 1, THREADS, "threads at once")),
	.cases =
	    bench_cases(bench_case(BENCH_FULL, 8), bench_case(BENCH_FULL, 128)),
	/* and what the C library does for the stacks */
	.calls = "fork=1 exit=1 ...",
	.setup = setup,
	.run = run,
};
