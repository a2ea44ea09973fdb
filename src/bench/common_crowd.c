/* common_crowd.c - threads that do the same thing at the same time. */
#include "bench/common_crowd.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LEAST 1000 /* operations of a batch, even if calibration is disturbed */
const struct bench_param common_crowd_params[] = {
	{ "threads", BENCH_COUNT, 1, COMMON_CROWD, NULL,
	    "threads that share the operations out" },
	{ 0 },
};

/* Asleep until another batch than `seen` is called, so that who is done takes
 * no time from who is not. */
static void sleep_until_batch(struct common_crowd *t, uint32_t seen)
{
	while (atomic_load(&t->batch) == seen && !atomic_load(&t->stop))
		syscall(SYS_futex, &t->batch, FUTEX_WAIT_PRIVATE, seen, NULL);
}

static void call_batch(struct common_crowd *t)
{
	atomic_fetch_add(&t->batch, 1);
	syscall(SYS_futex, &t->batch, FUTEX_WAKE_PRIVATE, INT_MAX);
}

/* Awake until *word is not `from`. */
static void spin(const struct common_crowd *t, const _Atomic uint32_t *word,
    uint32_t from)
{
	while (atomic_load_explicit(word, memory_order_acquire) == from &&
	    !atomic_load_explicit(&t->stop, memory_order_relaxed))
		if (t->crowded)
			sched_yield();
}

static int member(void *shared)
{
	struct common_member *m = shared;
	struct common_crowd *t = m->crowd;

	for (uint32_t seen = 0;; seen++) {
		int error;

		sleep_until_batch(t, seen);
		atomic_fetch_add(&t->ready, 1);
		spin(t, &t->go, seen);
		if (atomic_load(&t->stop))
			return 0;
		error = t->work(t, m);
		if (error != 0)
			atomic_store(&t->error, error);
		atomic_fetch_add(&t->done, 1);
	}
}

/* The i-th CPU after this process's. */
static int cpu_of(const struct bench_ctx *c, int i)
{
	int all = common_cpus(), first = 0;

	if (c->cpu[0] < 0)
		return -1;
	while (first < all && common_cpu(first) != c->cpu[0])
		first++;
	return common_cpu(first + i);
}

int common_crowd(struct bench_ctx *c,
    int (*work)(struct common_crowd *t, struct common_member *m))
{
	struct common_crowd *t = c->state;
	int rc = 0;

	c->ops_step = LEAST;
	t->n = (int)c->arg[0];
	t->crowded = t->n > common_cpus();
	t->work = work;
	bench_note(c, "cpus", "%d", common_cpus());
	for (int i = 0; i < t->n && rc == 0; i++) {
		struct common_member *m = &t->member[i];

		m->index = i;
		m->crowd = t;
		if (i > 0)
			rc = common_thread_start(c, &m->thread, cpu_of(c, i),
			    member, m);
	}
	return rc;
}

/* One that cannot be pinned never comes, which ends at the deadline. */
int common_crowd_prepare(struct bench_ctx *c, uint64_t n)
{
	struct common_crowd *t = c->state;
	uint64_t all = (uint64_t)t->n, i;

	for (i = 0; i < all; i++) {
		t->member[i].share = n / all + (i < n % all);
		t->member[i].sum = 0;
	}
	atomic_store(&t->ready, 0);
	atomic_store(&t->done, 0);
	if (t->n > 1)
		call_batch(t);
	while (atomic_load(&t->ready) + 1 < (uint32_t)t->n)
		sched_yield();
	return 0;
}

int common_crowd_run(struct bench_ctx *c, uint64_t n)
{
	struct common_crowd *t = c->state;
	uint32_t others = (uint32_t)t->n - 1, done;
	int error;

	(void)n;
	atomic_fetch_add_explicit(&t->go, 1, memory_order_release);
	error = t->work(t, &t->member[0]);
	while ((done = atomic_load(&t->done)) < others)
		spin(t, &t->done, done);
	if (error == 0)
		error = atomic_load(&t->error);
	if (error == 0)
		return 0;
	errno = error;
	return bench_fail(c, "thread");
}

int common_crowd_stop(struct bench_ctx *c)
{
	struct common_crowd *t = c->state;
	int rc = 0;

	atomic_store(&t->stop, true);
	call_batch(t);
	for (int i = 1; i < t->n; i++)
		if (common_thread_join(c, &t->member[i].thread) != 0)
			rc = -1;
	return rc;
}
