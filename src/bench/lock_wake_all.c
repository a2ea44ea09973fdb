/* lock_wake_all.c - many threads that wait are woken, and all have run.
 *
 * One operation: FUTEX_WAKE of all that wait for a word, and waiting until each
 * of the `threads` has run and the last has said so; ns. They wait on the CPU
 * that the placement says (P1); on this one, which then is free for them, all
 * are asleep again when the next is called. How many were found asleep is the
 * note `woken`. Inside the clock: one call, all switches to the threads and
 * one back. Outside: the threads.
 * Avoids P11 (each thread counts its turns), P27. Source: perf bench futex
 * wake has a call for each, no switches, and 100 ms of sleep before: cold. */
#include "bench/common_futex.h"

#include <errno.h>
#include <limits.h>

#define MOST 64
#define LOST 0x10000u /* in awake: a thread has failed */

struct waiter {
	_Alignas(COMMON_LINE) uint64_t turns;
	struct lock_wake_all *all;
	struct common_thread thread;
};

struct lock_wake_all {
	_Alignas(COMMON_LINE) _Atomic uint32_t turn;
	_Alignas(COMMON_LINE) _Atomic uint32_t awake;
	_Alignas(COMMON_LINE) uint32_t n;
	atomic_bool stop;
	atomic_int error;
	uint64_t calls, woken;
	struct waiter waiter[MOST];
};

static int fail(struct lock_wake_all *s, int error)
{
	atomic_store(&s->error, error);
	atomic_fetch_add(&s->awake, LOST);
	common_futex(&s->awake, FUTEX_WAKE_PRIVATE, 1);
	return error;
}

static int wait_turn(void *shared)
{
	struct waiter *w = shared;
	struct lock_wake_all *s = w->all;

	for (uint32_t seen = 0;; seen++) {
		while (atomic_load(&s->turn) == seen)
			if (common_futex(&s->turn, FUTEX_WAIT_PRIVATE, seen) <
				0 &&
			    errno != EAGAIN && errno != EINTR)
				return fail(s, errno);
		if (atomic_load(&s->stop))
			return 0;
		w->turns++;
		if (atomic_fetch_add(&s->awake, 1) + 1 == s->n &&
		    common_futex(&s->awake, FUTEX_WAKE_PRIVATE, 1) < 0)
			return fail(s, errno);
	}
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct lock_wake_all *s = c->state;
	uint32_t here;

	for (; n > 0; n--, s->calls++) {
		int woken;

		atomic_store(&s->awake, 0);
		atomic_fetch_add(&s->turn, 1);
		woken = common_futex(&s->turn, FUTEX_WAKE_PRIVATE, INT_MAX);
		if (woken < 0)
			return bench_fail(c, "futex");
		s->woken += (uint64_t)woken;
		while ((here = atomic_load(&s->awake)) < s->n)
			if (common_futex(&s->awake, FUTEX_WAIT_PRIVATE, here) <
				0 &&
			    errno != EAGAIN && errno != EINTR)
				return bench_fail(c, "futex");
		errno = atomic_load(&s->error);
		if (errno != 0)
			return bench_fail(c, "futex of a thread");
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct lock_wake_all *s = c->state;
	int rc = 0;

	s->n = (uint32_t)c->arg[0];
	for (uint32_t i = 0; i < s->n && rc == 0; i++) {
		s->waiter[i].all = s;
		rc = common_thread_start(c, &s->waiter[i].thread, c->cpu[1],
		    wait_turn, &s->waiter[i]);
	}
	return rc;
}

static int teardown(struct bench_ctx *c)
{
	struct lock_wake_all *s = c->state;

	atomic_store(&s->stop, true);
	atomic_fetch_add(&s->turn, 1);
	common_futex(&s->turn, FUTEX_WAKE_PRIVATE, INT_MAX);
	for (uint32_t i = 0; i < s->n; i++) {
		if (common_thread_join(c, &s->waiter[i].thread) != 0)
			return -1;
		if (s->waiter[i].turns != s->calls)
			return bench_fail_why(c, "thread %u has missed a turn",
			    i);
	}
	bench_note(c, "woken", "%.2f",
	    (double)s->woken / (double)(s->calls > 0 ? s->calls : 1));
	return 0;
}

const struct bench lock_wake_all = {
	.name = "lock_wake_all",
	.summary = "wake all threads that wait, until all have run",
	.params =
	    bench_params(bench_count("threads", 1, MOST, "threads that wait"),
		bench_place("cpu",
		    "how their CPU is related to that of who wakes")),
	.cases = bench_cases(bench_case(BENCH_FULL, 8, PLAT_SAME)),
	.state_size = sizeof(struct lock_wake_all),
	.calls = "futex>=2",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
