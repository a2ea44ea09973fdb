/* proc_pidfd.c - a process known by a descriptor, exit, wait.
 *
 * One operation: clone3(2) with CLONE_PIDFD (otherwise as fork: the memory is
 * copied on write), the child's exit(2), waitid(2) of the descriptor, close(2);
 * ns. Beside proc_fork it shows what the descriptor costs, less what the C
 * library does in a fork. Inside the clock: the four calls and the check of
 * the exit status. Outside: nothing else. The image's size is noted.
 * Avoids P9, P11. */
#include "bench/common_clone.h"
#include "bench/common_proc.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLONE_AND_PIDFD 0x1000 /* linux/sched.h: CLONE_PIDFD */
#define WAIT_PIDFD      3      /* linux/wait.h: P_PIDFD, Linux 5.4 */

static int wait_for(int fd, siginfo_t *info)
{
	return waitid((idtype_t)WAIT_PIDFD, (id_t)fd, info, WEXITED);
}

static int one(struct bench_ctx *c)
{
	siginfo_t info = { .si_pid = 0 };
	pid_t pid;
	int fd = -1, r;

	pid = common_clone3(CLONE_AND_PIDFD, &fd);
	if (pid < 0)
		return bench_fail(c, "clone3");
	r = wait_for(fd, &info);
	if (r != 0)
		r = bench_fail(c, "waitid");
	else if (info.si_pid != pid || info.si_code != CLD_EXITED ||
	    info.si_status != BENCH_EXIT)
		r = bench_fail_why(c, "the child ended with code %d, status %d",
		    info.si_code, info.si_status);
	if (close(fd) != 0 && r == 0)
		r = bench_fail(c, "close");
	return r;
}

static int setup(struct bench_ctx *c)
{
	siginfo_t info;
	int fd = -1;
	pid_t pid = common_clone3(CLONE_AND_PIDFD, &fd);

	if (pid < 0)
		return bench_fail(c, "clone3");
	if (wait_for(fd, &info) != 0) {
		waitpid(pid, NULL, 0);
		return bench_skip(c,
		    "waiting for a descriptor is not known "
		    "(Linux 5.4) or not allowed here");
	}
	close(fd);
	common_note_image(c);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	while (n-- > 0)
		if (one(c) != 0)
			return -1;
	return 0;
}

const struct bench proc_pidfd = {
	.name = "proc_pidfd",
	.summary = "a process known by a descriptor, exit and wait",
	.in = BENCH_FULL,
	.calls = "fork=1 exit=1 wait=1 close=1",
	.setup = setup,
	.run = run,
};
