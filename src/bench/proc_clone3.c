/* proc_clone3.c - a process that shares memory, exit, wait.
 *
 * One operation: clone3(2) with CLONE_VM and CLONE_VFORK, the child's exit(2),
 * waitpid(2); ns. The cheapest process there is: no page table is copied, the
 * parent sleeps until the child has gone. What vfork and posix_spawn begin
 * with. Inside the clock: the three calls and the check of the exit status.
 * Outside: nothing else. Without the C library, whose clone costs its own.
 * Avoids P9 (the image, though it should not matter, is noted), P11. */
#include "bench/common_clone.h"
#include "bench/common_proc.h"

#include <sched.h>

static pid_t clone_one(void)
{
	return common_clone3(CLONE_VM | CLONE_VFORK, NULL);
}

static int setup(struct bench_ctx *c)
{
	pid_t pid = clone_one();

	if (pid < 0)
		return bench_fail(c, "clone3");
	common_note_image(c);
	return common_reap(c, pid);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	pid_t pid;

	while (n-- > 0) {
		pid = clone_one();
		if (pid < 0)
			return bench_fail(c, "clone3");
		if (common_reap(c, pid) != 0)
			return -1;
	}
	return 0;
}

const struct bench proc_clone3 = {
	.name = "proc_clone3",
	.summary = "a process that shares memory, exit and wait",
	.in = BENCH_FULL,
	.calls = "fork=1 exit=1 wait=1",
	.setup = setup,
	.run = run,
};
