/* sched_wakeup.c - how late a thread wakes up that waits for a moment.
 *
 * One operation: one clock_nanosleep(2) until an absolute time, `us`
 * microseconds after the one before; its event is the time from that moment to
 * the reading of the clock after the call; ns. The moments are fixed
 * beforehand: a wake-up that comes late does not move those behind it, and all
 * that it delays count their whole delay (P16: nothing is omitted). Inside the
 * clock: the sleeps. Outside: setting the policy (other; batch; fifo and rr are
 * real-time and need a privilege) and the timer slack, how much later than
 * asked the kernel may let the timer of an ordinary process fire; real-time
 * ones have none.
 * Avoids P10 (policy and slack are part of the row), P11, P16.
 * Source: cyclictest of rt-tests measures the same. It drops the moments that
 * a late wake-up has passed, and starts its own moments anew, where this counts
 * them; its usual interval is 1000 us. Unless told --default-system it holds
 * /dev/cpu_dma_latency, so that an idle CPU does not sleep: 12 us then, on a
 * guest where it finds 21 without and this 18. */
#include "bench/common_due.h"

#include <errno.h>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Above threads that serve interrupts, which have 50. */
#define PRIORITY 80

enum { ARG_US, ARG_POLICY, ARG_SLACK };

static const char *const policy_words[] = { "other", "batch", "fifo", "rr",
	NULL };
static const int policies[] = { SCHED_NORMAL, SCHED_BATCH, SCHED_FIFO,
	SCHED_RR };

static int set_policy(struct bench_ctx *c)
{
	int policy = policies[c->arg[ARG_POLICY]];
	/* What the kernel takes; musl's own function only says ENOSYS. */
	int priority =
	    policy == SCHED_FIFO || policy == SCHED_RR ? PRIORITY : 0;

	if (syscall(SYS_sched_setscheduler, 0, policy, &priority) == 0)
		return 0;
	if (errno == EPERM || errno == EACCES)
		return bench_skip(c,
		    "the policy '%s' needs the privilege CAP_SYS_NICE or a "
		    "limit 'rtprio' of %d",
		    policy_words[c->arg[ARG_POLICY]], PRIORITY);
	if (errno == ENOSYS)
		return bench_skip(c, "policies cannot be set here");
	return bench_fail(c, "sched_setscheduler");
}

static int setup(struct bench_ctx *c)
{
	struct due *d = c->state;
	int rc = 0;

	d->interval = c->arg[ARG_US] * 1000;
	if (c->arg[ARG_POLICY] > 0)
		rc = set_policy(c);
	return rc != 0 ? rc : due_slack(c, c->arg[ARG_SLACK]);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct due *d = c->state;
	struct timespec t;

	due_begin(d);
	while (n-- > 0) {
		t = due_time(d->at);
		errno =
		    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
		if (errno != 0)
			return bench_fail(c, "clock_nanosleep");
		if (due_happens(c, d) != 0)
			return -1;
	}
	due_end(d);
	return 0;
}

static const struct bench_param params[] = {
	bench_count("us", 10, 1000000, "microseconds between moments"),
	bench_words("policy", policy_words, "scheduling policy"),
	bench_count("slack_ns", 1, 1000000000, "timer slack"),
	{ 0 },
};

const struct bench sched_wakeup = {
	.name = "sched_wakeup",
	.summary = "how late a thread wakes up at a moment it waits for",
	.alias = "cyclictest",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 100, 0, 1),
	    bench_case(BENCH_FULL, 100, 2, 1),
	    bench_case(BENCH_FULL, 1000, 0, DUE_SLACK)),
	.state_size = sizeof(struct due),
	.events = DUE_EVENTS,
	.calls = "clock_nanosleep=1",
	.setup = setup,
	.run = run,
};
