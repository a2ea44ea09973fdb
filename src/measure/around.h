/* around.h - what stood in the way of a command while it ran. */
#ifndef PERFLOSS_MEASURE_AROUND_H
#define PERFLOSS_MEASURE_AROUND_H

#include "measure/disturb.h"
#include "plat/plat.h"

struct around {
	struct plat_meter from;
	bool counted; /* count what the CPU counts, too; it costs time */
	struct plat_counters counters;
	int64_t at_ns;
	struct disturb disturb; /* what follows; from around_end on */
	int64_t throttled_ns;   /* out of the quota of a cgroup; -1 = unknown */
	/* Some task waited, anybody's; -1 = unknown, as it is of a command
	 * that ends before the kernel sums twice. */
	int64_t psi_ns[PLAT_PSI];
};

void around_begin(struct around *a, bool counters);
void around_end(struct around *a);

#endif
