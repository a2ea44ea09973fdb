/* cg_create.c - make a cgroup and remove it.
 *
 * One operation: mkdir(2) of a cgroup, rmdir(2) of it; ns. Of version 2, or of
 * the hierarchy of the CPU controller of version 1: noted. The kernel frees
 * what belonged to it later, in a thread of its own, which is not in the clock.
 * Inside the clock: both calls and their checks. Outside: nothing else.
 * Needs a cgroup in which this user may make others (root, or delegated).
 * Avoids P11. */
#include "bench/common_cgroup.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int setup(struct bench_ctx *c)
{
	int fd = common_cgroup_open(c->cgroup, "tasks", O_RDONLY);

	bench_note(c, "cgroup", fd >= 0 ? "v1" : "v2");
	if (fd >= 0)
		close(fd);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	char path[COMMON_CGROUP];

	snprintf(path, sizeof(path), "%s/one", c->cgroup);
	while (n-- > 0) {
		if (mkdir(path, 0700) != 0)
			return bench_fail(c, "mkdir");
		if (rmdir(path) != 0)
			return bench_fail(c, "rmdir");
	}
	return 0;
}

const struct bench cg_create = {
	.name = "cg_create",
	.summary = "make a cgroup and remove it",
	.in = BENCH_FULL,
	.max_ops = 1000,
	.needs = BENCH_CG_CPU,
	.calls = "mkdir=1 rmdir=1",
	.setup = setup,
	.run = run,
};
