/* ipc_psem.c - a byte through memory and POSIX semaphores, there and back.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * processes. Giving is sem_post, taking is sem_wait, on two unnamed semaphores
 * in memory that both share, so nothing can be left behind. The C library asks
 * the kernel only when somebody waits: on two CPUs nearly always, on one some
 * half of the times, as for ipc_futex, whose note "asleep" says it. */
#include "bench/common_way.h"

#include <errno.h>
#include <semaphore.h>

static int give(struct common_way *w, int side, unsigned char b)
{
	sem_t *sem = w->more;

	w->both->slot[!side].b = b;
	return sem_post(&sem[!side]) == 0 ? 0 : errno;
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	sem_t *sem = w->more;

	while (sem_wait(&sem[side]) != 0)
		if (errno != EINTR)
			return errno;
	*b = w->both->slot[side].b;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	static const struct common_way_how how = { .give = give,
		.take = take,
		.what = "sem_wait" };
	struct common_way *w = c->state;
	int rc = common_way_memory(c, 2 * sizeof(sem_t));

	for (int i = 0; i < 2 && rc == 0; i++)
		if (sem_init((sem_t *)w->more + i, 1, 0) != 0)
			rc = bench_fail(c, "sem_init");
	return rc != 0 ? rc : common_way_process(c, &how);
}

const struct bench ipc_psem = {
	.name = "ipc_psem",
	.summary = "round trip through POSIX semaphores",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct common_way),
	.calls = "futex>=1",
	.setup = setup,
	.run = common_way_run,
};
