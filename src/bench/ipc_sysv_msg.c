/* ipc_sysv_msg.c - a byte through System V message queues, there and back.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * processes: msgsnd and msgrcv on two queues. They are made in an IPC namespace
 * of their own, which ends with the processes: nothing is left behind. */
#include "bench/common_space.h"
#include "bench/common_way.h"

#include <errno.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct ipc_sysv_msg {
	struct common_way way;
	int q[2]; /* [i] goes to side i */
};

struct message {
	long type;
	char b;
};

static int give(struct common_way *w, int side, unsigned char b)
{
	const struct ipc_sysv_msg *s = (struct ipc_sysv_msg *)w;
	struct message m = { .type = 1, .b = (char)b };

	return msgsnd(s->q[!side], &m, 1, 0) == 0 ? 0 : errno;
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	const struct ipc_sysv_msg *s = (struct ipc_sysv_msg *)w;
	struct message m;

	if (msgrcv(s->q[side], &m, 1, 0, 0) != 1)
		return errno;
	*b = (unsigned char)m.b;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	static const struct common_way_how how = { give, take, NULL,
		"msgsnd or msgrcv" };
	struct ipc_sysv_msg *s = c->state;
	int rc = common_space(c, CLONE_NEWIPC, "an IPC");

	for (int i = 0; i < 2 && rc == 0; i++) {
		s->q[i] = msgget(IPC_PRIVATE, 0600);
		if (s->q[i] < 0)
			rc = bench_fail(c, "msgget");
	}
	return rc != 0 ? rc : common_way_process(c, &how);
}

const struct bench ipc_sysv_msg = {
	.name = "ipc_sysv_msg",
	.summary = "round trip through System V message queues",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct ipc_sysv_msg),
	.calls = "msgsnd=2 msgrcv=2",
	.setup = setup,
	.run = common_way_run,
};
