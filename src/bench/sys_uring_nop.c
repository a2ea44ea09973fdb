/* sys_uring_nop.c - io_uring: submit nothing to do, take its completion.
 *
 * One operation: one request IORING_OP_NOP, queued, submitted, and its
 * completion taken; ns. `batch` of them are queued and then submitted and
 * waited for with one io_uring_enter(2), as raw system calls on a ring mapped
 * by hand. With sqpoll=on a thread of the kernel on another CPU takes what is
 * queued, so that no call is made, and the process looks for the completion
 * without sleeping (P29): a round between two CPUs then, whose relation is part
 * of the row (P1). Inside the clock: queueing, the call, taking the
 * completions, which must come in order and without error (P11). Outside: the
 * ring and its thread. */
#include "bench/common_place.h"
#include "bench/common_uring.h"

#include <errno.h>

enum { ARG_BATCH, ARG_SQPOLL, ARG_CPU };

#define BATCH 256 /* at most: a power of two, as the ring is */

struct sys_uring_nop {
	struct uring ring;
	uint64_t next; /* tag of the next request, from 1 */
};

static int take(struct bench_ctx *c, struct uring *u, uint64_t want)
{
	int result = 0;
	uint64_t tag = 0;

	while (!uring_take(u, &result, &tag))
		if (!u->polled)
			return bench_fail_why(c, "a completion is missing");
	if (result != 0) {
		errno = -result;
		return bench_fail(c, "nop");
	}
	return tag == want ? 0 :
			     bench_fail_why(c, "completions are out of order");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct sys_uring_nop *s = c->state;
	uint64_t batch = (uint64_t)c->arg[ARG_BATCH], tag = s->next, k, i;

	for (; n > 0; n -= k, tag += k) {
		k = n < batch ? n : batch;
		for (i = 0; i < k; i++)
			uring_nop(&s->ring, tag + i);
		if (uring_submit(&s->ring, (unsigned)k, (unsigned)k) != 0)
			return bench_fail(c, "io_uring_enter");
		for (i = 0; i < k; i++)
			if (take(c, &s->ring, tag + i) != 0)
				return -1;
	}
	s->next = tag;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct sys_uring_nop *s = c->state;
	bool polled = c->arg[ARG_SQPOLL] != 0;
	int rc;

	if (polled && c->arg[ARG_CPU] == PLAT_SAME)
		return bench_skip(c, "the polling thread needs another CPU");
	s->next = 1;
	c->ops_step = (uint64_t)c->arg[ARG_BATCH];
	rc = uring_open(c, &s->ring, BATCH, polled);
	return rc != 0 ? rc : run(c, c->ops_step);
}

static const char *calls_of(const struct bench_ctx *c)
{
	if (c->arg[ARG_SQPOLL] == 0 && c->arg[ARG_BATCH] == 1)
		return "io_uring_enter=1";
	return "io_uring_enter>=0"; /* fewer than one: run counts completions */
}

static size_t list(struct bench_case *out, size_t max)
{
	const struct bench_case polled = { BENCH_FULL, { 1, 1, 0 }, false };

	/* The second placement is the one with another CPU. */
	if (common_places(out + 1, max - 1, &polled, ARG_CPU) != 2)
		return 0;
	out[0] =
	    (struct bench_case){ BENCH_DEFAULT, { 1, 0, PLAT_SAME }, false };
	out[1] = (struct bench_case){ BENCH_FULL, { 32, 0, PLAT_SAME }, false };
	return 3;
}

static const struct bench_param params[] = {
	bench_count("batch", 1, BATCH, "requests a submission"),
	bench_word("sqpoll", "a kernel thread submits", "off", "on"),
	bench_place("cpu", "where the kernel thread runs"),
	{ 0 },
};

const struct bench sys_uring_nop = {
	.name = "sys_uring_nop",
	.summary = "io_uring: submit nothing, take its completion",
	.params = params,
	.list = list,
	.state_size = sizeof(struct sys_uring_nop),
	.calls_of = calls_of,
	.setup = setup,
	.run = run,
};
