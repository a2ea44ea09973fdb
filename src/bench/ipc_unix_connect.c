/* ipc_unix_connect.c - make and break an AF_UNIX connection.
 *
 * One operation: socket, connect to a listener of this very process, accept,
 * close both ends; ns. As ipc_connect, without TCP: no switch between processes
 * is in it, and each connection is taken from the queue before the next one is
 * asked for. The name is one that the kernel gives (abstract), so there is no
 * file. Inside the clock: the five calls, each checked (P11). Outside: the
 * listener. A closed loop (P16). Source: lmbench's lat_unix_connect has a
 * server in another process, and a name in a directory. */
#include "measure/bench.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct ipc_unix_connect {
	struct sockaddr_un at;
	socklen_t len;
	int listener;
};

static int setup(struct bench_ctx *c)
{
	struct ipc_unix_connect *s = c->state;
	struct sockaddr_un none = { .sun_family = AF_UNIX };

	s->len = sizeof(s->at);
	s->listener = socket(AF_UNIX, SOCK_STREAM, 0);
	if (s->listener < 0)
		return bench_fail(c, "socket");
	if (bind(s->listener, (struct sockaddr *)&none,
		sizeof(none.sun_family)) != 0 ||
	    listen(s->listener, 16) != 0 ||
	    getsockname(s->listener, (struct sockaddr *)&s->at, &s->len) != 0)
		return bench_skip(c, "no AF_UNIX listener: %s",
		    err_words(errno));
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct ipc_unix_connect *s = c->state;

	while (n-- > 0) {
		int there, here = socket(AF_UNIX, SOCK_STREAM, 0);

		if (here < 0)
			return bench_fail(c, "socket");
		if (connect(here, (const struct sockaddr *)&s->at, s->len) != 0)
			return bench_fail(c, "connect");
		there = accept(s->listener, NULL, NULL);
		if (there < 0)
			return bench_fail(c, "accept");
		if (close(there) != 0 || close(here) != 0)
			return bench_fail(c, "close");
	}
	return 0;
}

const struct bench ipc_unix_connect = {
	.name = "ipc_unix_connect",
	.summary = "make and break an AF_UNIX connection",
	.alias = "lat_unix_connect",
	.in = BENCH_FULL,
	.state_size = sizeof(struct ipc_unix_connect),
	.calls = "socket=1 connect=1 accept=1 close=2",
	.setup = setup,
	.run = run,
};
