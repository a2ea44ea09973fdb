/* common_ring.c - processes in a ring of pipes, each with an array to sum. */
#include "bench/common_ring.h"

#include <sys/mman.h>
#include <unistd.h>

static const uint64_t *ones(size_t words)
{
	uint64_t *a;
	size_t i;

	/* One byte more: an empty array is one as well. */
	a = mmap(NULL, words * 8 + 1, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (a == MAP_FAILED)
		return NULL;
	for (i = 0; i < words; i++)
		a[i] = 1;
	return a;
}

/* Really read each time. */
static uint64_t sum(const uint64_t *a, size_t words)
{
	uint64_t total = 0;
	size_t i;

	bench_barrier();
	for (i = 0; i < words; i++)
		total += a[i];
	return total;
}

int common_ring_give(struct bench_ctx *c, int pipe)
{
	struct common_ring *s = c->state;

	if (write(s->wr[pipe], &s->token, 8) != 8)
		return bench_fail(c, "write");
	return 0;
}

int common_ring_take(struct bench_ctx *c, int pipe, int array)
{
	struct common_ring *s = c->state;

	if (read(s->rd[pipe], &s->token, 8) != 8)
		return bench_fail(c, "read");
	s->token += 1 + sum(s->array[array], s->words);
	return 0;
}

static int member(struct bench_ctx *c)
{
	const struct common_ring *s = c->state;
	int me = s->me, next = (me + 1) % s->procs;

	bench_ready(c);
	while (
	    common_ring_take(c, me, me) == 0 && common_ring_give(c, next) == 0)
		;
	return -1;
}

int common_ring(struct bench_ctx *c, int procs, size_t words)
{
	struct common_ring *s = c->state;
	int i, fd[2];

	s->procs = procs;
	s->words = words;
	for (i = 0; i < procs; i++) {
		s->array[i] = ones(words);
		if (s->array[i] == NULL)
			return bench_fail(c, "mmap");
	}
	for (i = 0; i < 2 * procs; i++) {
		if (pipe(fd) != 0)
			return bench_fail(c, "pipe");
		s->rd[i] = fd[0];
		s->wr[i] = fd[1];
	}
	for (s->me = 1; s->me < procs; s->me++)
		if (bench_partner(c, s->me % 2, member) < 0)
			return bench_fail(c, "fork");
	return bench_wait_ready(c, procs - 1);
}
