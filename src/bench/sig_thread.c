/* sig_thread.c - a signal to a thread and one back.
 *
 * One operation: tgkill(2) of the other thread, which waits for the signal in
 * rt_sigtimedwait(2) and sends one back that this thread waits for; a round
 * trip, two switches (P2); ns. The signals are blocked in both, no handler
 * runs: sig_handle has that. Inside the clock: the round trips. Outside: the
 * thread's start and end. A closed loop (P16).
 * Avoids P1 (the placement is part of the row), P2, P11 (numbers of signals
 * are checked, the other thread counts), P16. */
#include "bench/common_place.h"
#include "bench/common_thread.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A thread that has not begun after a second does not. */
#define NAP_US 20
#define TRIES  50000

struct sig_thread {
	struct common_thread other;
	sigset_t set;
	pid_t pid, tid;
	atomic_int other_tid;
	atomic_int error; /* of the other thread */
	atomic_uint_fast64_t answers;
	uint64_t asked;
	atomic_bool end;
};

static int tell(const struct sig_thread *s, pid_t tid)
{
	return (int)syscall(SYS_tgkill, s->pid, tid, SIGUSR1);
}

/* One that fails says so and answers all the same, so that nobody waits. */
static int answer(void *shared)
{
	struct sig_thread *s = shared;

	atomic_store(&s->other_tid, (int)syscall(SYS_gettid));
	for (;;) {
		if (sigwaitinfo(&s->set, NULL) != SIGUSR1)
			atomic_store(&s->error, errno);
		if (atomic_load(&s->end))
			return 0;
		atomic_fetch_add_explicit(&s->answers, 1, memory_order_relaxed);
		if (tell(s, s->tid) != 0) {
			atomic_store(&s->error, errno);
			tell(s, s->tid);
		}
	}
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct sig_thread *s = c->state;
	const pid_t other = atomic_load(&s->other_tid);
	int error;

	for (; n > 0; n--, s->asked++) {
		if (tell(s, other) != 0)
			return bench_fail(c, "tgkill");
		if (sigwaitinfo(&s->set, NULL) != SIGUSR1)
			return bench_fail(c, "rt_sigtimedwait");
		error = atomic_load_explicit(&s->error, memory_order_relaxed);
		if (error != 0) {
			errno = error;
			return bench_fail(c, "the other thread");
		}
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct sig_thread *s = c->state;

	(void)n;
	if (atomic_load(&s->answers) != s->asked)
		return bench_fail_why(c, "%llu signals, %llu answers",
		    (unsigned long long)s->asked,
		    (unsigned long long)atomic_load(&s->answers));
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct sig_thread *s = c->state;
	int rc;

	s->pid = getpid();
	s->tid = (pid_t)syscall(SYS_gettid);
	sigemptyset(&s->set);
	sigaddset(&s->set, SIGUSR1);
	/* The thread inherits the mask. */
	if (sigprocmask(SIG_BLOCK, &s->set, NULL) != 0)
		return bench_fail(c, "sigprocmask");
	rc = common_thread_start(c, &s->other, c->cpu[1], answer, s);
	if (rc != 0)
		return rc;
	for (int i = 0; i < TRIES && atomic_load(&s->other_tid) == 0; i++)
		usleep(NAP_US);
	/* One that could not be pinned has ended and says why. */
	return atomic_load(&s->other_tid) != 0 ?
	    0 :
	    common_thread_join(c, &s->other);
}

static int teardown(struct bench_ctx *c)
{
	struct sig_thread *s = c->state;

	atomic_store(&s->end, true);
	if (tell(s, atomic_load(&s->other_tid)) != 0)
		return bench_fail(c, "tgkill");
	return common_thread_join(c, &s->other);
}

const struct bench sig_thread = {
	.name = "sig_thread",
	.summary = "a signal to a thread and one back",
	.params = bench_params(bench_place("cpu", "where the two threads run")),
	.list = common_places_full,
	.state_size = sizeof(struct sig_thread),
	.calls = "tgkill=2 sigwait=2",
	.setup = setup,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
