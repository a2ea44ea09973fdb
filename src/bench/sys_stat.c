/* sys_stat.c - stat of a cached path.
 *
 * One operation: stat(2) of an empty file, by a relative path of `depth`
 * components ("f", "d/d/d/f"); ns. Inside the clock: the call and the
 * check of its result. Outside: making the file.
 * Avoids P6 (the path was just made: dentries and inode are cached), P11, P15
 * (relative: where the scratch directory is does not matter).
 * Source: lmbench's lat_syscall stat, of an absolute path of three
 * components on the disk under test. */
#include "bench/common_path.h"

#include <sys/stat.h>

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct common_path *p = c->state;
	struct stat st;

	while (n-- > 0) {
		if (stat(p->name, &st) != 0)
			return bench_fail(c, "stat");
	}
	return 0;
}

const struct bench sys_stat = {
	.name = "sys_stat",
	.summary = "stat a cached path",
	.alias = "lat_syscall stat",
	.params = common_path_params,
	.cases = common_path_cases,
	.state_size = sizeof(struct common_path),
	.needs = BENCH_DIR,
	.calls = "stat=1",
	.setup = common_path_setup,
	.run = run,
};
