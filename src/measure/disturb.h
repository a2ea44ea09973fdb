/* disturb.h - what others and the hypervisor took of the CPUs meanwhile. */
#ifndef PERFLOSS_MEASURE_DISTURB_H
#define PERFLOSS_MEASURE_DISTURB_H

#include "plat/plat.h"

#include <stdbool.h>
#include <stdint.h>

struct disturb {
	struct plat_load from;
	double ours;
	bool known; /* what follows; from disturb_end on */
	int64_t steal_ns, other_ns;
};

void disturb_begin(struct disturb *d);

/* Steal, and everybody's CPU time less that of this process and the children it
 * has reaped. The kernel counts in ticks, so a short span knows it only
 * coarsely; never below 0. */
void disturb_end(struct disturb *d);

/* The same of what was read elsewhere: CPU seconds that all used since d->ours
 * was taken, and those stolen. */
void disturb_of(struct disturb *d, double busy_s, double steal_s);

/* CPU seconds of this process and the children it has reaped. */
double disturb_own_s(void);

#endif
