/* sig_fd.c - a signal to oneself, read from a descriptor.
 *
 * One operation: kill(2) of the own process with a blocked signal, read(2) of
 * it from a signalfd(2); ns. There is no handler and no return from one: beside
 * sig_handle it shows what a program saves or pays that takes its signals in
 * its event loop. Inside the clock: both calls, the check of the signal's
 * number and of its sender. Outside: blocking it, making the descriptor.
 * Avoids P4 (the pid is fetched once), P11. */
#include "measure/bench.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int fd;

static int setup(struct bench_ctx *c)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	if (sigprocmask(SIG_BLOCK, &set, NULL) != 0)
		return bench_fail(c, "sigprocmask");
	fd = signalfd(-1, &set, 0);
	return fd >= 0 ? 0 : bench_fail(c, "signalfd");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const pid_t self = getpid();
	struct signalfd_siginfo info;

	while (n-- > 0) {
		if (kill(self, SIGUSR1) != 0)
			return bench_fail(c, "kill");
		if (read(fd, &info, sizeof(info)) != (ssize_t)sizeof(info))
			return bench_fail(c, "read");
		if (info.ssi_signo != SIGUSR1 || info.ssi_pid != (uint32_t)self)
			return bench_fail_why(c, "read signal %u of process %u",
			    info.ssi_signo, info.ssi_pid);
	}
	return 0;
}

const struct bench sig_fd = {
	.name = "sig_fd",
	.summary = "a signal to oneself, read from a descriptor",
	.in = BENCH_FULL,
	.calls = "kill=1 read=1",
	.setup = setup,
	.run = run,
};
