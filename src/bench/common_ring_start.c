/* common_ring_start.c - a ring of pipes between processes or threads. */
#include "bench/common_ring.h"

#include <unistd.h>

/* Partner number me, without end. */
static int pass(struct bench_ctx *c, int me, int next)
{
	bench_ready(c);
	while (
	    common_ring_take(c, me, me) == 0 && common_ring_give(c, next) == 0)
		;
	return -1;
}

static int member(struct bench_ctx *c)
{
	const struct common_ring *s = c->state;

	return pass(c, s->me, (s->me + 1) % s->procs);
}

/* Threads share the token; only the one whose turn it is touches it. One that
 * fails ends the invocation, whose main thread waits for it. */
static int thread(void *shared)
{
	const struct common_ring_thread *t = shared;
	const struct common_ring *s = t->c->state;

	pass(t->c, t->me, (t->me + 1) % s->procs);
	_exit(1);
}

static int ring(struct bench_ctx *c)
{
	struct common_ring *s = c->state;
	int i, fd[2];

	s->procs = (int)c->arg[RING_PROCS];
	s->words = (size_t)c->arg[RING_SIZE] / 8;
	c->ops_step = (uint64_t)s->procs;
	for (i = 0; i < s->procs; i++) {
		s->array[i] = common_ring_ones(s->words);
		if (s->array[i] == NULL)
			return bench_fail(c, "mmap");
	}
	for (i = 0; i < 2 * s->procs; i++) {
		if (pipe(fd) != 0)
			return bench_fail(c, "pipe");
		s->rd[i] = fd[0];
		s->wr[i] = fd[1];
	}
	return 0;
}

static int once_round(struct bench_ctx *c)
{
	const struct common_ring *s = c->state;

	if (bench_wait_ready(c, s->procs - 1) != 0)
		return -1;
	return common_ring_run(c, (uint64_t)s->procs);
}

int common_ring_procs(struct bench_ctx *c)
{
	struct common_ring *s = c->state;

	if (ring(c) != 0)
		return -1;
	for (s->me = 1; s->me < s->procs; s->me++)
		if (bench_partner(c, s->me % 2, member) < 0)
			return bench_fail(c, "fork");
	return once_round(c);
}

int common_ring_threads(struct bench_ctx *c)
{
	struct common_ring *s = c->state;
	struct common_ring_thread *t;
	int i;

	if (ring(c) != 0)
		return -1;
	for (i = 1; i < s->procs; i++) {
		t = &s->thread[i];
		t->c = c;
		t->me = i;
		if (common_thread_start(c, &t->id, c->cpu[i % 2], thread, t) !=
		    0)
			return -1;
	}
	return once_round(c);
}
