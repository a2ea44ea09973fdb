/* vm_page_fault.c - "page fault" as lmbench does it (lat_pagefault).
 *
 * One operation: read a word of one page of a mapped file, the pages in random
 * order; when each has been read once the file is unmapped and mapped anew,
 * the price of which is measured beside and subtracted (base, P22; both are
 * kept). Kept so that old numbers stay comparable; it misleads (P17): the file
 * is in the page cache and a fault maps the pages around it as well, so most
 * reads fault on nothing and the cost of a fault is divided by 16 or more: how
 * much depends on how the file was written (common_file.h). vm_fault is the
 * price of a fault. Inside the clock: the reads. Outside:
 * writing the file, the order. The sum of what was read is checked (P11,
 * P19).
 * Source: lmbench's lat_pagefault, on a file that was written by others: how
 * is a quarter of it. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/common_file.h"

#include <sys/mman.h>
#include <unistd.h>

/* One walk through the file, of run or of base. */
struct walk {
	char *map;
	size_t at; /* pages read of this mapping */
};

struct state {
	int fd;
	size_t size, pages;
	size_t *order; /* offsets of the pages */
	uint64_t sum;
	struct walk run, base;
};

static int map(struct bench_ctx *c, struct walk *w)
{
	struct state *s = c->state;

	if (w->map && munmap(w->map, s->size) != 0)
		return bench_fail(c, "munmap");
	w->map = mmap(NULL, s->size, PROT_READ, MAP_SHARED, s->fd, 0);
	if (w->map == MAP_FAILED)
		return bench_fail(c, "mmap");
	if (msync(w->map, s->size, MS_INVALIDATE) != 0)
		return bench_fail(c, "msync");
	w->at = 0;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct state *s = c->state;
	struct rng rng;
	int rc;

	s->pages = (size_t)c->arg[0] / page;
	s->size = s->pages * page;
	s->order = xcalloc(s->pages, sizeof(*s->order));
	/* Offset 8: there each page of the file has a word of value 1. */
	for (size_t i = 0; i < s->pages; i++)
		s->order[i] = i * page + sizeof(uint64_t);
	rng_seed(&rng, (uint64_t)getpid());
	rng_shuffle(&rng, s->order, s->pages);
	s->fd = file_make(c, s->size, FILE_LMDD);
	if (s->fd < 0)
		return -1;
	c->ops_step = s->pages;
	rc = map(c, &s->run);
	return rc != 0 ? rc : map(c, &s->base);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct walk *w = &s->run;

	s->sum = 0;
	while (n-- > 0) {
		const void *word = w->map + s->order[w->at];

		s->sum += *(const volatile uint64_t *)word;
		if (++w->at == s->pages && map(c, w) != 0)
			return -1;
	}
	return 0;
}

static int base(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct walk *w = &s->base;

	while (n-- > 0) {
		const void *word = w->map + s->order[w->at];

		bench_use(word);
		if (++w->at == s->pages && map(c, w) != 0)
			return -1;
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	return s->sum == n ? 0 : bench_fail_why(c, "the sum is wrong");
}

const struct bench vm_page_fault = {
	.name = "vm_page_fault",
	.summary = "read a page of a mapped file, as lmbench does it",
	.alias = "lat_pagefault",
	/* 1M: the least that lmbench wants. */
	.params = bench_params(bench_bytes("size", 1 << 20, INT64_C(4) << 30,
	    "bytes of the file")),
	/* 8M: what lmbench takes by default. */
	.cases = bench_cases(bench_case_lm(BENCH_DEFAULT, 8 << 20)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR,
	.setup = setup,
	.run = run,
	.base = base,
	.tidy = tidy,
};
