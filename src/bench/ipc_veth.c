/* ipc_veth.c - a byte through TCP between two network namespaces.
 *
 * The operation, the clock and the P-numbers: common_echo.h. Each process has a
 * network namespace of its own, as two containers have, and a pair of virtual
 * Ethernet interfaces joins them: unlike over loopback (ipc_tcp) each packet
 * leaves one network stack and enters the other. TCP_NODELAY on both ends
 * (P12). Also outside the clock: namespaces, interfaces, addresses
 * (common_veth.h). Nothing is left: all of that ends with the processes. Where
 * a namespace cannot be had the row is skipped. */
#include "bench/common_echo.h"
#include "bench/common_veth.h"

#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static int nodelay(struct bench_ctx *c, int fd)
{
	const int on = 1;

	if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) != 0)
		return bench_fail(c, "setsockopt TCP_NODELAY");
	return 0;
}

/* The partner: a network of its own, then the same as other echoes. */
static int other(struct bench_ctx *c)
{
	struct echo *e = c->state;
	struct sockaddr_in at = common_veth_address(1);
	int listener, rc;
	char b;

	if (unshare(CLONE_NEWNET) != 0)
		return bench_fail(c, "unshare");
	bench_ready(c); /* for the pair to be made */
	if (read(e->ch.in[1], &b, 1) != 1)
		return bench_fail(c, "read");
	rc = common_veth_up(c, 1);
	if (rc == 0)
		rc = common_veth_running(c);
	if (rc != 0)
		return rc;
	listener = socket(AF_INET, SOCK_STREAM, 0);
	if (listener < 0 ||
	    bind(listener, (struct sockaddr *)&at, sizeof(at)) != 0 ||
	    listen(listener, 1) != 0)
		return bench_fail(c, "listen");
	bench_ready(c); /* to be connected to */
	close(e->ch.in[1]);
	e->ch.in[1] = e->ch.out[1] = accept(listener, NULL, NULL);
	if (e->ch.in[1] < 0)
		return bench_fail(c, "accept");
	close(listener);
	rc = nodelay(c, e->ch.in[1]);
	return rc != 0 ? rc : echo_answer(c);
}

static int setup(struct bench_ctx *c)
{
	struct echo *e = c->state;
	struct sockaddr_in at = common_veth_address(1);
	int go[2], fd, rc = common_space(c, CLONE_NEWNET, "a network");
	pid_t partner;

	if (rc != 0)
		return rc;
	if (pipe(go) != 0)
		return bench_fail(c, "pipe");
	signal(SIGPIPE, SIG_IGN);
	e->ch.in[1] = go[0];
	partner = bench_partner(c, 1, other);
	if (partner < 0)
		return bench_fail(c, "fork");
	rc = bench_wait_ready(c, 1);
	if (rc == 0)
		rc = common_veth_pair(c, partner);
	if (rc == 0)
		rc = common_veth_up(c, 0);
	if (rc != 0)
		return rc;
	if (write(go[1], "", 1) != 1)
		return bench_fail(c, "write");
	rc = bench_wait_ready(c, 1);
	if (rc == 0)
		rc = common_veth_running(c);
	if (rc != 0)
		return rc;
	close(go[0]);
	close(go[1]);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0)
		return bench_fail(c, "socket");
	if (connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0)
		return bench_fail(c, "connect");
	e->ch.in[0] = e->ch.out[0] = fd;
	return nodelay(c, fd);
}

const struct bench ipc_veth = {
	.name = "ipc_veth",
	.summary = "round trip of a byte through TCP between namespaces",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct echo),
	.calls = ECHO_CALLS,
	.setup = setup,
	.run = echo_run,
	.teardown = echo_stop,
};
