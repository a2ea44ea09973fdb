/* sys_poll.c - poll over many descriptors.
 *
 * One operation: poll(2) over `fds` distinct connected loopback TCP sockets
 * watched for reading, none ready, without waiting; ns. Inside the clock: the
 * call and the check that none is ready (P11). Outside: opening the sockets.
 * Avoids P3; distinct sockets, since duplicates of one share one hot object.
 * The set is sys_select's with on=tcp. */
#include "bench/common_call.h"
#include "bench/common_fds.h"

#include <poll.h>

struct sys_poll {
	nfds_t n;
	struct pollfd set[FDS_MOST];
	struct fds fds;
};

static long one(void *state)
{
	struct sys_poll *s = state;

	return poll(s->set, s->n, 0);
}

static int setup(struct bench_ctx *c)
{
	struct sys_poll *s = c->state;
	int rc = fds_tcp(c, &s->fds, c->arg[0]);

	if (rc != 0)
		return rc;
	for (s->n = 0; s->n < (nfds_t)c->arg[0]; s->n++)
		s->set[s->n] = (struct pollfd){ s->fds.fd[s->n], POLLIN, 0 };
	return call_try(c, one, 0, "poll");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "poll");
}

const struct bench sys_poll = {
	.name = "sys_poll",
	.summary = "poll over many descriptors without waiting",
	.params =
	    bench_params(bench_count("fds", 1, FDS_MOST, "sockets in the set")),
	.cases = bench_cases(bench_case(BENCH_FULL, 100)),
	.state_size = sizeof(struct sys_poll),
	.needs = BENCH_LOOPBACK,
	.calls = "poll=1",
	.setup = setup,
	.run = run,
};
