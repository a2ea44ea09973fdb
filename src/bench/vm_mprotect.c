/* vm_mprotect.c - change the protection of pages that are there.
 *
 * One operation: mprotect(2) of a whole mapping of `size` bytes, in turn to
 * read-only and back; ns. All its pages are there and small (P17): each has
 * its entry changed, and what the processor keeps of them is dropped. The
 * mapping has no neighbour with which it would merge. Inside the clock: the
 * call, checked (P11). Outside: touching the pages; after each batch they must
 * still be what they were. */
#include "bench/common_pages.h"

#include <sys/mman.h>

struct state {
	struct pages m;
	bool closed; /* read-only now */
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	return pages_make(c, &s->m, c->arg[0], 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	for (; n > 0; n--, s->closed = !s->closed)
		if (mprotect(s->m.p, s->m.size,
			s->closed ? PROT_READ | PROT_WRITE : PROT_READ) != 0)
			return bench_fail(c, "mprotect");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	(void)n;
	if (!pages_have(&s->m, 1))
		return bench_fail_why(c, "the pages are not those written");
	return 0;
}

const struct bench vm_mprotect = {
	.name = "vm_mprotect",
	.summary = "change the protection of pages",
	.params = bench_params(PAGES_SIZE(64 << 20, "bytes of the mapping")),
	.cases = bench_cases(bench_case(BENCH_FULL, 4 << 10),
	    bench_case(BENCH_FULL, 4 << 20)),
	.state_size = sizeof(struct state),
	.calls = "mprotect=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
