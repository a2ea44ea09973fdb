/* ipc_connect_lm.c - connect as lmbench does it (lat_connect).
 *
 * One operation: socket, SO_REUSEADDR, connect, close; another process accepts
 * from a queue of at most 100, reads until the end of file and closes. Kept so
 * that old numbers stay comparable; it misleads (P3): the queue overflows when
 * the server is not scheduled for a while, a SYN is then sent again after a
 * second, and that second is averaged in; and each connection stays in
 * TIME_WAIT. How often it happened is noted. Inside the clock: the four calls
 * of the client. Outside: the listener and the server. Processes are not
 * pinned unless asked, as there. A closed loop (P16).
 * Source: lmbench's lat_connect. */
#include "bench/common_chan.h"
#include "bench/common_tcp.h"

#include <inttypes.h>
#include <sys/socket.h>
#include <unistd.h>

struct state {
	struct sockaddr_in at;
	struct tcp_trouble before;
	int listener;
};

static int serve(struct bench_ctx *c)
{
	const struct state *s = c->state;
	char b;

	bench_ready(c);
	for (;;) {
		int there = accept(s->listener, NULL, NULL);

		if (there < 0)
			return bench_fail(c, "accept");
		if (read(there, &b, 1) != 0)
			return bench_fail_why(c, "read: not an end of file");
		close(there);
	}
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->listener = chan_listen(c, 100, &s->at);
	if (s->listener < 0)
		return -1;
	if (bench_partner(c, 1, serve) < 0)
		return bench_fail(c, "fork");
	tcp_trouble_now(&s->before);
	return bench_wait_ready(c, 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;
	const struct sockaddr *at = (const struct sockaddr *)&s->at;
	const int on = 1;

	while (n-- > 0) {
		int here = socket(AF_INET, SOCK_STREAM, 0);

		if (here < 0)
			return bench_fail(c, "socket");
		if (setsockopt(here, SOL_SOCKET, SO_REUSEADDR, &on,
			sizeof(on)) != 0)
			return bench_fail(c, "setsockopt SO_REUSEADDR");
		if (connect(here, at, sizeof(s->at)) != 0)
			return bench_fail(c, "connect");
		if (close(here) != 0)
			return bench_fail(c, "close");
	}
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	struct state *s = c->state;
	struct tcp_trouble t;

	tcp_trouble_since(&t, &s->before);
	if (t.known)
		bench_note(c, "syn_retransmissions", "%" PRIu64, t.syn_retrans);
	else
		bench_note(c, "syn_retransmissions", "not checked");
	return 0;
}

const struct bench ipc_connect_lm = {
	.name = "ipc_connect_lm",
	.summary = "connect over TCP on loopback, as lmbench does it",
	.alias = "lat_connect",
	.params = bench_params(bench_place("cpu",
	    "how the CPUs of client and server are related")),
	/* Not in the default profile: beside other work most invocations wait
	 * for that second at least once. */
	.cases = bench_cases(bench_case_lm(BENCH_FULL, PLAT_FREE)),
	.state_size = sizeof(struct state),
	.needs = BENCH_LOOPBACK,
	.calls = "socket=1 setsockopt=1 connect=1 close=2 accept=1 read=1",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
