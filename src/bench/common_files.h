/* common_files.h - many small files in one directory.
 *
 * For the rows fs_*. They lie on the disk under test
 * (where=dir) or on tmpfs (where=tmpfs); which file system, device and mount
 * options that is, is a fact of the host (P5). Each batch has a directory of
 * its own, made beforehand, so it is small and its entries are hot (P6). Names
 * are ready and looked up from the open directory: no path is walked (P15).
 *
 * The directories are spread over the disk, because ext4 does not use the
 * inode of a deleted file again for 5 s: searching for one that it may use
 * passes all those in turn, so that creating a file costs 10 us and, after
 * some thousand deletions nearby, 300 us. That would measure what ran before
 * (P26).
 *
 * Nothing is synced: what is timed is the page cache and the journal in
 * memory, and what the disk does meanwhile of its own accord (P5). */
#ifndef PERFLOSS_BENCH_COMMON_FILES_H
#define PERFLOSS_BENCH_COMMON_FILES_H

#include "bench/common_where.h"

#define FILES      1000        /* the most a batch can have */
#define FILES_SIZE (128 << 10) /* the largest, written in one call */

struct files {
	int top;
	int dir; /* of the batch, below top */
	char dir_name[48];
	unsigned batch;
	unsigned at; /* of fs_rename: which name the file has */
	size_t size;
	char name[FILES][4];
};

extern const struct bench_param files_params[]; /* size, where */

/* The sizes of lmbench (0, 1, 4, 10 KB) at both places; quick = the first on
 * tmpfs is in the short profile as well. */
size_t files_cases(struct bench_case *out, size_t max, bool quick);

int files_setup(struct bench_ctx *c);

/* For rows of empty files, whose first argument is where: nothing made yet; or
 * a directory with the first file in it, which stays. */
int files_setup_empty(struct bench_ctx *c);
int files_setup_one(struct bench_ctx *c);

/* What all of them begin with. c->state begins with a struct files. */
int files_open(struct bench_ctx *c, int64_t where);

int files_prepare(struct bench_ctx *c, uint64_t n); /* files_enter */
int files_enter(struct bench_ctx *c); /* make the directory of a batch */
int files_leave(struct bench_ctx *c); /* remove it, it is empty */
int files_create(struct bench_ctx *c, uint64_t n); /* the first n */
int files_delete(struct bench_ctx *c, uint64_t n);

#endif
