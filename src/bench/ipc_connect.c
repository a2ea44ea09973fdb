/* ipc_connect.c - make and break a TCP connection over loopback.
 *
 * One operation: socket, connect to a listener of this very process, accept,
 * close both ends. The handshake is done by the kernel while connect waits; as
 * one process has both ends, each connection is taken from the accept queue
 * before the next one is asked for, so the queue cannot overflow, and no time
 * is spent on switching between processes (lmbench's number has that, and a
 * second for each time that its queue overflowed: ipc_connect_lm; P3). The
 * accepted end is closed first, with a reset, which it inherits from the
 * listener (SO_LINGER of 0 s): no connection stays in TIME_WAIT, so ephemeral
 * ports do not run out. Inside the clock: the five calls, each checked (P11).
 * Outside: the listener. If the system counts a SYN sent again or a full
 * accept queue meanwhile, the invocation fails. A closed loop (P16).
 * Source: what lmbench's lat_connect is meant to show, without the switches
 * between two processes and without waiting for a full queue. */
#include "bench/common_chan.h"
#include "bench/common_tcp.h"

#include <inttypes.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 4096 /* never needed: one connection waits at a time */

struct state {
	struct sockaddr_in at;
	struct tcp_trouble before;
	int listener;
};

static int setup(struct bench_ctx *c)
{
	const struct linger reset = { .l_onoff = 1, .l_linger = 0 };
	struct state *s = c->state;

	s->listener = chan_listen(c, BACKLOG, &s->at);
	if (s->listener < 0)
		return -1;
	if (setsockopt(s->listener, SOL_SOCKET, SO_LINGER, &reset,
		sizeof(reset)) != 0)
		return bench_fail(c, "setsockopt SO_LINGER");
	tcp_trouble_now(&s->before);
	if (!s->before.known)
		bench_note(c, "retransmissions", "not checked");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	const struct sockaddr *at = (const struct sockaddr *)&s->at;

	while (n-- > 0) {
		int there, here = socket(AF_INET, SOCK_STREAM, 0);

		if (here < 0)
			return bench_fail(c, "socket");
		if (connect(here, at, sizeof(s->at)) != 0)
			return bench_fail(c, "connect");
		there = accept(s->listener, NULL, NULL);
		if (there < 0)
			return bench_fail(c, "accept");
		if (close(there) != 0 || close(here) != 0)
			return bench_fail(c, "close");
	}
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	struct state *s = c->state;
	struct tcp_trouble t;

	tcp_trouble_since(&t, &s->before);
	if (t.known && t.syn_retrans > 0)
		return bench_fail_why(c, "%" PRIu64 " SYN retransmissions",
		    t.syn_retrans);
	if (t.known && t.overflows > 0)
		return bench_fail_why(c,
		    "%" PRIu64 " connections found an accept queue full",
		    t.overflows);
	return 0;
}

const struct bench ipc_connect = {
	.name = "ipc_connect",
	.summary = "make and break a TCP connection on loopback",
	.alias = "lat_connect",
	.in = BENCH_QUICK | BENCH_DEFAULT,
	.state_size = sizeof(struct state),
	.needs = BENCH_LOOPBACK,
	.calls = "socket=1 connect=1 accept=1 close=2",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
