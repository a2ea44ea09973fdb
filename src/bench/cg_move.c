/* cg_move.c - from one cgroup to another.
 *
 * One operation: write(2) to cgroup.procs of the other of two cgroups, which
 * takes this process there; ns. Of version 2, or of the hierarchy of the CPU
 * controller of version 1. A first move after a while waits for all CPUs to
 * have passed through the scheduler (milliseconds); the median is of those that
 * follow. Inside the clock: the call and its check. Outside: making the two.
 * Needs a cgroup in which this user may make others (root, or delegated).
 * Avoids P11 (tidy looks in which of the two the process is). */
#include "bench/common_cgroup.h"

#include <fcntl.h>
#include <unistd.h>

struct cg_move {
	char dir[2][COMMON_CGROUP];
	int fd[2], at;
};

static int setup(struct bench_ctx *c)
{
	static const char *const name[] = { "one", "two" };
	struct cg_move *s = c->state;

	for (int i = 0; i < 2; i++) {
		if (common_cgroup(c, name[i], s->dir[i]) != 0)
			return -1;
		s->fd[i] =
		    common_cgroup_open(s->dir[i], "cgroup.procs", O_WRONLY);
		if (s->fd[i] < 0)
			return bench_fail(c, "open");
	}
	return common_cgroup_enter(c, s->dir[0]);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct cg_move *s = c->state;

	while (n-- > 0) {
		s->at = 1 - s->at;
		if (write(s->fd[s->at], "0", 1) != 1)
			return bench_fail(c, "write");
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct cg_move *s = c->state;

	(void)n;
	if (!common_cgroup_has_us(s->dir[s->at]))
		return bench_fail_why(c, "not in the cgroup it went to");
	return 0;
}

const struct bench cg_move = {
	.name = "cg_move",
	.summary = "from one cgroup to another",
	.in = BENCH_FULL,
	.state_size = sizeof(struct cg_move),
	.max_ops = 1000,
	.needs = BENCH_CG_CPU,
	.calls = "write=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
