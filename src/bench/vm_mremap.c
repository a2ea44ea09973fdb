/* vm_mremap.c - move pages to another address.
 *
 * One operation: mremap(2) of a mapping of `size` bytes to one of two places
 * in turn, neither of which is aligned to a table of pages, so that each page's
 * entry is moved by itself; ns. It is what realloc does with large blocks. All
 * pages are there and small (P17). Inside the clock: the call and the check of
 * its result (P11). Outside: touching the pages; after each batch they must be
 * at the new place. */
#include "bench/common_pages.h"

#include <sys/mman.h>

struct state {
	struct pages place[2];
	char *p[2]; /* in these; the pages are at p[at] */
	unsigned at;
	size_t size;
};

static const char *unsupported(const struct bench_ctx *c)
{
	(void)c;
#ifdef MREMAP_FIXED
	return NULL;
#else
	return "this system has no mremap";
#endif
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	/* What one table of pages maps. */
	const size_t table = pages_one() / sizeof(void *) * pages_one();
	int rc = 0;

	s->size = (size_t)c->arg[0] / pages_one() * pages_one();
	for (int i = 0; i < 2 && rc == 0; i++) {
		rc = pages_map(c, &s->place[i], c->arg[0] + (int64_t)table,
		    table);
		s->p[i] = s->place[i].p + table / 4;
	}
	for (size_t at = 0; at < s->size && rc == 0; at += pages_one())
		s->p[0][at] = 1;
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
#ifdef MREMAP_FIXED
	struct state *s = c->state;

	for (; n > 0; n--, s->at ^= 1)
		if (mremap(s->p[s->at], s->size, s->size,
			MREMAP_MAYMOVE | MREMAP_FIXED,
			s->p[!s->at]) != s->p[!s->at])
			return bench_fail(c, "mremap");
#endif
	(void)c;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	(void)n;
	for (size_t at = 0; at < s->size; at += pages_one())
		if (s->p[s->at][at] != 1)
			return bench_fail_why(c, "the pages have not moved");
	/* The other place is a hole now. The next batch moves the pages there:
	 * nothing else may settle in it meanwhile. */
	if (mmap(s->p[!s->at], s->size, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != s->p[!s->at])
		return bench_fail(c, "mmap");
	return 0;
}

const struct bench vm_mremap = {
	.name = "vm_mremap",
	.summary = "move pages to another address",
	.params = bench_params(PAGES_SIZE(64 << 20, "bytes of the mapping")),
	.cases = bench_cases(bench_case(BENCH_FULL, 64 << 10)),
	.state_size = sizeof(struct state),
	.calls = "mremap=1",
	.unsupported = unsupported,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
