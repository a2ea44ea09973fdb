/* bw_udp.c - bytes per second through UDP over loopback.
 *
 * One operation: one datagram of M bytes, sent by the partner and received
 * here; MB/s of 10^6 bytes, each byte counted once (P8). UDP drops what finds
 * the receiver's buffer full, so no more is under way than fits it: this
 * process asks for half of that many at a time, in datagrams of 8 bytes.
 * Inside the clock: the requests and all reads. Outside: sockets, buffers and
 * the partner. Each datagram begins and ends with its number, which is checked
 * (P11); one that is lost after all fails the row. Also avoided: P1 and P12
 * (placement and message size are part of the row). */
#include "bench/common_flow.h"

#include "bench/common_mem.h"

#include <sys/socket.h>
#include <sys/time.h>

#define MESSAGE  (32 << 10)
#define BUFFER   (1 << 20) /* asked for; the system grants what it allows */
#define OVERHEAD 2048      /* of the kernel's bookkeeping for a datagram */

struct state {
	struct flow flow; /* first: the partner is common_flow's */
	uint64_t window;  /* datagrams that fit the receiver's buffer */
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const struct timeval patience = { 2, 0 };
	int rc = flow_start(c, chan_udp), size = BUFFER, fd;
	socklen_t len = sizeof(size);

	if (rc != 0)
		return rc;
	fd = s->flow.ch.in[0];
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size)) != 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		sizeof(patience)) != 0)
		return bench_fail(c, "setsockopt");
	if (getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, &len) != 0)
		return bench_fail(c, "getsockopt");
	/* Twice: pages that hold a datagram are counted whole. */
	s->window = (uint64_t)size / (uint64_t)(2 * c->arg[0] + OVERHEAD);
	if (s->window == 0)
		return bench_skip(c,
		    "a datagram may not fit the receiver's "
		    "buffer (net.core.rmem_max)");
	return 0;
}

static int receive(struct bench_ctx *c)
{
	struct state *s = c->state;
	const size_t size = (size_t)c->arg[0];
	ssize_t got = recv(s->flow.ch.in[0], s->flow.buf, size, 0);

	if (got < 0)
		return bench_fail(c, "recv");
	if ((size_t)got != size ||
	    !flow_has_number(s->flow.buf, size, ++s->flow.seq))
		return bench_fail_why(c, "a datagram was lost or changed");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t half = s->window > 1 ? s->window / 2 : 1;
	uint64_t asked = 0, done = 0, more;

	for (; done < n; done++) {
		if (asked < n && asked - done <= s->window - half) {
			more = n - asked < half ? n - asked : half;
			if (bench_write_all(s->flow.ch.out[0], &more,
				sizeof(more)) != 0)
				return bench_fail(c, "write of a request");
			asked += more;
			done--;
			continue;
		}
		if (receive(c) != 0)
			return -1;
	}
	return 0;
}

static size_t list(struct bench_case *out, size_t max)
{
	size_t n = flow_list(out, max);

	for (size_t i = 0; i < n; i++) {
		out[i].in = BENCH_FULL;
		out[i].arg[0] = MESSAGE;
	}
	return n;
}

const struct bench bw_udp = {
	.name = "bw_udp",
	.summary = "bandwidth of UDP on loopback",
	.unit = BENCH_RATE,
	/* 65507: IPv4 and UDP have headers. */
	.params = bench_params(bench_bytes("message", sizeof(uint64_t), 65507,
				   "bytes of one datagram"),
	    bench_place("cpu",
		"how the CPUs of the two processes are related")),
	.list = list,
	.state_size = sizeof(struct state),
	.needs = BENCH_LOOPBACK,
	.calls = "write>=1 recv=1 read>=0",
	.setup = setup,
	.run = run,
	.teardown = flow_stop,
};
