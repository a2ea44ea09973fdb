/* vm_munmap.c - unmap pages that are there.
 *
 * One operation: munmap(2) of a private mapping of `size` bytes, all of whose
 * pages are there and small (P17): they are given back; ns. Inside the clock:
 * the call, checked (P11). Outside: making the mappings before each batch, one
 * an operation, none beside another, so that none is split. vm_mmap's row with
 * touch=none is the price without pages. */
#include "bench/common_pages.h"

#include <sys/mman.h>

#define MAPPINGS 64

struct state {
	struct pages m[MAPPINGS];
};

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	int rc = 0;

	for (uint64_t i = 0; i < n && rc == 0; i++)
		rc = pages_make(c, &s->m[i], c->arg[0], 1);
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	for (uint64_t i = 0; i < n; i++)
		if (munmap(s->m[i].p, s->m[i].size) != 0)
			return bench_fail(c, "munmap");
	return 0;
}

/* What stood around them. */
static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	for (uint64_t i = 0; i < n; i++)
		pages_unmap(&s->m[i]);
	return 0;
}

const struct bench vm_munmap = {
	.name = "vm_munmap",
	.summary = "unmap pages",
	.params = bench_params(PAGES_SIZE(1 << 20, "bytes of a mapping")),
	.cases = bench_cases(bench_case(BENCH_FULL, 64 << 10)),
	.state_size = sizeof(struct state),
	.max_ops = MAPPINGS,
	.calls = "munmap=1",
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
