/* common_rpc.c - remote procedure calls, by the library libtirpc. */
#include "bench/common_rpc.h"

#include "bench/common_chan.h"

#include <rpc/rpc.h>

#include <sys/socket.h>

#define PROGRAM   0x20706c66 /* of those left to users, RFC 5531 8.3 */
#define VERSION   1
#define NEXT      1 /* the procedure */
#define TIMEOUT_S 10

static const char *trouble; /* what went wrong in the server */

const char *common_rpc_absent(const struct bench_ctx *c)
{
	(void)c;
	return NULL;
}

static void dispatch(struct svc_req *request, SVCXPRT *to)
{
	unsigned char b = 0;

	if (request->rq_proc != NEXT) {
		trouble = "another procedure was called";
	} else if (!svc_getargs(to, (xdrproc_t)xdr_u_char, (char *)&b)) {
		trouble = "the byte cannot be read";
	} else {
		b++;
		if (!svc_sendreply(to, (xdrproc_t)xdr_u_char, (char *)&b))
			trouble = "the reply cannot be sent";
	}
	if (trouble)
		svc_exit();
}

static int serve(struct bench_ctx *c, SVCXPRT *x)
{
	if (!x)
		return bench_fail_why(c, "the server cannot be made");
	if (!svc_register(x, PROGRAM, VERSION, dispatch, 0))
		return bench_fail_why(c, "the procedure cannot be registered");
	bench_ready(c);
	svc_run();
	return bench_fail_why(c, "svc_run: %s", trouble ? trouble : "ended");
}

static int serve_udp(struct bench_ctx *c)
{
	const struct common_rpc *s = c->state;

	return serve(c, svc_dg_create(s->server, 0, 0));
}

static int serve_tcp(struct bench_ctx *c)
{
	const struct common_rpc *s = c->state;

	return serve(c, svc_fd_create(s->server, 0, 0));
}

static int start(struct bench_ctx *c,
    int (*open)(struct bench_ctx *c, struct chan *ch),
    int (*serve_it)(struct bench_ctx *c),
    CLIENT *(*create)(int fd, const struct netbuf *at, rpcprog_t program,
	rpcvers_t version, u_int send_size, u_int receive_size))
{
	struct common_rpc *s = c->state;
	struct sockaddr_in at;
	socklen_t len = sizeof(at);
	struct netbuf to = { .maxlen = len, .len = len, .buf = &at };
	struct timeval wait = { TIMEOUT_S, 0 };
	struct chan ch;
	int rc = open(c, &ch);

	if (rc != 0)
		return rc;
	s->server = ch.in[1];
	if (bench_partner(c, 1, serve_it) < 0)
		return bench_fail(c, "fork");
	chan_keep(&ch, 0);
	if (getpeername(ch.in[0], (struct sockaddr *)&at, &len) != 0)
		return bench_fail(c, "getpeername");
	s->client = create(ch.in[0], &to, PROGRAM, VERSION, 0, 0);
	if (!s->client)
		return bench_fail_why(c, "%s", clnt_spcreateerror("client"));
	if (serve_it == serve_udp &&
	    !clnt_control((CLIENT *)s->client, CLSET_RETRY_TIMEOUT,
		(char *)&wait))
		return bench_fail_why(c, "no time limit for an answer");
	return bench_wait_ready(c, 1);
}

int common_rpc_udp(struct bench_ctx *c)
{
	return start(c, chan_udp, serve_udp, clnt_dg_create);
}

int common_rpc_tcp(struct bench_ctx *c)
{
	return start(c, chan_tcp, serve_tcp, clnt_vc_create);
}

int common_rpc_run(struct bench_ctx *c, uint64_t n)
{
	static const struct timeval most = { TIMEOUT_S, 0 };
	struct common_rpc *s = c->state;
	CLIENT *client = s->client;
	unsigned char b = s->token, back = 0;

	while (n-- > 0) {
		if (clnt_call(client, NEXT, (xdrproc_t)xdr_u_char, (char *)&b,
			(xdrproc_t)xdr_u_char, (char *)&back,
			most) != RPC_SUCCESS)
			return bench_fail_why(c, "%s",
			    clnt_sperror(client, "clnt_call"));
		if (back != (unsigned char)(b + 1))
			return bench_fail_why(c,
			    "got byte %d back instead of %d", back,
			    (unsigned char)(b + 1));
		b = back;
	}
	s->token = b;
	return 0;
}

int common_rpc_stop(struct bench_ctx *c)
{
	struct common_rpc *s = c->state;

	clnt_destroy((CLIENT *)s->client);
	return 0;
}
