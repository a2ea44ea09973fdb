/* common_hack_start.c - the senders and receivers are started. */
#include "bench/common_due.h"
#include "bench/common_hack.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define STACK (64 << 10)

int hack_parties(const struct hack *h)
{
	return 2 * h->groups * h->fds;
}

/* A limit that is too low is no failure of the system. */
static int too_many(struct bench_ctx *c, const char *call)
{
	const struct hack *h = c->state;

	if (errno == EMFILE || errno == ENFILE)
		return bench_skip(c,
		    "needs %d open files at once, the limit is lower",
		    2 * h->fds * (h->part != NULL ? h->groups : 1) + 3);
	if (errno == EAGAIN)
		return bench_skip(c,
		    "needs %d processes or threads, the limit is lower",
		    hack_parties(h));
	return bench_fail(c, call);
}

/* The ways of one group: out[i] leads to receiver i, which has in[i]. */
static int open_group(struct bench_ctx *c, int *in, int *out)
{
	bool sockets = c->arg[HACK_VIA] == 0;
	int i, fd[2];

	for (i = 0; i < c->arg[HACK_FDS]; i++) {
		if ((sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, fd) :
			       pipe(fd)) != 0)
			return too_many(c, sockets ? "socketpair" : "pipe");
		in[i] = fd[0];
		out[i] = fd[1];
	}
	return 0;
}

static int partner(struct bench_ctx *c)
{
	const struct hack *h = c->state;

	return hack_work(c, &h->me);
}

static void *thread(void *arg)
{
	struct hack_party *p = arg;
	struct err e;

	if (plat_pin(p->cpu, &e) < 0)
		bench_skip(p->c, "%s", e.text);
	else
		hack_work(p->c, p);
	_exit(1); /* the main thread waits for this one */
}

static int start(struct bench_ctx *c, struct hack_party *p)
{
	pthread_attr_t attr;

	if (c->arg[HACK_AS] == 0)
		return bench_partner(c, p->sends ? 0 : 1, partner) > 0 ?
		    0 :
		    too_many(c, "fork");
	p->cpu = c->cpu[p->sends ? 0 : 1];
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	errno = pthread_create(&p->id, &attr, thread, p);
	pthread_attr_destroy(&attr);
	return errno == 0 ? 0 : too_many(c, "pthread_create");
}

static int start_group(struct bench_ctx *c, int group, int *in, int *out)
{
	struct hack *h = c->state;
	struct hack_party *p = &h->me;
	int i, rc = open_group(c, in, out);

	/* Receivers first, as hackbench does. */
	for (i = 0; rc == 0 && i < 2 * h->fds; i++) {
		if (h->part != NULL)
			p = &h->part[2 * group * h->fds + i];
		*p = (struct hack_party){ .c = c,
			.group = group,
			.i = i % h->fds,
			.sends = i >= h->fds,
			.fd = i < h->fds ? &in[i] : out };
		rc = start(c, p);
	}
	for (i = 0; rc == 0 && h->part == NULL && i < h->fds; i++) {
		close(in[i]);
		close(out[i]);
	}
	return rc;
}

int hack_setup(struct bench_ctx *c)
{
	struct hack *h = c->state;
	int64_t from = due_now();
	size_t ways;
	int g, rc = 0;

	h->groups = (int)c->arg[HACK_GROUPS];
	h->fds = (int)c->arg[HACK_FDS];
	c->batch_ops = (uint64_t)(c->arg[HACK_GROUPS] * c->arg[HACK_FDS] *
	    c->arg[HACK_FDS] * c->arg[HACK_LOOPS]);
	h->all = common_shared(c, sizeof(*h->all));
	ways = (size_t)h->fds * (c->arg[HACK_AS] == 0 ? 1 : (size_t)h->groups);
	h->in = calloc(ways, 2 * sizeof(int));
	if (c->arg[HACK_AS] != 0)
		h->part = calloc((size_t)hack_parties(h), sizeof(*h->part));
	if (h->all == NULL || h->in == NULL ||
	    (c->arg[HACK_AS] != 0 && h->part == NULL))
		return bench_fail(c, "mmap");
	h->out = h->in + ways;
	for (g = 0; rc == 0 && g < h->groups; g++) {
		ways = h->part == NULL ? 0 : (size_t)(g * h->fds);
		rc = start_group(c, g, h->in + ways, h->out + ways);
	}
	if (rc != 0 || bench_wait_ready(c, hack_parties(h)) != 0)
		return -1;
	bench_note(c, "start_us", "%lld", (long long)(due_now() - from) / 1000);
	return 0;
}
