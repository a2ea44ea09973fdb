/* lock_cond.c - two threads wake one another by a condition variable.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * threads. Giving is lock, set, signal, unlock; taking is lock, wait until set,
 * unlock, with one mutex and two condition variables of the C library, whose
 * ways of waiting it measures with the kernel's (lock_futex). */
#include "bench/common_way.h"

#include <errno.h>

struct lock_cond {
	struct common_way way;
	pthread_mutex_t mutex;
	pthread_cond_t there[2];
};

static int give(struct common_way *w, int side, unsigned char b)
{
	struct lock_cond *s = (struct lock_cond *)w;
	struct common_slot *to = &w->both->slot[!side];
	int error = pthread_mutex_lock(&s->mutex), other;

	if (error != 0)
		return error;
	to->b = b;
	to->full = 1;
	error = pthread_cond_signal(&s->there[!side]);
	other = pthread_mutex_unlock(&s->mutex);
	return error != 0 ? error : other;
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	struct lock_cond *s = (struct lock_cond *)w;
	struct common_slot *from = &w->both->slot[side];
	int error = pthread_mutex_lock(&s->mutex), other;

	if (error != 0)
		return error;
	while (error == 0 && from->full == 0)
		error = pthread_cond_wait(&s->there[side], &s->mutex);
	*b = from->b;
	from->full = 0;
	other = pthread_mutex_unlock(&s->mutex);
	return error != 0 ? error : other;
}

static int setup(struct bench_ctx *c)
{
	static const struct common_way_how how = { give, take, NULL,
		"pthread_cond" };
	struct lock_cond *s = c->state;

	errno = pthread_mutex_init(&s->mutex, NULL);
	for (int i = 0; i < 2 && errno == 0; i++)
		errno = pthread_cond_init(&s->there[i], NULL);
	if (errno != 0)
		return bench_fail(c, "pthread_cond_init");
	return common_way_thread(c, &how);
}

const struct bench lock_cond = {
	.name = "lock_cond",
	.summary = "round trip of two threads through condition variables",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct lock_cond),
	.calls = "futex>=1",
	.setup = setup,
	.run = common_way_run,
	.teardown = common_way_stop,
};
