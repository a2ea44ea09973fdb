/* ipc_sem.c - a byte through memory and System V semaphores, there and back.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * processes: semop +1 gives, semop -1 takes, on a set of two. Unlike other
 * kinds such a set cannot be removed while it is used, so it is made in an IPC
 * namespace of its own, which ends with the processes. Source: lmbench's
 * lat_sem waits and gives in one call of two changes, so it makes two calls in
 * a round trip where this makes four; it prints half a round trip. */
#include "bench/common_space.h"
#include "bench/common_way.h"

#include <errno.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/sem.h>

struct ipc_sem {
	struct common_way way;
	int set;
};

static int change(const struct common_way *w, int which, short by)
{
	const struct ipc_sem *s = (const struct ipc_sem *)w;
	struct sembuf op = { .sem_num = (unsigned short)which, .sem_op = by };

	return semop(s->set, &op, 1) == 0 ? 0 : errno;
}

static int give(struct common_way *w, int side, unsigned char b)
{
	w->both->slot[!side].b = b;
	return change(w, !side, 1);
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	int error = change(w, side, -1);

	*b = w->both->slot[side].b;
	return error;
}

static int setup(struct bench_ctx *c)
{
	static const struct common_way_how how = { give, take, NULL, "semop" };
	struct ipc_sem *s = c->state;
	int rc = common_space(c, CLONE_NEWIPC, "an IPC");

	if (rc != 0)
		return rc;
	s->set = semget(IPC_PRIVATE, 2, 0600);
	if (s->set < 0)
		return bench_fail(c, "semget");
	return common_way_process(c, &how);
}

const struct bench ipc_sem = {
	.name = "ipc_sem",
	.summary = "round trip through System V semaphores",
	.alias = "lat_sem",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct ipc_sem),
	.calls = "semop=4",
	.setup = setup,
	.run = common_way_run,
};
