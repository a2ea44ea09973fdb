/* common_futex.c - waiting and waking by futex(2), without a library. */
#include "bench/common_futex.h"

#include "bench/common_note.h"

#include <errno.h>

static int give(struct common_way *w, int side, unsigned char b, int flag)
{
	struct common_slot *to = &w->both->slot[!side];
	int woken;

	to->b = b;
	to->given++;
	atomic_store_explicit(&to->full, 1, memory_order_release);
	woken = common_futex(&to->full, FUTEX_WAKE | flag, 1);
	if (woken < 0)
		return errno;
	to->woken += (uint64_t)woken;
	return 0;
}

static int take(struct common_way *w, int side, unsigned char *b, int flag)
{
	struct common_slot *from = &w->both->slot[side];

	while (atomic_load_explicit(&from->full, memory_order_acquire) == 0)
		if (common_futex(&from->full, FUTEX_WAIT | flag, 0) < 0 &&
		    errno != EAGAIN && errno != EINTR)
			return errno;
	*b = from->b;
	atomic_store_explicit(&from->full, 0, memory_order_relaxed);
	return 0;
}

static int give_shared(struct common_way *w, int side, unsigned char b)
{
	return give(w, side, b, 0);
}

static int take_shared(struct common_way *w, int side, unsigned char *b)
{
	return take(w, side, b, 0);
}

static int give_private(struct common_way *w, int side, unsigned char b)
{
	return give(w, side, b, FUTEX_PRIVATE_FLAG);
}

static int take_private(struct common_way *w, int side, unsigned char *b)
{
	return take(w, side, b, FUTEX_PRIVATE_FLAG);
}

/* How many of what was given found the other side asleep. */
static void note_asleep(struct bench_ctx *c)
{
	const struct common_way *w = c->state;
	const struct common_slot *slot = w->both->slot;

	common_note_share(c, "asleep", slot[0].woken + slot[1].woken,
	    slot[0].given + slot[1].given);
}

int common_futex_stop(struct bench_ctx *c)
{
	note_asleep(c);
	return common_way_stop(c);
}

const struct common_way_how common_futex_shared = {
	.give = give_shared,
	.take = take_shared,
	.what = "futex",
};

const struct common_way_how common_futex_private = {
	.give = give_private,
	.take = take_private,
	.what = "futex",
};
