/* sig_altstack.c - a signal to oneself, handled on another stack.
 *
 * One operation: kill(2) of the own process with a signal whose handler runs
 * on the stack that sigaltstack(2) named; the handler (which counts) and the
 * return from it; ns. The base is the same loop with kill(self, 0), which
 * sends nothing, as in sig_handle: the two rows differ by the change of
 * stacks. Inside the clock: the call, its check, the handler. Outside:
 * installing the handler and the stack.
 * Avoids P4 (the pid is fetched once), P11 (the handler's calls are counted,
 * and its last frame lies in the other stack), P22 (same skeleton). */
#include "bench/common_sig.h"

#include <signal.h>

/* The frame of a signal has all registers, 11 KB of them with AMX; the kernel
 * refuses a stack that is too small for it. */
#define STACK (64 << 10)

static char stack[STACK];
static volatile uintptr_t frame;

static void handler(int sig)
{
	(void)sig;
	frame = (uintptr_t)__builtin_frame_address(0);
	common_sig_caught++;
}

static int setup(struct bench_ctx *c)
{
	stack_t ss = { .ss_sp = stack, .ss_size = sizeof(stack) };

	if (sigaltstack(&ss, NULL) != 0)
		return bench_fail(c, "sigaltstack");
	return common_sig_setup(c, handler, SA_ONSTACK);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	uintptr_t from = (uintptr_t)stack;

	if (n > 0 && (frame < from || frame >= from + sizeof(stack)))
		return bench_fail_why(c,
		    "the handler did not run on the other stack");
	return common_sig_tidy(c, n);
}

const struct bench sig_altstack = {
	.name = "sig_altstack",
	.summary = "a signal to oneself, handled on another stack",
	.in = BENCH_FULL,
	.calls = "kill=1 sigreturn=1",
	.setup = setup,
	.prepare = common_sig_prepare,
	.run = common_sig_run,
	.base = common_sig_base,
	.tidy = tidy,
};
