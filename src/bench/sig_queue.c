/* sig_queue.c - a queued signal with a value, handled.
 *
 * One operation: rt_sigqueueinfo(2) of a real-time signal with a value to the
 * own process, the handler (which adds the value up), the return from it; ns.
 * As a raw system call, because sigqueue(3) asks for pid and user each time
 * (P4). The base is the same loop with signal 0, which sends nothing: the
 * difference is queueing, delivery, handler and return; both are kept. Inside
 * the clock: the call, its check, the handler. Outside: installing the handler.
 * Avoids P4, P11 (the values must add up), P22 (same skeleton). */
#include "measure/bench.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile uint64_t sum;

static void handler(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)context;
	sum += (uint64_t)info->si_value.sival_int;
}

static int loop(struct bench_ctx *c, uint64_t n, int sig)
{
	const pid_t self = getpid();
	siginfo_t info;

	memset(&info, 0, sizeof(info));
	info.si_signo = sig;
	info.si_code = SI_QUEUE;
	info.si_pid = self;
	info.si_uid = getuid();
	sum = 0;
	for (; n > 0; n--) {
		info.si_value.sival_int = (int)(n & 0xffff);
		if (syscall(SYS_rt_sigqueueinfo, self, sig, &info) != 0)
			return bench_fail(c, "rt_sigqueueinfo");
	}
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return loop(c, n, SIGRTMIN);
}

static int base(struct bench_ctx *c, uint64_t n)
{
	return loop(c, n, 0);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	uint64_t want = 0;

	for (; n > 0; n--)
		want += n & 0xffff;
	if (sum != want)
		return bench_fail_why(c, "the values add up to %llu, not %llu",
		    (unsigned long long)sum, (unsigned long long)want);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct sigaction sa = { .sa_sigaction = handler,
		.sa_flags = SA_SIGINFO };
	union sigval v = { .sival_int = 0 };

	sigemptyset(&sa.sa_mask);
	if (sigaction(SIGRTMIN, &sa, NULL) != 0)
		return bench_fail(c, "sigaction");
	if (sigqueue(getpid(), SIGRTMIN, v) == 0)
		return 0;
	if (errno == EAGAIN)
		return bench_skip(c,
		    "this user may queue no more signals "
		    "(ulimit -i)");
	return bench_fail(c, "rt_sigqueueinfo");
}

const struct bench sig_queue = {
	.name = "sig_queue",
	.summary = "a queued signal with a value, handled",
	.in = BENCH_FULL,
	.calls = "sigqueue=1 sigreturn=1",
	.setup = setup,
	.run = run,
	.base = base,
	.tidy = tidy,
};
