/* mem_bzero.c - clear memory as the C library does.
 *
 * One operation: one memset to zero of a buffer of the given size; MB/s of 10^6
 * bytes, counted once (P8). The C library chooses its instructions by CPU and
 * size, and may stream past the caches; so a large buffer is cleared in one
 * call. Inside the clock: the call; a word in the middle is set before it and
 * looked at after it. Outside: mapping the buffer, whose pages are there
 * beforehand (P17); after each batch all is looked at and spoilt again (P11,
 * P19). The sizes fit half of L2, or no cache (bench_size_in, P7). Threads:
 * common_team.h. Source: lmbench's bw_mem bzero. */
#include "bench/common_mem.h"
#include "bench/common_team.h"

#include <string.h>

struct state {
	uint64_t *buf;
	size_t size;
};

static int setup_one(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = mem_check_size(c, c->arg[MEM_SIZE]);

	if (rc != 0)
		return rc;
	s->size = (size_t)c->arg[MEM_SIZE];
	c->bytes_per_op = s->size;
	s->buf = mem_map(c, s->size);
	if (s->buf == NULL)
		return -1;
	mem_mark(s->buf, s->size);
	return 0;
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const size_t mid = s->size / sizeof(s->buf[0]) / 2;

	while (n-- > 0) {
		s->buf[mid] = n + 1;
		memset(s->buf, 0, s->size);
		bench_barrier();
		if (s->buf[mid] != 0)
			return bench_fail_why(c, "nothing was cleared");
	}
	return 0;
}

static int tidy_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	if (n > 0 && !mem_filled(s->buf, s->size, 0))
		return bench_fail_why(c, "not all was cleared");
	mem_mark(s->buf, s->size);
	return 0;
}

static const struct team_hooks hooks = { sizeof(struct state), setup_one,
	run_one, tidy_one };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases_two(out, max, 1, BENCH_DEFAULT, BENCH_FULL);
}

const struct bench mem_bzero = {
	.name = "mem_bzero",
	.summary = "bandwidth of clearing memory, memset",
	.alias = "bw_mem bzero",
	.unit = BENCH_RATE,
	.params = mem_params,
	.late = 1u << MEM_THREADS,
	.list = list,
	.state_size = sizeof(struct team),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = team_run,
	.tidy = team_tidy,
	.teardown = team_stop,
};
