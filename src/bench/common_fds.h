/* common_fds.h - many descriptors to wait for. */
#ifndef PERFLOSS_BENCH_COMMON_FDS_H
#define PERFLOSS_BENCH_COMMON_FDS_H

#include "measure/bench.h"

#define FDS_MOST 480 /* two sockets each stay below FD_SETSIZE */

struct fds {
	int fd[FDS_MOST], peer[FDS_MOST];
};

/* Connect n distinct pairs of loopback TCP sockets: duplicates of one would
 * share one hot object. They end with a reset when the process does, so that
 * none stays in TIME_WAIT (P3). 0 or what bench_fail or bench_skip gave. */
int fds_tcp(struct bench_ctx *c, struct fds *f, int64_t n);

/* No descriptor was given: too few are allowed, or the call or the loopback is
 * not to be had (a skip); else it failed. */
int fds_refused(struct bench_ctx *c, const char *what);

#endif
