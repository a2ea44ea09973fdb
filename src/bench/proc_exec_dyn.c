/* proc_exec_dyn.c - fork, execute a dynamic program, wait.
 *
 * One operation: fork(2), execveat(2) of a program of one page that imports
 * _exit from the C library and calls it, with an empty environment, waitpid(2);
 * ns. Beside proc_exec it has what the system's loader does: mapping the C
 * library, relocating it, binding one symbol. The program is the same on every
 * machine (common_dyn.h says why and how); loader and library, which are
 * noted, are the machine's, so between two distributions their difference is
 * part of the answer. It lies in memory, so no disk's cache counts.
 * Inside the clock: all of that and the check of the status. Outside: writing
 * the program. The size of the forked image is noted.
 * Avoids P6, P9 (the row is the other one of the two, dynamic), P11 (the status
 * is what the bound symbol exits with), P20 (empty environment). */
#include "bench/common_dyn.h"
#include "bench/common_proc.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static int program;

static void child(const struct bench_ctx *c)
{
	(void)c;
	common_dyn_exec(program);
	common_child_failed();
}

/* A system may forbid that files in memory are executed (vm.memfd_noexec), or
 * know no execveat; a real failure comes again in run. */
static bool allowed(void)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		common_dyn_exec(program);
		_exit(errno == EACCES || errno == EPERM || errno == ENOSYS);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid ||
	    !WIFEXITED(status) || WEXITSTATUS(status) != 1;
}

static int setup(struct bench_ctx *c)
{
	common_note_image(c);
	program = common_dyn(c);
	if (program < 0)
		return -1;
	if (!allowed())
		return bench_skip(c,
		    "a file in memory may not be executed here");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return common_children(c, n, child);
}

const struct bench proc_exec_dyn = {
	.name = "proc_exec_dyn",
	.summary = "fork, execute a dynamic program and wait",
	.in = BENCH_DEFAULT,
	/* and what the loader calls */
	.calls = "fork=1 execve=1 exit=1 wait=1 ...",
	.setup = setup,
	.run = run,
};
