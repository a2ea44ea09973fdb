/* watch.h - waiting for a child, input, time, or a reason to stop. */
#ifndef PERFLOSS_MEASURE_WATCH_H
#define PERFLOSS_MEASURE_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Handle SIGINT, SIGTERM, SIGHUP and SIGCHLD from now on: they are blocked
 * except while watch_wait waits. SIGPIPE and SIGXFSZ are ignored, all else is
 * as in a fresh process. */
void watch_init(void);

/* In a child: all signals as a fresh process has them. */
void watch_reset(void);

enum {
	WATCH_TIME = 1,  /* the time has passed */
	WATCH_CHILD = 2, /* perhaps a child ended */
	WATCH_INPUT = 4, /* fd can be read or is at its end */
	WATCH_STOP = 8,  /* a signal came or the reader of stdout is gone */
};

/* Wait at most ns (-1 = for ever) for input on fd (-1 = none), a child, or a
 * reason to stop. Returns bits of the above. */
int watch_wait(int fd, int64_t ns);

/* The signal that asked to stop; 0 = none. */
int watch_signal(void);

/* Whether to stop, found now or earlier. */
bool watch_stopped(void);

/* Write all to standard output; while its reader is slow, a reason to stop is
 * still heard. False: it cannot be written, and watch_stopped() is true. */
bool watch_write(const void *buf, size_t n);

/* From now on results go to this port of the machine instead (plat/boot.h). */
void watch_port(unsigned port);

/* CLOCK_MONOTONIC in ns, for waiting. */
int64_t watch_now(void);

#endif
