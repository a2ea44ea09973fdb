/* vm_mlock.c - lock pages in memory.
 *
 * One operation: mlock(2) and munlock(2) of `size` bytes of private memory,
 * whose pages are there and small (P17); ns. Inside the clock: both calls,
 * checked (P11). Outside: touching the pages. An unprivileged user may lock
 * what RLIMIT_MEMLOCK says: beyond that there is no row. */
#include "bench/common_pages.h"

#include <errno.h>
#include <sys/mman.h>

static int setup(struct bench_ctx *c)
{
	struct pages *s = c->state;

	int rc = pages_make(c, s, c->arg[0], 1);

	if (rc != 0)
		return rc;
	if (mlock(s->p, s->size) == 0 && munlock(s->p, s->size) == 0)
		return 0;
	return bench_skip(c, "may not lock %zu bytes: %s", s->size,
	    err_words(errno));
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct pages *s = c->state;

	while (n-- > 0) {
		if (mlock(s->p, s->size) != 0)
			return bench_fail(c, "mlock");
		if (munlock(s->p, s->size) != 0)
			return bench_fail(c, "munlock");
	}
	return 0;
}

const struct bench vm_mlock = {
	.name = "vm_mlock",
	.summary = "lock pages in memory and unlock them",
	.params = bench_params(PAGES_SIZE(64 << 20, "bytes that are locked")),
	.cases = bench_cases(bench_case(BENCH_FULL, 64 << 10)),
	.state_size = sizeof(struct pages),
	.calls = "mlock=1 munlock=1",
	.setup = setup,
	.run = run,
};
