/* proc_exec.c - fork, execute a static program, wait.
 *
 * One operation: fork(2), execve(2) of this very program with
 * "--exit-at-once" and an empty environment, which exits with a status that
 * nothing else has, waitpid(2); ns. Inside the clock: all of that and the
 * check of the status. The size of the forked image is noted.
 * Avoids P9 (static), P11 (the status shows that the program ran: a missing
 * program is a failure, not a fast result), P20 (empty environment).
 * Outside: nothing else. Source: lmbench's lat_proc exec, which executes a
 * program hello of its own, linked dynamically unless it was built
 * otherwise, and does not look whether it ran. */
#include "bench/common_proc.h"

#include <unistd.h>

static void child(const struct bench_ctx *c)
{
	(void)c;
	execve(bench_self_exe(), common_argv, common_envp);
	common_child_failed();
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return common_children(c, n, child);
}

const struct bench proc_exec = {
	.name = "proc_exec",
	.summary = "fork, execute a static program and wait",
	.alias = "lat_proc exec",
	.in = BENCH_QUICK | BENCH_DEFAULT,
	/* and what the program calls on its way to main */
	.calls = "fork=1 execve=1 exit=1 wait=1 ...",
	.setup = common_exec_setup,
	.run = run,
};
