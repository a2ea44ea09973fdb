/* common_hack.c - groups of senders and receivers. */
#include "bench/common_hack.h"

#include <unistd.h>

uint64_t hack_share(const struct hack *h, uint64_t n, int sender)
{
	uint64_t senders = (uint64_t)(h->groups * h->fds);

	return n / senders + ((uint64_t)sender < n % senders);
}

/* A sender goes round the receivers of its group, beginning with the first;
 * so this is what receiver i gets. */
static uint64_t due_to(const struct hack *h, uint64_t n, int group, int i)
{
	uint64_t total = 0, q;
	int s;

	for (s = 0; s < h->fds; s++) {
		q = hack_share(h, n, group * h->fds + s);
		total +=
		    q / (uint64_t)h->fds + (q % (uint64_t)h->fds > (uint64_t)i);
	}
	return total;
}

unsigned hack_receivers(const struct hack *h, uint64_t n)
{
	unsigned any = 0;
	int g, i;

	for (g = 0; g < h->groups; g++)
		for (i = 0; i < h->fds; i++)
			any += due_to(h, n, g, i) > 0;
	return any;
}

static int send_all(struct bench_ctx *c, const struct hack_party *p)
{
	const struct hack *h = c->state;
	const char message[HACK_MESSAGE] = { 0 };
	unsigned seen = 0, now;
	uint64_t left;
	int to;

	for (;;) {
		while ((now = atomic_load(&h->all->go)) == seen)
			if (common_futex_wait(c, &h->all->go, seen) != 0)
				return -1;
		seen = now;
		left = hack_share(h, h->all->n, p->group * h->fds + p->i);
		for (to = 0; left > 0; left--) {
			if (bench_write_all(p->fd[to], message,
				sizeof(message)) != 0)
				return bench_fail(c, "write");
			to = to + 1 < h->fds ? to + 1 : 0;
		}
	}
}

static int receive_all(struct bench_ctx *c, const struct hack_party *p)
{
	const struct hack *h = c->state;
	char message[HACK_MESSAGE];
	uint64_t left = 0;

	for (;;) {
		if (bench_read_all(p->fd[0], message, sizeof(message)) != 0)
			return bench_fail(c, "read");
		if (left == 0) /* the first of an exchange */
			left = due_to(h, h->all->n, p->group, p->i);
		if (--left > 0 || atomic_fetch_sub(&h->all->left, 1) > 1)
			continue;
		atomic_fetch_add(&h->all->done, 1);
		if (common_futex_wake(c, &h->all->done, 1) != 0)
			return -1;
	}
}

int hack_work(struct bench_ctx *c, const struct hack_party *p)
{
	bench_ready(c);
	return p->sends ? send_all(c, p) : receive_all(c, p);
}
