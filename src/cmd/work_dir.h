/* work_dir.h - a directory for what is built and measured, of one program at a
 * time. */
#ifndef PERFLOSS_CMD_WORK_DIR_H
#define PERFLOSS_CMD_WORK_DIR_H

#include "base/err.h"

#include <stdbool.h>

struct work_dir {
	const char *kind; /* "bisect": where they are, below the cache */
	const char *key;  /* what it is for: of another key it is another */
	const char *lock; /* file whose lock says that somebody is at work */
	const char *const *ours; /* files that are written there, NULL-ended */
	/* In messages: "builds", "of no bisection", "another bisection is at
	 * work". */
	const char *what, *nobody, *busy;
};

/* The directory that is given (NULL = one in the cache), made, absolute, the
 * caller's to free, and nobody else's as long as *lock is open. -EEXIST where
 * it has such files and no lock: they are the user's. -EBUSY. */
int work_dir_open(const struct work_dir *w, const char *given, char **dir,
    int *lock, struct err *e);

bool work_dir_has(const char *dir, const char *name);
void work_dir_unlink(const char *dir, const char *name);

#endif
