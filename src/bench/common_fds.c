/* common_fds.c - many descriptors to wait for. */
#include "bench/common_fds.h"

#include "bench/common_call.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int fds_refused(struct bench_ctx *c, const char *what)
{
	struct rlimit r = { 0, 0 };

	if (errno == ENETUNREACH || errno == EADDRNOTAVAIL)
		return bench_skip(c, "there is no IPv4 loopback here");
	if (errno != EMFILE)
		return call_refused(c, what);
	getrlimit(RLIMIT_NOFILE, &r);
	return bench_skip(c,
	    "needs more descriptors than the %llu that it may have",
	    (unsigned long long)r.rlim_cur);
}

/* One connection to the listener: both ends. */
static int connected(struct bench_ctx *c, int listener,
    const struct sockaddr_in *to, int *fd, int *peer)
{
	const struct linger reset = { .l_onoff = 1, .l_linger = 0 };

	*fd = socket(AF_INET, SOCK_STREAM, 0);
	if (*fd < 0)
		return fds_refused(c, "socket");
	if (setsockopt(*fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) != 0)
		return bench_fail(c, "setsockopt");
	if (connect(*fd, (const struct sockaddr *)to, sizeof(*to)) != 0)
		return fds_refused(c, "connect");
	*peer = accept(listener, NULL, NULL);
	return *peer < 0 ? fds_refused(c, "accept") : 0;
}

int fds_tcp(struct bench_ctx *c, struct fds *f, int64_t n)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	int l = socket(AF_INET, SOCK_STREAM, 0), rc = 0;
	int64_t i;

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (l < 0 || bind(l, (struct sockaddr *)&a, len) != 0 ||
	    listen(l, 16) != 0 ||
	    getsockname(l, (struct sockaddr *)&a, &len) != 0)
		return fds_refused(c, "listen on 127.0.0.1");
	for (i = 0; rc == 0 && i < n; i++)
		rc = connected(c, l, &a, &f->fd[i], &f->peer[i]);
	close(l);
	return rc;
}
