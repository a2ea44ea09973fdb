/* proc_fork.c - fork, exit, wait.
 *
 * One operation: fork(2) of this small static process, _exit(2) in the child,
 * waitpid(2); ns. Inside the clock: the three calls and the check of the exit
 * status. Outside: nothing else. The image's size is noted.
 * Avoids P9 (static, no exit handlers, size stated), P11 (status checked).
 * Source: lmbench's lat_proc fork, whose child leaves with exit(3),
 * handlers included, and whose image is the larger one of that program. */
#include "bench/common_proc.h"

#include <unistd.h>

static int setup(struct bench_ctx *c)
{
	common_note_image(c);
	return 0;
}

static void child(const struct bench_ctx *c)
{
	(void)c;
	_exit(BENCH_EXIT);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return common_children(c, n, child);
}

const struct bench proc_fork = {
	.name = "proc_fork",
	.summary = "fork, exit and wait of a small static process",
	.alias = "lat_proc fork",
	.in = BENCH_QUICK | BENCH_DEFAULT,
	/* and what the C library's fork does in the child */
	.calls = "fork=1 exit=1 wait=1 ...",
	.setup = setup,
	.run = run,
};
