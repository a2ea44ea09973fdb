/* sig_install.c - install a signal handler.
 *
 * One operation: sigaction(2) with the old action fetched, as lmbench has it;
 * ns. Inside the clock: the call and the check. Outside: nothing else.
 * Avoids P11.
 * Source: lmbench's lat_sig install. */
#include "measure/bench.h"

#include <signal.h>

static void handler(int sig)
{
	(void)sig;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct sigaction sa = { .sa_handler = handler }, old;

	sigemptyset(&sa.sa_mask);
	while (n-- > 0) {
		if (sigaction(SIGUSR1, &sa, &old) != 0)
			return bench_fail(c, "sigaction");
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct sigaction now;

	(void)n;
	if (sigaction(SIGUSR1, NULL, &now) != 0)
		return bench_fail(c, "sigaction");
	if (now.sa_handler != handler)
		return bench_fail_why(c, "the handler is not installed");
	return 0;
}

const struct bench sig_install = {
	.name = "sig_install",
	.summary = "install a signal handler",
	.alias = "lat_sig install",
	.calls = "sigaction=1",
	.run = run,
	.tidy = tidy,
};
