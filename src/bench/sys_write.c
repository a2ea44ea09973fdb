/* sys_write.c - one byte to /dev/null.
 *
 * One operation: write(2) of 1 byte; ns. Inside the clock: the call and the
 * check of its result. Outside: opening the device.
 * Avoids P4 (no libc shortcut for a write), P6 (a device has no page cache),
 * P11 (each result is checked).
 * Source: lmbench's lat_syscall write. */
#include "measure/bench.h"

#include <fcntl.h>
#include <unistd.h>

struct sys_write {
	int fd;
};

static int setup(struct bench_ctx *c)
{
	struct sys_write *s = c->state;

	s->fd = open("/dev/null", O_WRONLY);
	if (s->fd < 0)
		return bench_fail(c, "open /dev/null");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	int fd = ((struct sys_write *)c->state)->fd;
	char byte = 'x';

	while (n-- > 0) {
		if (write(fd, &byte, 1) != 1)
			return bench_fail(c, "write");
	}
	return 0;
}

const struct bench sys_write = {
	.name = "sys_write",
	.summary = "write 1 byte to /dev/null",
	.alias = "lat_syscall write",
	.state_size = sizeof(struct sys_write),
	.calls = "write=1",
	.setup = setup,
	.run = run,
};
