/* common_uffd.h - page faults that a thread answers. */
#ifndef PERFLOSS_BENCH_COMMON_UFFD_H
#define PERFLOSS_BENCH_COMMON_UFFD_H

#include "bench/common_pages.h"

struct uffd {
	int fd;
	size_t page;
	char *from; /* what is copied: a page of 1 */
	bool stop;  /* set it before the last touch */
	bool over;  /* nothing is answered any more */
};

/* Open a userfaultfd and register all of m, none of which is there. 0, or what
 * bench_skip or bench_fail returned. */
int uffd_open(struct bench_ctx *c, struct uffd *s, const struct pages *m);

/* The other thread (common_thread.h): answer each fault with a copy of a page,
 * until stop is set. 0 or an errno. */
int uffd_answer(void *uffd);

#endif
