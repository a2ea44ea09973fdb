/* proc_spawn.c - posix_spawn of a static program, wait.
 *
 * One operation: posix_spawn(3) of this very program with "--exit-at-once", no
 * file actions, no attributes and an empty environment, waitpid(2); ns. What
 * the C library does for it (a stack for the child, blocked signals, a clone
 * that shares memory) is part of it. Inside the clock: all of that and the
 * check of the status. Outside: nothing else. The image's size is noted.
 * Avoids P9 (static, size stated), P11 (the status shows that the program
 * ran), P20 (empty environment). */
#include "bench/common_proc.h"

#include <errno.h>
#include <spawn.h>

static int run(struct bench_ctx *c, uint64_t n)
{
	const char *const path = bench_self_exe();
	pid_t pid;

	while (n-- > 0) {
		errno = posix_spawn(&pid, path, NULL, NULL, common_argv,
		    common_envp);
		if (errno != 0)
			return bench_fail(c, "posix_spawn");
		if (common_reap(c, pid) != 0)
			return -1;
	}
	return 0;
}

const struct bench proc_spawn = {
	.name = "proc_spawn",
	.summary = "posix_spawn of a static program and wait",
	.in = BENCH_DEFAULT,
	/* and what the C library and the program call */
	.calls = "fork=1 execve=1 exit=1 wait=1 ...",
	.setup = common_exec_setup,
	.run = run,
};
