/* linux_counters.c - perf_event_open(2): what CPU and kernel count. */
#include "plat/linux.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRACED "/sys/kernel/tracing/events/signal/signal_deliver/id"

static const struct {
	uint32_t type;
	uint64_t config;
} events[PLAT_COUNTERS] = {
	[PLAT_CYCLES] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	[PLAT_INSTRUCTIONS] = { PERF_TYPE_HARDWARE,
	    PERF_COUNT_HW_INSTRUCTIONS },
	[PLAT_BRANCH_MISSES] = { PERF_TYPE_HARDWARE,
	    PERF_COUNT_HW_BRANCH_MISSES },
	[PLAT_CACHE_MISSES] = { PERF_TYPE_HARDWARE,
	    PERF_COUNT_HW_CACHE_MISSES },
	[PLAT_TASK_CLOCK] = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	[PLAT_MIGRATIONS] = { PERF_TYPE_SOFTWARE,
	    PERF_COUNT_SW_CPU_MIGRATIONS },
	[PLAT_SIGNALS] = { PERF_TYPE_TRACEPOINT, 0 },
};

static const char *why(uint32_t type, int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return "it is not allowed here (kernel.perf_event_paranoid, "
		       "seccomp)";
	case ENOENT:
	case EOPNOTSUPP:
	case ENODEV:
	case ENXIO:
		return type == PERF_TYPE_HARDWARE ?
		    "this CPU shows no such counter, as in many virtual "
		    "machines" :
		    "this kernel does not count it";
	case ENOSYS:
		return "this kernel has no perf events";
	case EMFILE:
	case ENFILE:
		return "there are too many open files";
	default:
		return "it cannot be opened";
	}
}

static int open_event(struct perf_event_attr *a, bool *user)
{
	int fd = (int)syscall(SYS_perf_event_open, a, 0, -1, -1,
	    (unsigned long)PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0 || (errno != EACCES && errno != EPERM) ||
	    a->type == PERF_TYPE_TRACEPOINT)
		return fd;
	*user = true;
	a->exclude_kernel = 1;
	a->exclude_hv = 1;
	return (int)syscall(SYS_perf_event_open, a, 0, -1, -1,
	    (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

/* The event of this process never counts: it is off, and goes on in a child
 * that executes a program, to whose end its count is added here. */
void plat_counters_open(struct plat_counters *c)
{
	int64_t traced;

	*c = (struct plat_counters){ 0 };
	for (int i = 0; i < PLAT_COUNTERS; i++) {
		struct perf_event_attr a;

		memset(&a, 0, sizeof(a));
		a.size = sizeof(a);
		a.type = events[i].type;
		a.config = events[i].config;
		a.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
		    PERF_FORMAT_TOTAL_TIME_RUNNING;
		a.disabled = 1;
		a.inherit = 1;
		a.enable_on_exec = 1;
		c->c[i].fd = -1;
		if (a.type == PERF_TYPE_TRACEPOINT) {
			if (linux_number(&traced, TRACED) < 0) {
				c->c[i].why = "the kernel counts none, and "
					      "tracefs is not there";
				continue;
			}
			a.config = (uint64_t)traced;
		}
		c->c[i].fd = open_event(&a, &c->c[i].user);
		if (c->c[i].fd < 0)
			c->c[i].why = why(a.type, errno);
	}
}

void plat_counters_close(struct plat_counters *c)
{
	for (int i = 0; i < PLAT_COUNTERS; i++) {
		uint64_t v[3]; /* value, time enabled, time counted */

		if (c->c[i].fd < 0)
			continue;
		if (read(c->c[i].fd, v, sizeof(v)) != (ssize_t)sizeof(v))
			c->c[i].why = "it could not be read";
		else if (v[2] < v[1])
			c->c[i].why = "others used the counter meanwhile";
		else if (v[1] == 0)
			c->c[i].why = "it never counted";
		c->c[i].value = v[0];
		close(c->c[i].fd);
		c->c[i].fd = -1;
	}
}
