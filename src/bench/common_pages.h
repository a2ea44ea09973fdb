/* common_pages.h - private pages that are there.
 *
 * For the rows vm_*: memory of small pages (huge ones are declined), each of
 * them touched (P17), between two pages that cannot be touched, so that its
 * mapping has no neighbour to merge with. */
#ifndef PERFLOSS_BENCH_COMMON_PAGES_H
#define PERFLOSS_BENCH_COMMON_PAGES_H

#include "measure/bench.h"

/* A parameter of such rows: bytes, rounded up to whole pages. */
#define PAGES_SIZE(most, text) \
	{ \
		.name = "size", .kind = BENCH_BYTES, .min = 4096, \
		.max = (most), .help = (text), \
	}

size_t pages_one(void); /* bytes of a page */

struct pages {
	char *p;
	size_t size; /* whole pages */
	char *all;   /* with what stands around */
	size_t all_size;
};

/* Map size bytes, rounded up to whole pages, none of them there; aligned to
 * `align`, a power of two (0 = to a page). 0; what bench_skip returned where it
 * is more than a quarter of memory; or what bench_fail did. */
int pages_map(struct bench_ctx *c, struct pages *m, int64_t size, size_t align);

/* The same, and all pages have the byte v first. */
int pages_make(struct bench_ctx *c, struct pages *m, int64_t size, char v);

/* Unmap all that is left of it. */
void pages_unmap(struct pages *m);

/* Write v to the first byte of each page. */
void pages_fill(const struct pages *m, char v);

/* Whether each page has v there. */
bool pages_have(const struct pages *m, char v);

#endif
