/* common_chan.h - a way there and a way back between two processes. */
#ifndef PERFLOSS_BENCH_COMMON_CHAN_H
#define PERFLOSS_BENCH_COMMON_CHAN_H

#include "measure/bench.h"

#include <netinet/in.h>

/* Descriptors: [0] is this process's, [1] the partner's. For sockets in[i] and
 * out[i] are the same. */
struct chan {
	int in[2];
	int out[2];
};

/* Make one; 0 or what bench_fail returned. Also sets SIGPIPE to be ignored, so
 * that a lost partner is an error of write. */
int chan_pipe(struct bench_ctx *c, struct chan *ch); /* two pipes */
int chan_unix(struct bench_ctx *c, struct chan *ch); /* stream socket pair */
int chan_udp(struct bench_ctx *c, struct chan *ch);  /* connected, loopback */
int chan_tcp(struct bench_ctx *c, struct chan *ch);  /* loopback, both ends
							TCP_NODELAY */

/* chan_tcp with buffers of a fixed size (what the system grants of it); 0 = it
 * adapts them as it goes. */
int chan_tcp_buffers(struct bench_ctx *c, struct chan *ch, int bytes);

/* The same of descriptors that are there: of what leads there and back, [0] is
 * read and [1] written. */
int chan_ends(struct chan *ch, const int there[2], const int back[2]);

/* After the fork, in each process: close the other's ends, so that the end of
 * one process is an end of file in the other. */
void chan_keep(struct chan *ch, int mine);
void chan_close(struct chan *ch, int mine);

/* A TCP socket that listens on a free port of 127.0.0.1, whose address goes to
 * *at. The descriptor, or -1 after bench_fail. */
int chan_listen(struct bench_ctx *c, int backlog, struct sockaddr_in *at);

#endif
