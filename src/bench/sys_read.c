/* sys_read.c - one byte from /dev/zero.
 *
 * One operation: read(2) of 1 byte; ns. Inside the clock: the call and the
 * check of its result. Outside: opening the device.
 * Avoids P4 (no libc shortcut for a read), P6 (a device has no page cache),
 * P11 (each result is checked).
 * Source: lmbench's lat_syscall read. */
#include "measure/bench.h"

#include <fcntl.h>
#include <unistd.h>

struct sys_read {
	int fd;
};

static int setup(struct bench_ctx *c)
{
	struct sys_read *s = c->state;

	s->fd = open("/dev/zero", O_RDONLY);
	if (s->fd < 0)
		return bench_fail(c, "open /dev/zero");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	int fd = ((struct sys_read *)c->state)->fd;
	char byte;

	while (n-- > 0) {
		if (read(fd, &byte, 1) != 1)
			return bench_fail(c, "read");
	}
	return 0;
}

const struct bench sys_read = {
	.name = "sys_read",
	.summary = "read 1 byte from /dev/zero",
	.alias = "lat_syscall read",
	.in = BENCH_QUICK | BENCH_DEFAULT,
	.state_size = sizeof(struct sys_read),
	.calls = "read=1",
	.setup = setup,
	.run = run,
};
