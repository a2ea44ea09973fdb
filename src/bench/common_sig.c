/* common_sig.c - signals to oneself, counted by their handler. */
#include "bench/common_sig.h"

#include <signal.h>
#include <unistd.h>

volatile uint64_t common_sig_caught;

int common_sig_setup(struct bench_ctx *c, void (*handler)(int sig), int flags)
{
	struct sigaction sa = { .sa_handler = handler, .sa_flags = flags };

	sigemptyset(&sa.sa_mask);
	if (sigaction(SIGUSR1, &sa, NULL) != 0)
		return bench_fail(c, "sigaction");
	return 0;
}

int common_sig_kills(struct bench_ctx *c, uint64_t n, int sig)
{
	pid_t self = getpid();

	while (n-- > 0) {
		if (kill(self, sig) != 0)
			return bench_fail(c, "kill");
	}
	return 0;
}

int common_sig_prepare(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	common_sig_caught = 0;
	return 0;
}

int common_sig_run(struct bench_ctx *c, uint64_t n)
{
	return common_sig_kills(c, n, SIGUSR1);
}

int common_sig_base(struct bench_ctx *c, uint64_t n)
{
	return common_sig_kills(c, n, 0);
}

int common_sig_tidy(struct bench_ctx *c, uint64_t n)
{
	if (common_sig_caught != n)
		return bench_fail_why(c, "the handler ran %llu times, not %llu",
		    (unsigned long long)common_sig_caught,
		    (unsigned long long)n);
	return 0;
}
