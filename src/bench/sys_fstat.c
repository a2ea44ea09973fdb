/* sys_fstat.c - fstat of an open file.
 *
 * One operation: fstat(2) of an open regular file, entered directly: newer C
 * libraries make their fstat from another call, which takes a path as well
 * (P4); ns. Inside the clock: the call and the check of its result (P11).
 * Outside: making the file. Source: lmbench, lat_syscall fstat, which calls the
 * C library's. The structure is the kernel's; nothing of it is looked at. */
#include "bench/common_call.h"

#include <sys/syscall.h>
#include <unistd.h>

static long one(void *state)
{
	const struct call_fd *s = state;
	uint64_t st[32]; /* struct stat has at most 144 bytes */

	return syscall(SYS_fstat, s->fd, st);
}

static int setup(struct bench_ctx *c)
{
	int rc = call_file(c);

	return rc != 0 ? rc : call_try(c, one, 0, "fstat");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "fstat");
}

const struct bench sys_fstat = {
	.name = "sys_fstat",
	.summary = "fstat of an open file",
	.alias = "lat_syscall fstat",
	.state_size = sizeof(struct call_fd),
	.needs = BENCH_DIR,
	.calls = "fstat=1",
	.setup = setup,
	.run = run,
};
