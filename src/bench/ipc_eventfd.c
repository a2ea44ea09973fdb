/* ipc_eventfd.c - a count through two eventfds, there and back.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * processes: what is given is added to a counter, which taking sets back to
 * zero; eight bytes, and no buffer as a pipe has. */
#include "bench/common_way.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct ipc_eventfd {
	struct common_way way;
	int fd[2]; /* [i] goes to side i */
};

/* A counter of zero cannot be read: one more than the byte is written. */
static int give(struct common_way *w, int side, unsigned char b)
{
	const struct ipc_eventfd *s = (struct ipc_eventfd *)w;
	uint64_t v = (uint64_t)b + 1;

	return write(s->fd[!side], &v, sizeof(v)) == sizeof(v) ? 0 : errno;
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	const struct ipc_eventfd *s = (struct ipc_eventfd *)w;
	uint64_t v = 0;

	if (read(s->fd[side], &v, sizeof(v)) != sizeof(v))
		return errno;
	*b = (unsigned char)(v - 1);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	static const struct common_way_how how = { give, take, NULL,
		"eventfd" };
	struct ipc_eventfd *s = c->state;
	int rc = 0;

	for (int i = 0; i < 2 && rc == 0; i++) {
		s->fd[i] = eventfd(0, EFD_CLOEXEC);
		if (s->fd[i] < 0)
			rc = bench_fail(c, "eventfd");
	}
	return rc != 0 ? rc : common_way_process(c, &how);
}

const struct bench ipc_eventfd = {
	.name = "ipc_eventfd",
	.summary = "round trip through two eventfds",
	.params = echo_params,
	.list = echo_list_one,
	.state_size = sizeof(struct ipc_eventfd),
	.calls = "write=2 read=2",
	.setup = setup,
	.run = common_way_run,
};
