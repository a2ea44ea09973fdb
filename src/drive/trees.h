/* trees.h - commits of a git repository, each in a working tree of its own.
 *
 * The user's working tree is not touched: trees are made by 'git worktree' in a
 * directory of ours, as many as there may be; then the one that was not used
 * for the longest time is moved on to the next commit, with what was built in
 * it.
 * Beside each tree stands a file that says of which commit it is and whether
 * that was built in it, so that a later run can go on with them. */
#ifndef PERFLOSS_DRIVE_TREES_H
#define PERFLOSS_DRIVE_TREES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A tree is a directory of this name and a number. */
#define TREES_NAME "tree-"

/* What git may take with one: of a disk that is slow. */
#define TREES_GIT_NS INT64_C(3600000000000)

struct guard;
struct trees;

struct trees_opts {
	const char *repo;    /* a directory in the repository */
	const char *dir;     /* for the trees; made if it is not there */
	size_t most;         /* trees, at least 3 */
	int64_t bytes_most;  /* in all of them, about; 0 = any */
	int64_t timeout_ns;  /* of one call of git */
	struct guard *guard; /* or NULL */
};

struct tree {
	char *path;
	char *rev; /* NULL = of none yet */
	bool built;
	uint64_t used;
	int64_t bytes; /* when it was last built */
};

/* Take over the trees in the directory that belong to this repository; those of
 * others stay. */
int trees_open(struct trees **t, const struct trees_opts *o, struct err *e);

/* A tree of a commit, checked out; its own, if there is one. keep: commits
 * whose trees stay, n of them. Valid until the next call. */
int trees_get(struct trees *t, const char *rev, const char *const *keep,
    size_t n, struct tree **out, struct err *e);

/* The commit was built in its tree: remembered. */
int trees_built(struct trees *t, struct tree *tree, struct err *e);

/* Whether there is a tree in which it was built. */
bool trees_has(const struct trees *t, const char *rev);

/* Remove all of them, from git's list too, whatever signal comes; keep: leave
 * them. */
void trees_close(struct trees *t, bool keep);

/* Of a command of git that failed: its own words in place of the whole command.
 * Returns e->code. */
int trees_git_said(struct err *e);

/* Text as one word of the shell; the caller frees. */
char *trees_quote(const char *text);

#endif
