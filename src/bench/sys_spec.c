/* sys_spec.c - the null call with a CPU mitigation on for this process.
 *
 * One operation: one getppid, entered directly (P4), of a process that has
 * switched a kind of speculation off with prctl(2) PR_SET_SPECULATION_CTRL; ns.
 * ssb is speculative store bypass, branch is indirect branches, flush flushes
 * the first-level cache when another process is switched to. What it costs more
 * than sys_null is what such a process pays for every call (P13). Inside the
 * clock: the call and the check of its result (P11). Outside: the switch. Where
 * the system does not leave the choice to a process (the CPU is not affected,
 * or the mitigation is on or off for all), there is no row. */
#include "bench/common_parent.h"

#include <errno.h>
#include <sys/prctl.h>

/* linux/prctl.h; that of an older system has not all. */
#define GET_SPECULATION 52 /* PR_GET_SPECULATION_CTRL */
#define SET_SPECULATION 53
#define BY_PROCESS      1 /* PR_SPEC_PRCTL: the process may choose */
#define ENABLE          2
#define DISABLE         4

static const char *const kinds[] = { "ssb", "branch", "flush", NULL };
enum { SSB, BRANCH, FLUSH }; /* PR_SPEC_STORE_BYPASS = 0, and so on */

static int setup(struct bench_ctx *c)
{
	const unsigned long kind = (unsigned long)c->arg[0];
	/* The flush is a feature: enabling it is the mitigation. */
	const int on = kind == FLUSH ? ENABLE : DISABLE;
	int may = prctl(GET_SPECULATION, kind, 0UL, 0UL, 0UL);

	if (may < 0)
		return bench_skip(c,
		    "this kernel has no per-process control of '%s'",
		    kinds[kind]);
	if (!(may & BY_PROCESS))
		return bench_skip(c, "speculation '%s' %s", kinds[kind],
		    may == 0         ? "does not affect this CPU" :
			may & ENABLE ? "is left on for all processes" :
				       "is off for all processes");
	if (prctl(SET_SPECULATION, kind, (unsigned long)on, 0UL, 0UL) != 0)
		return bench_skip(c, "cannot switch '%s' here: %s", kinds[kind],
		    err_words(errno));
	may = prctl(GET_SPECULATION, kind, 0UL, 0UL, 0UL);
	if (may != (BY_PROCESS | on))
		return bench_fail_why(c, "'%s' was not switched (state %d)",
		    kinds[kind], may);
	return parent_setup(c);
}

const struct bench sys_spec = {
	.name = "sys_spec",
	.summary = "the null call with a mitigation switched on",
	.params = bench_params(
	    bench_words("kind", kinds, "of speculation that is off")),
	.cases = bench_cases(bench_case(BENCH_FULL, SSB),
	    bench_case(BENCH_FULL, BRANCH)),
	.state_size = sizeof(struct parent),
	.calls = PARENT_CALLS,
	.setup = setup,
	.run = parent_run,
};
