/* clocks.h - whether the machine slept or its clock was set meanwhile. */
#ifndef PERFLOSS_DRIVE_CLOCKS_H
#define PERFLOSS_DRIVE_CLOCKS_H

#include "model/run.h"

#include <stdint.h>

/* One moment on three clocks, ns. boot counts while the machine is suspended,
 * mono does not; real is the time of day, which can be set. */
struct clocks {
	int64_t mono, boot, real;
};

/* The one for spans of time: ns, not set and not counting in suspension. */
int64_t clocks_now_ns(void);

/* Read them as near to one moment as can be. Where the system has no clock
 * that counts in suspension, boot = mono. */
void clocks_read(struct clocks *c);

/* Seconds that the machine was suspended between two readings, 0 = it was not;
 * and seconds by which the time of day was set besides, < 0 = back. */
double clocks_suspended_s(const struct clocks *from, const struct clocks *to);
double clocks_stepped_s(const struct clocks *from, const struct clocks *to);

/* Mark an invocation during which either happened: a note "suspended" or
 * "clock_step", its value in seconds. The judge leaves such a one out
 * (METHOD, section 4). */
void clocks_mark(const struct clocks *from, const struct clocks *to,
    struct invocation *inv);

#endif
