/* sig_fault.c - a write to a protected page, handled.
 *
 * One operation: a store to a read-only page faults, SIGSEGV is delivered, the
 * handler (which counts) returns, and the store is tried again; ns. The
 * handler makes the page writable when the batch is complete (one mprotect a
 * batch). Inside the clock: all of that. Outside: protecting the page again.
 *
 * less=store: the base is the same stores to a writable page (the plain row).
 * less=catch: lmbench's "prot fault": the cost of a handled signal without its
 * sending is subtracted. The base is kill(self, signal), handled, and so that
 * the sending cancels the handler of the run does a kill(self, 0).
 * Avoids P11 (handlers are counted), P17 (no page is mapped by it),
 * P22.
 * Source: lmbench's lat_sig prot, as said of less=catch. It takes the signal
 * from a measurement before, where this alternates: what is left is a quarter
 * of either, so that a tenth of one is a third of it. */
#include "measure/bench.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LESS_STORE, LESS_CATCH };

static volatile char *page;
static volatile uint64_t caught;
static uint64_t want;
static size_t size;
static pid_t sends; /* kill(sends, 0) in the handler, 0 = none */

static void on_fault(int sig)
{
	(void)sig;
	if (sends != 0 && kill(sends, 0) != 0)
		_exit(1);
	if (++caught >= want &&
	    mprotect((void *)(uintptr_t)page, size, PROT_WRITE) != 0)
		_exit(1);
}

static void on_signal(int sig)
{
	(void)sig;
	caught++;
}

static int setup(struct bench_ctx *c)
{
	struct sigaction sa = { .sa_handler = on_fault };

	size = (size_t)sysconf(_SC_PAGESIZE);
	page = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return bench_fail(c, "mmap");
	sends = c->arg[0] == LESS_CATCH ? getpid() : 0;
	sigemptyset(&sa.sa_mask);
	if (sigaction(SIGSEGV, &sa, NULL) != 0 ||
	    sigaction(SIGBUS, &sa, NULL) != 0)
		return bench_fail(c, "sigaction");
	sa.sa_handler = on_signal;
	if (sigaction(SIGUSR1, &sa, NULL) != 0)
		return bench_fail(c, "sigaction");
	return 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	caught = 0;
	want = n;
	if (mprotect((void *)(uintptr_t)page, size, PROT_READ) != 0)
		return bench_fail(c, "mprotect");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	if (n > 0)
		*page = 1;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	if (caught != n)
		return bench_fail_why(c, "the handler ran %llu times, not %llu",
		    (unsigned long long)caught, (unsigned long long)n);
	return 0;
}

static int base(struct bench_ctx *c, uint64_t n)
{
	pid_t self = getpid();

	if (c->arg[0] == LESS_STORE &&
	    mprotect((void *)(uintptr_t)page, size, PROT_WRITE) != 0)
		return bench_fail(c, "mprotect");
	caught = 0;
	for (want = n; want > 0; want--) {
		if (c->arg[0] == LESS_STORE)
			*page = 1;
		else if (kill(self, SIGUSR1) != 0)
			return bench_fail(c, "kill");
	}
	return c->arg[0] == LESS_STORE ? 0 : tidy(c, n);
}

const struct bench sig_fault = {
	.name = "sig_fault",
	.summary = "a write to a protected page, handled",
	.alias = "lat_sig prot",
	.params = bench_params(bench_word("less",
	    "what is subtracted: a store, or a caught signal", "store",
	    "catch")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, LESS_STORE),
	    bench_case_lm(BENCH_DEFAULT, LESS_CATCH)),
	.calls = "sigreturn=1 ...",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.base = base,
	.tidy = tidy,
};
