/* functions.h - instructions by function: what a row's number is made of, and
 * what makes the difference between two. */
#ifndef PERFLOSS_JUDGE_FUNCTIONS_H
#define PERFLOSS_JUDGE_FUNCTIONS_H

#include "base/buf.h"
#include "model/counts.h"
#include "model/image.h"
#include "model/symbols.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The note of an invocation that has functions_write's line. */
#define FUNCTIONS_NOTE "functions"

/* Of the kernel (file NULL) or of a program or library. Code without a symbol
 * has the name "[FILE]", "[kernel]", or "[no-file]" where its file is not
 * known. */
struct function {
	char *name, *file;
	int64_t n; /* instructions; less than 0 where base has more than run */
};

/* The sum of all n is kernel + user, exactly. */
struct functions {
	struct function *at; /* most first */
	size_t n, cap;
	int64_t kernel, user;
	double ops; /* operations that all of it is of */
};

/* What the code of a step may be of. */
struct functions_code {
	const struct symbols *kernel; /* sorted */
	const struct images *images;
};

/* Split what a step counted (run, less base where it is not NULL), ops
 * operations of each. Release in any case. */
void functions_split(struct functions *f, const struct counts_step *run,
    const struct counts_step *base, double ops,
    const struct functions_code *code);
void functions_release(struct functions *f);

/* Those of another boot of the same, too: then all is per operation of both. */
void functions_add(struct functions *f, const struct functions *other);

/* All of it as one line of text, to be kept with a run, and back: -EINVAL for
 * what is no such line. */
void functions_write(const struct functions *f, struct buf *out);
int functions_read(struct functions *f, const char *text);

enum functions_new { FUNCTIONS_BOTH, FUNCTIONS_NEW, FUNCTIONS_GONE };

/* One function on both sides, per operation. */
struct functions_row {
	const char *name, *file; /* borrowed from the sides */
	double a, b;
	enum functions_new is; /* run on one side alone */
	int64_t shown;         /* b - a in whole instructions, see below */
};

/* The difference of two splits, per operation. The numbers to be shown are
 * whole, and their sum is the whole number shown for the total: each is rounded
 * down, and what is missing is given to those that lost most (largest
 * remainders). Likewise kernel and user, of their rows. */
struct functions_diff {
	struct functions_row *row; /* largest change first */
	size_t n;
	double a, b; /* totals */
	int64_t shown, kernel, user;
};

void functions_compare(struct functions_diff *d, const struct functions *a,
    const struct functions *b);
void functions_diff_release(struct functions_diff *d);

#endif
