/* scratch.h - removes a scratch directory that a dead probe left. */
#ifndef PERFLOSS_DRIVE_SCRATCH_H
#define PERFLOSS_DRIVE_SCRATCH_H

#include "base/err.h"

/* What the last part of a scratch directory's path begins with. */
#define SCRATCH_PREFIX "perfloss-"

/* Remove a directory and all in it. Refused (-EPERM) unless the path is
 * absolute, its last part begins with SCRATCH_PREFIX, and it is a directory of
 * this user; symbolic links are removed, never followed, other file systems
 * never entered. 0 as well when it is gone already. */
int scratch_remove(const char *path, struct err *e);

#endif
