/* common_relay.c - two partners hand locks over to one another. */
#include "bench/common_relay.h"

#include <errno.h>

static int move(struct common_relay *r, int side)
{
	int next = (r->side[side].held + 1) % COMMON_RELAY;
	int error = r->lock(r, side, next);

	r->side[side].last = r->side[side].held;
	r->side[side].held = next;
	return error;
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	int error = move((struct common_relay *)w, side);

	*b = w->both->slot[0].b;
	return error;
}

static int give(struct common_way *w, int side, unsigned char b)
{
	struct common_relay *r = (struct common_relay *)w;

	w->both->slot[0].b = b;
	return r->unlock(r, side, r->side[side].last);
}

/* The partner takes the last. */
static int enter(struct common_way *w)
{
	struct common_relay *r = (struct common_relay *)w;

	r->side[1].held = 1;
	return move(r, 1);
}

int common_relay(struct bench_ctx *c, bool thread)
{
	static const struct common_way_how how = { .give = give,
		.take = take,
		.enter = enter,
		.what = "handing a lock over" };
	struct common_relay *r = c->state;
	int error = r->lock(r, 0, 0);

	if (error == 0)
		error = move(r, 0);
	if (error != 0) {
		errno = error;
		return bench_fail(c, "lock");
	}
	return thread ? common_way_thread(c, &how) :
			common_way_process(c, &how);
}
