/* common_chan.c - a way there and a way back between two processes. */
#include "bench/common_chan.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int chan_ends(struct chan *ch, const int there[2], const int back[2])
{
	signal(SIGPIPE, SIG_IGN);
	*ch = (struct chan){ { back[0], there[0] }, { there[1], back[1] } };
	return 0;
}

static int chan_of(struct chan *ch, const int s[2]) /* a pair of sockets */
{
	return chan_ends(ch, (const int[]){ s[1], s[0] }, s);
}

int chan_pipe(struct bench_ctx *c, struct chan *ch)
{
	int there[2], back[2];

	if (pipe(there) != 0 || pipe(back) != 0)
		return bench_fail(c, "pipe");
	return chan_ends(ch, there, back);
}

int chan_unix(struct bench_ctx *c, struct chan *ch)
{
	int s[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) != 0)
		return bench_fail(c, "socketpair");
	return chan_of(ch, s);
}

/* Bind to a free port of the loopback address and say which it became. */
static int bind_free(struct bench_ctx *c, int s, struct sockaddr_in *at)
{
	socklen_t len = sizeof(*at);

	memset(at, 0, sizeof(*at));
	at->sin_family = AF_INET;
	at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(s, (struct sockaddr *)at, len) != 0)
		return bench_fail(c, "bind");
	if (getsockname(s, (struct sockaddr *)at, &len) != 0)
		return bench_fail(c, "getsockname");
	return 0;
}

int chan_udp(struct bench_ctx *c, struct chan *ch)
{
	struct sockaddr_in at[2];
	int s[2];

	for (int i = 0; i < 2; i++) {
		s[i] = socket(AF_INET, SOCK_DGRAM, 0);
		if (s[i] < 0)
			return bench_fail(c, "socket");
		int rc = bind_free(c, s[i], &at[i]);
		if (rc != 0)
			return rc;
	}
	for (int i = 0; i < 2; i++)
		if (connect(s[i], (struct sockaddr *)&at[!i], sizeof(at[0])) !=
		    0)
			return bench_fail(c, "connect");
	return chan_of(ch, s);
}

int chan_listen(struct bench_ctx *c, int backlog, struct sockaddr_in *at)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);

	if (s < 0) {
		bench_fail(c, "socket");
		return -1;
	}
	if (bind_free(c, s, at) != 0)
		return -1;
	if (listen(s, backlog) != 0) {
		bench_fail(c, "listen");
		return -1;
	}
	return s;
}

static int set(struct bench_ctx *c, int s, int level, int option, int value)
{
	return setsockopt(s, level, option, &value, sizeof(value)) == 0 ?
	    0 :
	    bench_fail(c, "setsockopt");
}

/* Buffers are chosen before the connection is there: its window follows. */
static int set_buffers(struct bench_ctx *c, int s, int bytes)
{
	int rc;

	if (bytes == 0)
		return 0;
	rc = set(c, s, SOL_SOCKET, SO_RCVBUF, bytes);
	return rc != 0 ? rc : set(c, s, SOL_SOCKET, SO_SNDBUF, bytes);
}

int chan_tcp_buffers(struct bench_ctx *c, struct chan *ch, int bytes)
{
	struct sockaddr_in at;
	int s[2], listener = chan_listen(c, 1, &at);

	if (listener < 0 || set_buffers(c, listener, bytes) != 0)
		return -1;
	s[0] = socket(AF_INET, SOCK_STREAM, 0);
	if (s[0] < 0)
		return bench_fail(c, "socket");
	if (set_buffers(c, s[0], bytes) != 0)
		return -1;
	if (connect(s[0], (struct sockaddr *)&at, sizeof(at)) != 0)
		return bench_fail(c, "connect");
	s[1] = accept(listener, NULL, NULL);
	if (s[1] < 0)
		return bench_fail(c, "accept");
	close(listener);
	for (int i = 0; i < 2; i++)
		if (set(c, s[i], IPPROTO_TCP, TCP_NODELAY, 1) != 0)
			return -1;
	return chan_of(ch, s);
}

int chan_tcp(struct bench_ctx *c, struct chan *ch)
{
	return chan_tcp_buffers(c, ch, 0);
}

void chan_close(struct chan *ch, int mine)
{
	close(ch->in[mine]);
	if (ch->out[mine] != ch->in[mine])
		close(ch->out[mine]);
}

void chan_keep(struct chan *ch, int mine)
{
	chan_close(ch, !mine);
}
