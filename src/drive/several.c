/* several.c - several probes at once: whose turn it is. */
#include "drive/drive.h"

#include "base/mem.h"
#include "drive/stop.h"

#include <stdlib.h>

int probe_poll(struct probe *const *p, size_t n, int64_t timeout_ns)
{
	int *fd, r;

	for (size_t i = 0; i < n; i++)
		if (probe_fd(p[i]) < 0 || probe_left(p[i]) <= 0)
			return (int)i;
	fd = xcalloc(n + 1, sizeof(*fd));
	for (size_t i = 0; i < n; i++)
		fd[i] = probe_fd(p[i]);
	r = stop_wait_any(fd, n, timeout_ns);
	free(fd);
	return r;
}
