/* proc_sh.c - fork, a shell that runs a program, wait.
 *
 * One operation: fork(2), execve(2) of /bin/sh -c, which runs this very
 * program with "--exit-at-once", waitpid(2); ns. Some shells fork once more,
 * some execute the last command in their own place: that is part of what is
 * measured. Inside the clock: all of that and the check of the status.
 * Avoids P9 (the size of the forked image is noted), P11 (the status is that
 * of the program run), P20 (empty environment).
 * Outside: nothing else. Source: lmbench's lat_proc shell, which runs its
 * program hello by its path. */
#include "bench/common_proc.h"

#include <sys/wait.h>
#include <unistd.h>

static const char *unsupported(const struct bench_ctx *c)
{
	(void)c;
	return access("/bin/sh", X_OK) == 0 ? NULL : "there is no /bin/sh";
}

static void child(const struct bench_ctx *c)
{
	static const char script[] = "\"$0\" --exit-at-once";

	(void)c;
	execle("/bin/sh", "sh", "-c", script, bench_self_exe(), (char *)NULL,
	    (char *[]){ NULL });
	common_child_failed();
}

/* A shell says only by its status that it could not start the program. */
static int setup(struct bench_ctx *c)
{
	int status;
	pid_t pid;

	if (common_exec_setup(c) != 0)
		return -1;
	pid = fork();
	if (pid < 0)
		return bench_fail(c, "fork");
	if (pid == 0)
		child(c);
	if (waitpid(pid, &status, 0) != pid)
		return bench_fail(c, "waitpid");
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		return bench_skip(c, "/bin/sh can start no program here");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return common_children(c, n, child);
}

const struct bench proc_sh = {
	.name = "proc_sh",
	.summary = "fork, a shell that runs a static program, wait",
	.alias = "lat_proc shell",
	.calls = "fork>=1 execve=2 exit>=1 wait>=1 ...",
	.unsupported = unsupported,
	.setup = setup,
	.run = run,
};
