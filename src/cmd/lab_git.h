/* lab_git.h - kernels for the lab, built from commits. */
#ifndef PERFLOSS_CMD_LAB_GIT_H
#define PERFLOSS_CMD_LAB_GIT_H

#include "base/err.h"
#include "cmd/seek.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Its name says whose directory it is. */
#define LAB_GIT_LOCK "lab.lock"

struct lab_git_opts {
	const char *repo;
	const char *build; /* command of the shell; {} stands for the commit */
	const char *build_b; /* that of the second kernel, or NULL */
	const char *dir;     /* for trees and kernels; NULL = in the cache */
};

struct lab_git {
	const struct lab_git_opts *o;
	struct places at; /* the commits, one for each kernel */
	char **path;      /* of each: a directory that kernel_open() takes */
	char **label;
	char *dir;
	int lock;
	bool series; /* each comes after the one before it */
};

/* The commits that words mean: revisions, or ranges A..B, which are A and all
 * after it up to B along first parents. One that is built in two ways is
 * twice. o is borrowed. Release it in any case. */
int lab_git_list(struct lab_git *g, const struct lab_git_opts *o,
    char *const *words, size_t n, struct err *e);

/* Build each in a working tree that moves from one to the next, and keep what
 * boots; what was built in the same way before is not built again. -EINTR. */
int lab_git_build(struct lab_git *g, bool quiet, struct err *e);
void lab_git_release(struct lab_git *g);

#endif
