/* sys_statx.c - statx of a cached path.
 *
 * One operation: statx(2) of an empty file, by a relative path of `depth`
 * components, asking for what stat(2) gives; ns. Entered directly: a C library
 * may fall back to stat (P4). Inside the clock: the call and the check of its
 * result (P11). Outside: making the file. Avoids P6 and P15 as sys_stat does.
 * */
#include "bench/common_call.h"
#include "bench/common_path.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BASIC_STATS 0x7ffU /* STATX_BASIC_STATS of linux/stat.h */

static long one(void *state)
{
	const struct common_path *p = state;
	uint64_t stx[32]; /* struct statx has 256 bytes */

	return syscall(SYS_statx, AT_FDCWD, p->name, 0, BASIC_STATS, stx);
}

static int setup(struct bench_ctx *c)
{
	int rc = common_path_setup(c);

	return rc != 0 ? rc : call_try(c, one, 0, "statx");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "statx");
}

const struct bench sys_statx = {
	.name = "sys_statx",
	.summary = "statx of a cached path",
	.params = common_path_params,
	.cases = common_path_full,
	.state_size = sizeof(struct common_path),
	.needs = BENCH_DIR,
	.calls = "statx=1",
	.setup = setup,
	.run = run,
};
