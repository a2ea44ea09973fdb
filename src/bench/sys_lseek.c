/* sys_lseek.c - set the offset of an open file.
 *
 * One operation: lseek(2) to the start of an open regular file; ns. Inside the
 * clock: the call and the check of its result (P11). Outside: making the file.
 * */
#include "bench/common_call.h"

#include <unistd.h>

static long one(void *state)
{
	const struct call_fd *s = state;

	return (long)lseek(s->fd, 0, SEEK_SET);
}

static int setup(struct bench_ctx *c)
{
	int rc = call_file(c);

	return rc != 0 ? rc : call_try(c, one, 0, "lseek");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "lseek");
}

const struct bench sys_lseek = {
	.name = "sys_lseek",
	.summary = "set the offset of an open file",
	.in = BENCH_FULL,
	.state_size = sizeof(struct call_fd),
	.needs = BENCH_DIR,
	.calls = "lseek=1",
	.setup = setup,
	.run = run,
};
