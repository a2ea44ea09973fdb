/* proc_vfork_exec.c - vfork, execute a static program, wait.
 *
 * One operation: vfork(2), execve(2) of this very program with
 * "--exit-at-once" and an empty environment, waitpid(2); ns. Beside proc_exec
 * it lacks the copy of the page tables. Inside the clock: all of that and the
 * check of the status. Outside: nothing else. The image's size is noted.
 * Avoids P9 (static, size stated), P11 (the status shows that the program
 * ran), P20 (empty environment). */
#include "bench/common_proc.h"

#include <unistd.h>

/* The child returns from vfork into this frame, and leaves it only as another
 * program. */
static pid_t start(const char *path)
{
	pid_t pid = vfork();

	if (pid == 0) {
		execve(path, common_argv, common_envp);
		common_child_failed();
	}
	return pid;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const char *const path = bench_self_exe();
	pid_t pid;

	while (n-- > 0) {
		pid = start(path);
		if (pid < 0)
			return bench_fail(c, "vfork");
		if (common_reap(c, pid) != 0)
			return -1;
	}
	return 0;
}

const struct bench proc_vfork_exec = {
	.name = "proc_vfork_exec",
	.summary = "vfork, execute a static program and wait",
	.in = BENCH_DEFAULT,
	/* and what the program calls on its way to main */
	.calls = "fork=1 execve=1 exit=1 wait=1 ...",
	.setup = common_exec_setup,
	.run = run,
};
