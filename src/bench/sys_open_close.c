/* sys_open_close.c - open and close of a cached path.
 *
 * One operation: open(2) for reading of an empty file, by a relative path of
 * `depth` components, and close(2); ns. Inside the clock: both calls and the
 * checks. Outside: making the file.
 * Avoids P6 (the path was just made: dentries and inode are cached), P11, P15
 * (relative: where the scratch directory is does not matter). */
#include "bench/common_path.h"

#include <fcntl.h>
#include <unistd.h>

static int setup(struct bench_ctx *c)
{
	return common_path(c, c->state, c->arg[0]);
}

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

static const struct bench_param params[] = {
	{ "depth", BENCH_COUNT, 1, COMMON_DEPTH, NULL,
	    "components of the relative path" },
	{ 0 },
};

static const struct bench_case cases[] = {
	{ BENCH_QUICK | BENCH_DEFAULT, { 1 }, false },
	{ BENCH_DEFAULT, { 4 }, false },
	{ 0 },
};

const struct bench sys_open_close = {
	.name = "sys_open_close",
	.summary = "open and close a cached path",
	.alias = "lat_syscall open",
	.unit = BENCH_NS,
	.params = params,
	.cases = cases,
	.state_size = sizeof(struct common_path),
	.needs = BENCH_DIR,
	.calls = "open=1 close=1",
	.setup = setup,
	.run = run,
};
