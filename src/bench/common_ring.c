/* common_ring.c - the hops of a ring of pipes. */
#include "bench/common_ring.h"

#include <sys/mman.h>
#include <unistd.h>

const uint64_t *common_ring_ones(size_t words)
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

int common_ring_run(struct bench_ctx *c, uint64_t n)
{
	struct common_ring *s = c->state;
	uint64_t laps = n / (uint64_t)s->procs;

	if (n % (uint64_t)s->procs != 0)
		return bench_fail_why(c, "a batch must be whole laps");
	s->token = 0;
	while (laps-- > 0)
		if (common_ring_give(c, 1) != 0 ||
		    common_ring_take(c, 0, 0) != 0)
			return -1;
	return 0;
}

int common_ring_tidy(struct bench_ctx *c, uint64_t n)
{
	const struct common_ring *s = c->state;
	uint64_t want = n * (1 + s->words);

	if (s->token != want)
		return bench_fail_why(c, "the token counts %llu, not %llu",
		    (unsigned long long)s->token, (unsigned long long)want);
	return 0;
}

int common_ring_base(struct bench_ctx *c, uint64_t n)
{
	struct common_ring *s = c->state;
	bool hot = c->arg[RING_CPU] == PLAT_FREE;
	uint64_t left;
	int i = 0;

	s->token = 0;
	for (left = n; left > 0; left--) {
		if (common_ring_give(c, s->procs + i) != 0 ||
		    common_ring_take(c, s->procs + i, hot ? 0 : i) != 0)
			return -1;
		i = i + 1 < s->procs ? i + 1 : 0;
	}
	return common_ring_tidy(c, n);
}
