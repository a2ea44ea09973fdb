/* common_clone.h - children by clone3(2), without the C library. */
#ifndef PERFLOSS_BENCH_COMMON_CLONE_H
#define PERFLOSS_BENCH_COMMON_CLONE_H

#include "measure/bench.h"

/* A child that exits with BENCH_EXIT as soon as it is there. flags as the
 * kernel has them; SIGCHLD is sent at its end. With CLONE_VM it must have
 * CLONE_VFORK as well, and is run on this stack: it makes no call but exit.
 * pidfd: where its descriptor goes, with CLONE_PIDFD; or NULL. Its pid, or -1
 * with errno (ENOSYS: also on CPUs this is not written for). */
pid_t common_clone3(uint64_t flags, int *pidfd);

#endif
