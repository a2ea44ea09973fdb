/* vm_madvise.c - say what is to become of pages.
 *
 * One operation: madvise(2) of `size` bytes of private memory whose pages are
 * all there and small (P17); ns. advice says which:
 *	dontneed  MADV_DONTNEED: the pages are given back at once
 *	free      MADV_FREE: they may be taken when memory is wanted
 *	collapse  MADV_COLLAPSE: they are copied into a huge page
 * It is what allocators do with memory that was freed, and what they do to have
 * huge pages. Inside the clock: the call, checked (P11). Outside: touching the
 * pages before each batch, each operation's own; afterwards given-back pages
 * must be zero and the others what they were, or zero. */
#include "bench/common_pages.h"

#include <errno.h>
#include <sys/mman.h>

#define AREAS 64 /* of a batch at most */

/* Linux 6.1; its number is the same on all architectures but one. */
#if !defined(MADV_COLLAPSE) && defined(MADV_NOHUGEPAGE) && !defined(__hppa__)
#define MADV_COLLAPSE 25
#endif

enum { DONTNEED, FREE, COLLAPSE };

static const char *const advice_words[] = { "dontneed", "free", "collapse",
	NULL };

struct state {
	struct pages m;
	size_t size; /* of an operation */
	int advice;
};

static const struct bench_param params[] = {
	bench_words("advice", advice_words, "what is to become of them"),
	PAGES_SIZE(8 << 20, "bytes that are spoken of at once"),
	{ 0 },
};

static int advice_of(int64_t word)
{
#ifdef MADV_FREE
	if (word == FREE)
		return MADV_FREE;
#endif
#ifdef MADV_COLLAPSE
	if (word == COLLAPSE)
		return MADV_COLLAPSE;
#endif
	return word == DONTNEED ? MADV_DONTNEED : -1;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const bool huge = c->arg[0] == COLLAPSE;

	int rc =
	    pages_map(c, &s->m, (int64_t)(n * s->size), huge ? s->size : 0);

	if (rc != 0)
		return rc;
	pages_fill(&s->m, 1);
#ifdef MADV_HUGEPAGE
	/* Now that small ones are there: not forbidden any more. */
	if (huge && madvise(s->m.p, s->m.size, MADV_HUGEPAGE) != 0)
		return bench_fail(c, "MADV_HUGEPAGE");
#endif
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const bool huge = c->arg[0] == COLLAPSE;

	s->size = (size_t)c->arg[1] / pages_one() * pages_one();
	s->advice = advice_of(c->arg[0]);
	if (huge && plat_huge_page() <= 0)
		return bench_skip(c,
		    "this system has no transparent huge "
		    "pages");
	if (huge && (int64_t)s->size % plat_huge_page() != 0)
		return bench_skip(c, "size is not a multiple of a huge page");
	int rc = prepare(c, 1);
	if (rc != 0)
		return rc;
	if (madvise(s->m.p, s->size, s->advice) != 0)
		return bench_skip(c, "madvise(%s): %s", advice_words[c->arg[0]],
		    err_words(errno));
	pages_unmap(&s->m);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	for (char *p = s->m.p; n > 0; n--, p += s->size)
		if (madvise(p, s->size, s->advice) != 0)
			return bench_fail(c, "madvise");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const int64_t advice = c->arg[0];
	const char *end = s->m.p + n * s->size;

	for (const char *p = s->m.p; p < end; p += pages_one())
		if (*p != (advice == DONTNEED ? 0 : 1) &&
		    !(advice == FREE && *p == 0))
			return bench_fail_why(c, "a page is not as it must be");
	pages_unmap(&s->m);
	return 0;
}

const struct bench vm_madvise = {
	.name = "vm_madvise",
	.summary = "say what is to become of pages",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, DONTNEED, 64 << 10),
	    bench_case(BENCH_FULL, FREE, 64 << 10),
	    bench_case(BENCH_FULL, COLLAPSE, 2 << 20)),
	.state_size = sizeof(struct state),
	.max_ops = AREAS,
	.calls = "madvise=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
