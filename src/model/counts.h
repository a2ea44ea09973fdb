/* counts.h - reads what perfloss-count.so wrote: instructions by address. */
#ifndef PERFLOSS_MODEL_COUNTS_H
#define PERFLOSS_MODEL_COUNTS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COUNTS_KERNEL (UINT64_C(1) << 63) /* addresses from here on */
#define COUNTS_BYTES  15                  /* an instruction has at most */

/* An instruction, and how often it began. */
struct counts_at {
	uint64_t address, n;
	uint8_t size, byte[COUNTS_BYTES]; /* size 0: the kernel's */
};

/* What happened in timed regions of a step. */
struct counts_step {
	uint64_t ordinal; /* of the step, from 1; 0 = before the first */
	bool base;        /* of base, not of run */
	uint64_t total;   /* sum of all n */
	uint64_t batches; /* that it is of: those about the median */
	struct counts_at *at;
	size_t n, cap;
};

struct counts {
	struct counts_step *step;
	size_t n, cap;
	bool whole; /* the last line was there */
};

/* Read the file. 0; -ENOENT and the like; -EINVAL with the line that is wrong:
 * not such a file, a line of another form, an instruction before its step, a
 * step twice, a sum that its instructions do not come to. Of a file that ends
 * early the whole steps are kept, and *whole is false. Release in any case. */
int counts_read(struct counts *c, const char *path, struct err *e);
void counts_release(struct counts *c);

/* The step's run or base, or NULL. */
const struct counts_step *counts_find(const struct counts *c, uint64_t ordinal,
    bool base);

#endif
