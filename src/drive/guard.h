/* guard.h - restores the machine's state when this program is killed.
 *
 * A process of its own, in a session of its own, holds the other end of a pipe.
 * When the pipe is closed before it heard that all is well (kill -9, a crash,
 * no memory), it kills the command that was running, if there was one, and runs
 * the one that restores. */
#ifndef PERFLOSS_DRIVE_GUARD_H
#define PERFLOSS_DRIVE_GUARD_H

#include "base/err.h"

#include <stdint.h>
#include <sys/types.h>

struct guard;

/* Start it, before files and probes are opened: restore = a shell command, NULL
 * = there is nothing to restore. */
int guard_start(struct guard **g, const char *restore, int64_t timeout_ns,
    struct err *e);

/* A process group (by its leader) is at work, or no more. NULL is fine. Only
 * writes to a pipe: may be called between fork and exec. */
void guard_begins(const struct guard *g, pid_t pid);
void guard_ended(const struct guard *g, pid_t pid);

/* All is well: it ends without doing anything, and is waited for. */
void guard_stop(struct guard *g);

#endif
