/* ipc_mq.c - a byte through POSIX message queues, there and back.
 *
 * The operation, the clock and the P-numbers: common_way.h, between two
 * processes: mq_send and mq_receive on two queues of one message of one byte.
 * Their names are removed as soon as they are open. */
#include "bench/common_way.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <unistd.h>

struct ipc_mq {
	struct common_way way;
	mqd_t q[2]; /* [i] goes to side i */
};

static int give(struct common_way *w, int side, unsigned char b)
{
	const struct ipc_mq *s = (struct ipc_mq *)w;

	return mq_send(s->q[!side], (char *)&b, 1, 0) == 0 ? 0 : errno;
}

static int take(struct common_way *w, int side, unsigned char *b)
{
	const struct ipc_mq *s = (struct ipc_mq *)w;

	return mq_receive(s->q[side], (char *)b, 1, NULL) == 1 ? 0 : errno;
}

static int open_one(struct bench_ctx *c, mqd_t *q)
{
	struct mq_attr attr = { .mq_maxmsg = 1, .mq_msgsize = 1 };
	char name[48];

	snprintf(name, sizeof(name), "/perfloss-%ld", (long)getpid());
	*q = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, &attr);
	if (*q != (mqd_t)-1)
		return mq_unlink(name) == 0 ? 0 : bench_fail(c, "mq_unlink");
	return bench_fail(c, "mq_open");
}

static int setup(struct bench_ctx *c)
{
	static const struct common_way_how how = { give, take, NULL,
		"message queue" };
	struct ipc_mq *s = c->state;

	if (open_one(c, &s->q[0]) != 0 || open_one(c, &s->q[1]) != 0)
		return -1;
	return common_way_process(c, &how);
}

const struct bench ipc_mq = {
	.name = "ipc_mq",
	.summary = "round trip through POSIX message queues",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct ipc_mq),
	.calls = "mq_timedsend=2 mq_timedreceive=2",
	.setup = setup,
	.run = common_way_run,
};
