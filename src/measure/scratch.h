/* scratch.h - directories on the disk under test that leave nothing behind. */
#ifndef PERFLOSS_MEASURE_SCRATCH_H
#define PERFLOSS_MEASURE_SCRATCH_H

#include "base/err.h"

#include <stddef.h>

/* Make DIR/perfloss-PID-START and write its path to path; sweep what probes
 * that were killed have left in DIR. */
int scratch_make(const char *dir, char *path, size_t size, struct err *e);

/* Remove path with all it holds; symbolic links are removed, not followed, and
 * other file systems are left alone. What is not there is fine. */
int scratch_remove(const char *path, struct err *e);

#endif
