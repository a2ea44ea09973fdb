/* scratch.h - removes a scratch directory that a dead probe left. */
#ifndef PERFLOSS_DRIVE_SCRATCH_H
#define PERFLOSS_DRIVE_SCRATCH_H

#include "base/err.h"

/* What the last part of a scratch directory's path begins with; six letters
 * and digits follow (mkdtemp). */
#define SCRATCH_PREFIX "perfloss-scratch-"

/* The same of a cgroup that the probe made, for a quota or for rows. */
#define SCRATCH_CGROUP "perfloss-quota-"

/* Remove a directory and all in it (of a cgroup only what is empty, which one
 * is once its members are dead). A probe's word for it is not enough:
 * refused (-EPERM) unless the path is absolute, its last part is named as
 * scratch directories are, and it is a directory of this user, closed to
 * others, that no living probe has locked. Symbolic links are removed, never
 * followed, other file systems never entered. 0 as well when it is gone
 * already. */
int scratch_remove(const char *path, struct err *e);

#endif
