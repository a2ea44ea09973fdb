/* ipc_fcntl.c - a lock on a file is handed over, there and back.
 *
 * The operation: common_relay.h, between two processes, with fcntl locks
 * (F_SETLKW) on three bytes of a file in memory; one lock taken and one given
 * back on each side in a round trip, so four calls (P2). Inside and outside the
 * clock and the P-numbers: common_way.h. Source: lmbench's lat_fcntl hands over
 * the locks of two files; what it prints is as many calls and switches. */
#include "bench/common_relay.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct ipc_fcntl {
	struct common_relay relay;
	int fd;
};

static int change(struct common_relay *r, int i, short type)
{
	struct flock f = { .l_type = type,
		.l_whence = SEEK_SET,
		.l_start = i,
		.l_len = 1 };

	return fcntl(((struct ipc_fcntl *)r)->fd, F_SETLKW, &f) == 0 ? 0 :
								       errno;
}

static int lock(struct common_relay *r, int side, int i)
{
	(void)side;
	return change(r, i, F_WRLCK);
}

static int unlock(struct common_relay *r, int side, int i)
{
	(void)side;
	return change(r, i, F_UNLCK);
}

static int setup(struct bench_ctx *c)
{
	struct ipc_fcntl *s = c->state;

	s->fd = plat_memory_file(COMMON_RELAY);
	if (s->fd < 0)
		return bench_skip(c, "no file in memory: %s",
		    err_words(-s->fd));
	s->relay.lock = lock;
	s->relay.unlock = unlock;
	return common_relay(c, false);
}

const struct bench ipc_fcntl = {
	.name = "ipc_fcntl",
	.summary = "a file lock handed over, there and back",
	.alias = "lat_fcntl",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct ipc_fcntl),
	.calls = "fcntl=4",
	.setup = setup,
	.run = common_way_run,
};
