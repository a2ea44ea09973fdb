/* scratch.h - directories on the disk under test that leave nothing behind. */
#ifndef PERFLOSS_MEASURE_SCRATCH_H
#define PERFLOSS_MEASURE_SCRATCH_H

#include "base/err.h"

#define SCRATCH_PATH 160 /* bytes of its path */

struct scratch {
	char path[SCRATCH_PATH]; /* "" = none */
	int lock;                /* held while it is in use; -1 = none */
};

void scratch_init(struct scratch *s);

/* Make DIR/perfloss-scratch-XXXXXX, locked as long as this process lives, and
 * sweep those in DIR that are ours and that nobody holds: what probes that
 * were killed have left. */
int scratch_make(struct scratch *s, const char *dir, struct err *e);
void scratch_release(struct scratch *s);

/* In a child: leave the directory and its lock to the parent. */
void scratch_forget(struct scratch *s);

/* Remove path with all it holds; symbolic links are removed, not followed, and
 * other file systems are left alone. What is not there is fine. */
int scratch_remove(const char *path, struct err *e);

#endif
