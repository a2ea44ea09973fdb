/* common_fault.h - memory of which a touch makes one page fault. */
#ifndef PERFLOSS_BENCH_COMMON_FAULT_H
#define PERFLOSS_BENCH_COMMON_FAULT_H

#include "measure/bench.h"

#define FAULT_MOST 2048 /* touches of a mapping at most */

/* What is faulted in; the kinds are vm_fault's, which says what they are. */
enum fault_kind {
	FAULT_ANON,
	FAULT_FILE,
	FAULT_COW,
	FAULT_SHARED,
	FAULT_ZERO,
	FAULT_THP,
	FAULT_AROUND
};

struct fault {
	enum fault_kind kind;
	bool reads;  /* a touch reads, it does not write */
	int fd;      /* -1 = no file */
	size_t step; /* from one touch to the next */
	char *map;   /* the first */
	char *all;   /* what to unmap */
	size_t all_size;
};

/* Make the file, if the kind has one. 0, or what bench_skip or bench_fail
 * returned. */
int fault_open(struct bench_ctx *c, struct fault *f, enum fault_kind kind);

/* Map it anew for n touches, and unmap it. */
int fault_map(struct bench_ctx *c, struct fault *f, uint64_t n);
int fault_unmap(struct bench_ctx *c, struct fault *f);

/* Whether what was mapped by n touches, all done, are huge pages. */
bool fault_is_huge(const struct fault *f, uint64_t n);

#endif
