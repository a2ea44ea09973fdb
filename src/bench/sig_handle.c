/* sig_handle.c - a signal to oneself, handled.
 *
 * One operation: kill(2) of the own process with a handled signal, the handler
 * (which counts), the return from it; ns. The base is the same loop with
 * kill(self, 0), which sends nothing: the difference is delivery, handler and
 * return (lmbench's "sig hndl"); both are kept. Inside the clock: the call,
 * its check, the handler. Outside: installing the handler.
 * Avoids P4 (the pid is fetched once), P11 (the handler's calls are counted),
 * P22 (same skeleton, both values kept).
 * Source: lmbench's lat_sig catch, less a kill(self, 0). */
#include "bench/common_sig.h"

static void handler(int sig)
{
	(void)sig;
	common_sig_caught++;
}

static int setup(struct bench_ctx *c)
{
	return common_sig_setup(c, handler, 0);
}

const struct bench sig_handle = {
	.name = "sig_handle",
	.summary = "a signal to oneself, handled",
	.alias = "lat_sig catch",
	.in = BENCH_QUICK | BENCH_DEFAULT,
	.calls = "kill=1 sigreturn=1",
	.setup = setup,
	.prepare = common_sig_prepare,
	.run = common_sig_run,
	.base = common_sig_base,
	.tidy = common_sig_tidy,
};
