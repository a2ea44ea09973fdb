/* linux_busy.c - how long the CPUs ran tasks, to the nanosecond. */
#include "plat/count.h"

#include "base/text.h"
#include "plat/linux.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SCHEDSTAT_MOST (1u << 20) /* bytes */

/* Documentation/scheduler/sched-stats.rst: after the name of a CPU the seventh
 * number is the "sum of all time spent running by tasks on this processor". */
static int64_t busy_of(const char *line)
{
	int64_t ns;

	return sscanf(line, "cpu%*u %*u %*u %*u %*u %*u %*u %" SCNd64, &ns) ==
		1 ?
	    ns :
	    -1;
}

int64_t plat_busy(void)
{
	static const struct timespec moment = { 0, 1 };
	struct buf text = BUF_INIT;
	const char *at;
	int64_t all = -1, ns;

	nanosleep(&moment, NULL);
	linux_slurp("/proc/schedstat", SCHEDSTAT_MOST, &text);
	for (at = buf_str(&text); at; at = strchr(at, '\n')) {
		at += *at == '\n';
		ns = text_starts(at, "cpu") ? busy_of(at) : -1;
		if (ns >= 0)
			all = (all < 0 ? 0 : all) + ns;
	}
	buf_release(&text);
	return all;
}
