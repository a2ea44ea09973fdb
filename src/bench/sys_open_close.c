/* sys_open_close.c - open and close of a cached path.
 *
 * One operation: open(2) for reading of an empty file, by a relative path of
 * `depth` components, and close(2); ns. Inside the clock: both calls and the
 * checks. Outside: making the file.
 * Avoids P6 (the path was just made: dentries and inode are cached), P11, P15
 * (relative: where the scratch directory is does not matter).
 * Source: lmbench's lat_syscall open, whose path has three components. */
#include "bench/common_path.h"

#include <fcntl.h>
#include <unistd.h>

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct common_path *p = c->state;
	int fd;

	while (n-- > 0) {
		fd = open(p->name, O_RDONLY);
		if (fd < 0)
			return bench_fail(c, "open");
		if (close(fd) != 0)
			return bench_fail(c, "close");
	}
	return 0;
}

const struct bench sys_open_close = {
	.name = "sys_open_close",
	.summary = "open and close a cached path",
	.alias = "lat_syscall open",
	.params = common_path_params,
	.cases = common_path_cases,
	.state_size = sizeof(struct common_path),
	.needs = BENCH_DIR,
	.calls = "open=1 close=1",
	.setup = common_path_setup,
	.run = run,
};
