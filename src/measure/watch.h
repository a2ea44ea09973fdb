/* watch.h - waiting for a child, input, time, or a reason to stop. */
#ifndef PERFLOSS_MEASURE_WATCH_H
#define PERFLOSS_MEASURE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Handle SIGINT, SIGTERM, SIGHUP and SIGCHLD from now on: they are blocked
 * except while watch_wait waits. SIGPIPE is ignored. */
void watch_init(void);

/* In a child: signals as a fresh process has them. */
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

/* Stop: what was to be written cannot be. */
void watch_stop(void);

/* CLOCK_MONOTONIC in ns, for waiting. */
int64_t watch_now(void);

#endif
