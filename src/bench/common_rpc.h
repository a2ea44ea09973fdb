/* common_rpc.h - remote procedure calls, by the library libtirpc.
 *
 * The operation of ipc_rpc_udp and ipc_rpc_tcp: clnt_call of a procedure that
 * takes a byte and returns its successor, which is checked; a partner serves it
 * with svc_run. One round trip, so two switches (P2). Each side adds the
 * library's work to that of ipc_udp or ipc_tcp: headers and bytes made and
 * taken apart by XDR, a poll before each receive, signals blocked meanwhile. A
 * closed loop (P16). Inside the clock: the calls, each checked (P11). Outside:
 * sockets, client, server. The sockets are made here and given to the library,
 * so no rpcbind is asked. A datagram that is lost fails the row: the library
 * sends it again only after TIMEOUT_S, when the call has failed.
 *
 * The library is linked dynamically only, and its code and relocations do not
 * belong into what other rows fork: these rows are measured by a program of
 * their own, COMMON_RPC_PROGRAM. common_rpc.c is in that; perfloss-probe itself
 * has common_rpc_none.c in its place, which says what is missing. */
#ifndef PERFLOSS_BENCH_COMMON_RPC_H
#define PERFLOSS_BENCH_COMMON_RPC_H

#include "measure/bench.h"

#define COMMON_RPC_PROGRAM "perfloss-probe-rpc"
#define COMMON_RPC_NEEDS   "needs " COMMON_RPC_PROGRAM " beside perfloss-probe"

struct common_rpc {
	void *client;        /* CLIENT */
	int server;          /* its socket */
	unsigned char token; /* the byte sent last */
};

/* unsupported: whether the program is there. */
const char *common_rpc_absent(const struct bench_ctx *c);

int common_rpc_udp(struct bench_ctx *c); /* setup */
int common_rpc_tcp(struct bench_ctx *c);
int common_rpc_run(struct bench_ctx *c, uint64_t n);
int common_rpc_stop(struct bench_ctx *c); /* teardown */

#endif
