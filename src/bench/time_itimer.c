/* time_itimer.c - how late the signal of an interval timer is taken.
 *
 * One operation: one SIGALRM of setitimer(ITIMER_REAL) with a period of `us`
 * microseconds, taken by rt_sigtimedwait(2); its event is the time from when
 * it was due; ns. Signals that are late for more than a period merge: each
 * period that is over is an event of its own, with its whole wait (P16).
 * Inside the clock: the waiting. Outside: blocking the signal; the timer is set
 * anew once a batch. Such a timer has no slack (P10).
 * Avoids P10, P11, P16. */
#include "bench/common_due.h"

#include <signal.h>
#include <sys/time.h>

#define NEAR  5000 /* ns: some times what the call takes */
#define TRIES 20

static int setup(struct bench_ctx *c)
{
	struct due *d = c->state;
	sigset_t set;

	d->interval = c->arg[0] * 1000;
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	if (sigprocmask(SIG_BLOCK, &set, NULL) != 0)
		return bench_fail(c, "sigprocmask");
	return 0;
}

static int set_timer(struct bench_ctx *c, int64_t us)
{
	struct timeval t = { .tv_sec = (time_t)(us / 1000000),
		.tv_usec = (suseconds_t)(us % 1000000) };
	struct itimerval it = { .it_interval = t, .it_value = t };

	if (setitimer(ITIMER_REAL, &it, NULL) != 0)
		return bench_fail(c, "setitimer");
	return 0;
}

/* When the first is due is known as well as two readings of the clock around
 * the call are close: a thread that was stopped between them sets it again. */
static int begin(struct bench_ctx *c, struct due *d)
{
	int64_t from, took;
	int tries = TRIES;

	do {
		from = due_now();
		if (set_timer(c, c->arg[0]) != 0)
			return -1;
		took = due_now() - from;
	} while (took > NEAR && --tries > 0);
	d->at = from + d->interval;
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct due *d = c->state;
	siginfo_t info;
	sigset_t set;
	int64_t now;

	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	if (begin(c, d) != 0)
		return -1;
	while (n-- > 0) {
		if (sigwaitinfo(&set, &info) != SIGALRM)
			return bench_fail(c, "rt_sigtimedwait");
		/* None is due where its period was counted before, or where
		 * the signal was left over by the last batch. */
		for (now = due_now(); d->at <= now;)
			if (due_happens(c, d) != 0)
				return -1;
	}
	return set_timer(c, 0);
}

const struct bench time_itimer = {
	.name = "time_itimer",
	.summary = "how late the signal of an interval timer is taken",
	.params = bench_params(
	    bench_count("us", 10, 1000000, "period in microseconds")),
	.cases = bench_cases(bench_case(BENCH_FULL, 100)),
	.state_size = sizeof(struct due),
	.events = DUE_EVENTS,
	.calls = "sigtimedwait=1",
	.setup = setup,
	.run = run,
};
