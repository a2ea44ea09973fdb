/* ipc_http.c - a small HTTP server answers one request.
 *
 * One operation: connect over loopback, send a GET, read the answer's head and
 * `size` bytes of body, close; another process accepts, reads the request,
 * writes the answer from memory, waits for the end and closes; ns. The client
 * closes first, with a reset (SO_LINGER of 0 s), when it has all of the body:
 * no connection stays in TIME_WAIT (P3). Inside the clock: all of that, each
 * call and length checked (P11). Outside: the listener and the server. The
 * placement is part of the row (P1); a closed loop (P16). Source: lmbench's
 * lat_http fetches files of several sizes, with a connection each, as here. */
#include "bench/common_chan.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST (1 << 20)
#define HEAD 128

static const char ask[] = "GET /perfloss HTTP/1.0\r\n\r\n";

struct ipc_http {
	struct sockaddr_in at;
	int listener;
	size_t head, all; /* bytes of the answer */
	char text[HEAD + MOST];
};

/* One connection, until the client has gone. */
static int answer(struct bench_ctx *c, int fd)
{
	struct ipc_http *s = c->state;
	char b[sizeof(ask)];

	if (bench_read_all(fd, b, sizeof(ask) - 1) != 0)
		return bench_fail(c, "read");
	if (memcmp(b, ask, sizeof(ask) - 1) != 0)
		return bench_fail_why(c, "another request");
	if (bench_write_all(fd, s->text, s->all) != 0)
		return bench_fail(c, "write");
	if (read(fd, b, 1) != 0 && errno != ECONNRESET)
		return bench_fail(c, "read");
	return close(fd) == 0 ? 0 : bench_fail(c, "close");
}

static int serve(struct bench_ctx *c)
{
	const struct ipc_http *s = c->state;
	int fd;

	bench_ready(c);
	while ((fd = accept(s->listener, NULL, NULL)) >= 0)
		if (answer(c, fd) != 0)
			return -1;
	return bench_fail(c, "accept");
}

static int setup(struct bench_ctx *c)
{
	struct ipc_http *s = c->state;
	size_t size = (size_t)c->arg[0];

	signal(SIGPIPE, SIG_IGN);
	s->head = (size_t)snprintf(s->text, HEAD,
	    "HTTP/1.0 200 OK\r\nContent-Length: %zu\r\n\r\n", size);
	s->all = s->head + size;
	memset(s->text + s->head, 'x', size);
	s->listener = chan_listen(c, 16, &s->at);
	if (s->listener < 0)
		return -1;
	if (bench_partner(c, 1, serve) < 0)
		return bench_fail(c, "fork");
	return bench_wait_ready(c, 1);
}

static int fetch(struct bench_ctx *c, struct ipc_http *s)
{
	const struct linger reset = { .l_onoff = 1, .l_linger = 0 };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0)
		return bench_fail(c, "socket");
	if (setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) != 0)
		return bench_fail(c, "setsockopt SO_LINGER");
	if (connect(fd, (struct sockaddr *)&s->at, sizeof(s->at)) != 0)
		return bench_fail(c, "connect");
	if (bench_write_all(fd, ask, sizeof(ask) - 1) != 0)
		return bench_fail(c, "write");
	if (bench_read_all(fd, s->text, s->all) != 0)
		return bench_fail(c, "read");
	if (memcmp(s->text, "HTTP/1.0 200", 12) != 0)
		return bench_fail_why(c, "another answer");
	s->text[0] = '\0'; /* to be read again */
	return close(fd) == 0 ? 0 : bench_fail(c, "close");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	while (n-- > 0)
		if (fetch(c, c->state) != 0)
			return -1;
	return 0;
}

static const struct bench_param params[] = {
	bench_bytes("size", 1, MOST, "bytes of the answer's body"),
	bench_place("cpu", "how the CPUs of client and server are related"),
	{ 0 },
};

const struct bench ipc_http = {
	.name = "ipc_http",
	.summary = "an HTTP request over TCP on loopback, answered",
	.alias = "lat_http",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, 1 << 10, PLAT_SAME)),
	.state_size = sizeof(struct ipc_http),
	.needs = BENCH_LOOPBACK,
	.calls = "socket=1 setsockopt=1 connect=1 accept=1 write=2 read>=3 "
		 "close=2",
	.setup = setup,
	.run = run,
};
