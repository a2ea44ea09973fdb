/* sys_seccomp.c - the null call behind a seccomp filter.
 *
 * One operation: one getppid, entered directly (P4), of a process whose calls a
 * filter looks at and allows; ns. The price of the sandbox that containers and
 * browsers put round every call is what it costs more than sys_null (P20): the
 * same call without the filter cannot be timed in this process, which keeps it.
 * instructions: how many stand before the one that allows. 0: the filter looks
 * at nothing, and a kernel from 5.11 on remembers that and does not run it.
 * Else the first loads an argument, so that it is run for every call, and the
 * others add to it, each waiting for the one before.
 * Inside the clock: the call and the check of its result (P11). Outside: the
 * filter, of this one process. Mitigations that a filter switched on by itself
 * up to 5.15 are left off (P13). */
#include "bench/common_parent.h"

static int setup(struct bench_ctx *c)
{
	struct err e;

	if (plat_filter_calls(1, (unsigned)c->arg[0] + 1, &e) < 0)
		return bench_skip(c, "%s", e.text);
	return parent_setup(c);
}

const struct bench sys_seccomp = {
	.name = "sys_seccomp",
	.summary = "the null call behind a seccomp filter",
	.params = bench_params(bench_count("instructions", 0,
	    PLAT_FILTER_MOST - 1, "of the filter, before the one that allows")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 10),
	    bench_case(BENCH_FULL, 0), bench_case(BENCH_FULL, 100)),
	.state_size = sizeof(struct parent),
	.calls = PARENT_CALLS,
	.setup = setup,
	.run = parent_run,
};
