/* sys_openat2.c - open a cached path that may not leave its directory, close.
 *
 * One operation: openat2(2) for reading of an empty file, by a relative path of
 * `depth` components that must stay beneath the working directory
 * (RESOLVE_BENEATH, what the call is there for), and close(2); ns. The price of
 * that check is what it costs more than sys_open_close of the same depth.
 * Inside the clock: both calls and the checks (P11). Outside: making the file.
 * Avoids P6 and P15 as sys_open_close does. */
#include "bench/common_call.h"
#include "bench/common_path.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437 /* everywhere */
#endif

#define BENEATH 0x08 /* RESOLVE_BENEATH of linux/openat2.h */

static long one(void *state)
{
	const struct common_path *p = state;
	/* struct open_how: flags, mode, resolve */
	const uint64_t how[3] = { O_RDONLY | O_CLOEXEC, 0, BENEATH };
	long fd = syscall(SYS_openat2, AT_FDCWD, p->name, how, sizeof(how));

	return fd < 0 ? -1 : close((int)fd);
}

static int setup(struct bench_ctx *c)
{
	int rc = common_path_setup(c);

	return rc != 0 ? rc : call_try(c, one, 0, "openat2");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "openat2 and close");
}

const struct bench sys_openat2 = {
	.name = "sys_openat2",
	.summary = "open a path beneath a directory, close",
	.params = common_path_params,
	.cases = common_path_full,
	.state_size = sizeof(struct common_path),
	.needs = BENCH_DIR,
	.calls = "openat2=1 close=1",
	.setup = setup,
	.run = run,
};
