/* sig_handle.c - a signal to oneself, handled.
 *
 * One operation: kill(2) of the own process with a handled signal, the handler
 * (which counts), the return from it; ns. The base is the same loop with
 * kill(self, 0), which sends nothing: the difference is delivery, handler and
 * return (lmbench's "sig hndl"); both are kept. Inside the clock: the call,
 * its check, the handler. Outside: installing the handler.
 * Avoids P4 (the pid is fetched once), P11 (the handler's calls are counted),
 * P22 (same skeleton, both values kept). */
#include "measure/bench.h"

#include <signal.h>
#include <unistd.h>

static volatile uint64_t caught;

static void handler(int sig)
{
	(void)sig;
	caught++;
}

static int setup(struct bench_ctx *c)
{
	struct sigaction sa = { .sa_handler = handler };

	sigemptyset(&sa.sa_mask);
	if (sigaction(SIGUSR1, &sa, NULL) != 0)
		return bench_fail(c, "sigaction");
	return 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	caught = 0;
	return 0;
}

static int loop(struct bench_ctx *c, uint64_t n, int sig)
{
	pid_t self = getpid();

	while (n-- > 0) {
		if (kill(self, sig) != 0)
			return bench_fail(c, "kill");
	}
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return loop(c, n, SIGUSR1);
}

static int base(struct bench_ctx *c, uint64_t n)
{
	return loop(c, n, 0);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	if (caught != n)
		return bench_fail_why(c, "the handler ran %llu times, not %llu",
		    (unsigned long long)caught, (unsigned long long)n);
	return 0;
}

static const struct bench_case cases[] = {
	{ BENCH_QUICK | BENCH_DEFAULT, { 0 }, false },
	{ 0 },
};

const struct bench sig_handle = {
	.name = "sig_handle",
	.summary = "a signal to oneself, handled",
	.alias = "lat_sig catch",
	.unit = BENCH_NS,
	.cases = cases,
	.calls = "kill=1 sigreturn=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.base = base,
	.tidy = tidy,
};
