/* sys_epoll.c - ask an epoll instance which descriptors are ready.
 *
 * One operation: epoll_wait(2) without waiting, of an instance that watches
 * `fds` distinct connected loopback TCP sockets for reading (level triggered),
 * `ready` of which have a byte waiting, with room for all; ns. Inside the
 * clock: the call and the check that as many are ready (P11). Outside: opening
 * and adding the sockets. What it costs grows with `ready` and not with `fds`,
 * as that of sys_poll and sys_select does. Avoids P3; distinct sockets, since
 * duplicates of one share one hot object. */
#include "bench/common_call.h"
#include "bench/common_fds.h"

#include <sys/epoll.h>

enum { ARG_FDS, ARG_READY };

struct sys_epoll {
	int epoll;
	struct epoll_event event[FDS_MOST];
	struct fds fds;
};

static long one(void *state)
{
	struct sys_epoll *s = state;

	return epoll_wait(s->epoll, s->event, FDS_MOST, 0);
}

static int setup(struct bench_ctx *c)
{
	struct epoll_event in = { .events = EPOLLIN };
	struct sys_epoll *s = c->state;
	int rc;

	if (c->arg[ARG_READY] > c->arg[ARG_FDS])
		return bench_skip(c, "more sockets ready than there are");
	rc = fds_tcp(c, &s->fds, c->arg[ARG_FDS]);
	if (rc != 0)
		return rc;
	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (s->epoll < 0)
		return fds_refused(c, "epoll_create1");
	for (int64_t i = 0; i < c->arg[ARG_FDS]; i++) {
		if (epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->fds.fd[i], &in) != 0)
			return bench_fail(c, "epoll_ctl");
		if (i < c->arg[ARG_READY] &&
		    bench_write_all(s->fds.peer[i], "x", 1) != 0)
			return bench_fail(c, "write");
	}
	return call_try(c, one, c->arg[ARG_READY], "epoll_wait");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, c->arg[ARG_READY], "epoll_wait");
}

static const struct bench_param params[] = {
	bench_count("fds", 1, FDS_MOST, "sockets that are watched"),
	bench_count("ready", 0, FDS_MOST, "how many can be read"),
	{ 0 },
};

const struct bench sys_epoll = {
	.name = "sys_epoll",
	.summary = "ask epoll which descriptors are ready",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 100, 1),
	    bench_case(BENCH_FULL, 100, 100)),
	.state_size = sizeof(struct sys_epoll),
	.needs = BENCH_LOOPBACK,
	.calls = "epoll_wait=1",
	.setup = setup,
	.run = run,
};
