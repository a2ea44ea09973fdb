/* common_chase.h - memory full of pointers, and the walk along them. */
#ifndef PERFLOSS_BENCH_COMMON_CHASE_H
#define PERFLOSS_BENCH_COMMON_CHASE_H

#include "measure/bench.h"

enum common_pages { COMMON_4K, COMMON_2M };

extern const char *const common_pages_words[]; /* "4k", "2m", NULL */

struct common_chase {
	char *at; /* size bytes, on a page (4k) or huge page boundary */
	size_t size;
	void *p;       /* where the walk stands */
	uint64_t done; /* loads since the start of the chain */
};

/* Bytes of such a page; 0 = there is none. */
uint64_t common_page_size(enum common_pages pages);

/* Memory of the wanted pages, all of it there: small pages never huge, huge
 * pages seen to be huge, or the row is skipped. */
int common_chase_map(struct bench_ctx *c, size_t size, enum common_pages pages);

/* The n loads, each from where the one before led. For run. */
void common_chase_walk(struct common_chase *m, uint64_t n);

/* For tidy: the walk stands at this offset, or it did not happen. */
int common_chase_check(struct bench_ctx *c, uint64_t offset);

#endif
